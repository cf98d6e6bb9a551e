"""Pages of the lobby."""

from django.urls import path, re_path

from . import about, rooms, views

app_name = "lobby"

urlpatterns = [
    path("", views.home, name="home"),
    path("play/", views.practice, name="play"),
    path("tables/", views.tables, name="tables"),
    path("tables/new/", views.new, name="new"),
    path("matches/", views.my_matches, name="matches"),
    path("tables/<int:match>/", rooms.room, name="match"),
    path("tables/<int:match>/pulse/", rooms.pulse, name="pulse"),
    path("tables/<int:match>/sit/", rooms.sit, name="sit"),
    path("tables/<int:match>/leave/", rooms.leave, name="leave"),
    path("tables/<int:match>/policy/", rooms.policy, name="policy"),
    path("tables/<int:match>/roster/<slug:side>/", rooms.roster, name="roster"),
    path("tables/<int:match>/ready/<slug:side>/", rooms.ready, name="ready"),
    re_path(r"^tables/(?P<match>\d{1,18})/link/(?P<kind>invite|watch)/$", rooms.link, name="link"),
    re_path(r"^tables/(?P<match>\d{1,18})/(?P<kind>invite|watch)\.svg$", rooms.qr, name="qr"),
    re_path(r"^join/(?P<token>[A-Za-z0-9_-]{1,64})/$", rooms.join, name="join"),
    re_path(r"^watch/(?P<token>[A-Za-z0-9_-]{1,64})/$", rooms.watch, name="watch"),
    path("rules/", about.rules, name="rulebook"),
    path("rules/<slug:game>/", about.rules, name="rules"),
    path("credits/", about.credits, name="credits"),
]
