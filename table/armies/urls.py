"""Pages of the lists."""

from django.urls import path

from . import views

app_name = "armies"

urlpatterns = [
    path("warbands/", views.warbands, name="warbands"),
    path("warbands/new/", views.new, name="new"),
    path("warbands/new/<slug:game>/", views.new, name="new"),
    path("warbands/paste/", views.paste, name="paste"),
    path("warbands/paste/<slug:game>/", views.paste, name="paste"),
    path("warbands/take/<slug:key>/", views.take_games_own, name="take"),
    path("warbands/<int:warband>/", views.build, name="build"),
    path("warbands/<int:warband>/validate/", views.validate, name="validate"),
    path("warbands/<int:warband>/copy/", views.copy, name="copy"),
    path("warbands/<int:warband>/delete/", views.delete, name="delete"),
    path("warbands/<int:warband>/sheet/", views.show, name="show"),
    path("warbands/<int:warband>/text/", views.text, name="text"),
]
