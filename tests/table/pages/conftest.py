"""Every test counts its requests from nothing."""

import pytest
from django.core.cache import cache

from table.accounts import throttle


@pytest.fixture(autouse=True)
def _unthrottled() -> None:
    throttle.forget()
    cache.clear()
