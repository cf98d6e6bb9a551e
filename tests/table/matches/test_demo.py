"""What `make run` shows on a fresh machine."""

from io import StringIO
from itertools import count

import pytest
from django.core.management import call_command

from table.matches import referee
from table.matches.models import Match, MatchState

pytestmark = pytest.mark.django_db(transaction=True)


def links() -> dict[str, str]:
    out = StringIO()
    call_command("demo", links=True, stdout=out)
    return dict(line.split() for line in out.getvalue().splitlines())


def test_a_match_goes_on_one_is_over_and_one_waits_and_each_has_its_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds = count()  # the first ends its match too early to be watched
    monkeypatch.setattr(referee, "new_secret", lambda: bytes(range(k := next(seeds), 32 + k)))
    assert list(links()) == ["play", "signup"]
    call_command("demo")
    once = Match.objects.count()
    call_command("demo")
    assert Match.objects.count() == once
    found = links()
    for name, state in (
        ("watch", MatchState.LIVE),
        ("replay", MatchState.ENDED),
        ("seat", MatchState.OPEN),
    ):
        match = Match.objects.get(pk=found[name].strip("/").split("/")[1])
        assert match.state == state
