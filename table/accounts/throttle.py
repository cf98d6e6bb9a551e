"""How often somebody may do what costs us something. Sign-ins are throttled by allauth itself."""

from functools import cache

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

# A club of forty comes in through one address: what is counted by address is generous.
LIMITS = {
    "guest": parse("60/hour"),
    "practice": parse("60/hour"),
    "table": parse("30/hour"),
    "army": parse("120/hour"),
    "paste": parse("240/hour"),
}


@cache
def _limiter() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(storage_from_string(settings.REDIS_URL or "memory://"))


def take(request: HttpRequest, what: str) -> bool:
    """Count one more `what` of whoever asks, a user or a stranger's address; False if too many."""
    limit: RateLimitItem = LIMITS[what]
    return bool(_limiter().hit(limit, what, _who(request)))


def forget() -> None:
    """Count from nothing, for tests."""
    _limiter.cache_clear()


def _who(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return f"u{request.user.pk}"
    return f"a{get_adapter(request).get_client_ip(request)}"
