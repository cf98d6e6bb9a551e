"""Pages of a match."""

from django.urls import path

from . import views

app_name = "matches"

urlpatterns = [
    path("<int:match>/", views.table, name="table"),
    path("<int:match>/replay/", views.replay_page, name="replay"),
    path("<int:match>/film.json", views.film, name="film"),
    path("<int:match>/replay.json", views.export, name="export"),
    path("<int:match>/log.json", views.log_page, name="log"),
    path("<int:match>/remarks.json", views.remarks_page, name="remarks"),
]
