"""Pages of the lists."""

from django.urls import path

from . import views

app_name = "armies"

urlpatterns = [
    path("armies/", views.armies, name="armies"),
    path("armies/new/", views.new, name="new"),
    path("armies/new/<slug:game>/", views.new, name="new"),
    path("armies/paste/", views.paste, name="paste"),
    path("armies/paste/<slug:game>/", views.paste, name="paste"),
    path("armies/take/<slug:key>/", views.take_games_own, name="take"),
    path("armies/<int:army>/", views.build, name="build"),
    path("armies/<int:army>/validate/", views.validate, name="validate"),
    path("armies/<int:army>/copy/", views.copy, name="copy"),
    path("armies/<int:army>/delete/", views.delete, name="delete"),
    path("armies/<int:army>/sheet/", views.show, name="show"),
    path("armies/<int:army>/text/", views.text, name="text"),
]
