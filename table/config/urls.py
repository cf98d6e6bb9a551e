"""Where every page hangs: one line an app, each with its own urls.py."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def health(request: HttpRequest) -> HttpResponse:
    """Answer a proxy or a start script that asks whether the server is up."""
    return HttpResponse("ok\n", content_type="text/plain")


# Who guesses passwords there is slowed down as he is at our own door, which this leads to.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("health", health, name="health"),
    path("admin/", admin.site.urls),
    # ours, one line an app
    path("", include("table.accounts.urls")),
    path("", include("table.armies.urls")),
    path("", include("table.lobby.urls")),
    path("match/", include("table.matches.urls")),
]
