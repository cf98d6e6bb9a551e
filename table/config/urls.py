"""Where every page hangs: one line an app, each with its own urls.py."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def health(request: HttpRequest) -> HttpResponse:
    """Answer a proxy or a start script that asks whether the server is up."""
    return HttpResponse("ok\n", content_type="text/plain")


urlpatterns = [
    path("health", health, name="health"),
    path("admin/", admin.site.urls),
    # ours, one line an app
    path("", include("table.accounts.urls")),
    path("", include("table.armies.urls")),
    path("", include("table.lobby.urls")),
    path("match/", include("table.matches.urls")),
]
