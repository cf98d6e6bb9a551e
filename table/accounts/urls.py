"""Pages about oneself, ours and allauth's."""

from django.urls import include, path

from . import views

urlpatterns = [
    path("i18n/setlang/", views.set_language, name="set_language"),
    path("theme/", views.set_theme, name="set_theme"),
    path("account/", views.settings, name="account_settings"),
    path("account/keep/", views.keep, name="account_keep"),
    path("account/delete/", views.delete, name="account_delete"),
    path("account/export/", views.export, name="account_export"),
    path("account/", include("allauth.account.urls")),
]
