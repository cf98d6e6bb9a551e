"""Every test counts its requests from nothing, in its own process, whatever the site uses."""

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings

from table.accounts import throttle


@pytest.fixture(autouse=True)
def _unthrottled(settings: Settings) -> None:
    settings.REDIS_URL = ""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    throttle.forget()
    cache.clear()
