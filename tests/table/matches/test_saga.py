"""SAGA at a live table: two players and a watcher see the same match, and so does its film."""

from typing import Any

import msgspec
import pytest

from rules.saga.warbands.muster import default_rosters
from table.matches import operations
from table.matches.models import Match, MatchState
from tests.table.matches import play, showing

pytestmark = pytest.mark.django_db(transaction=True)


def saga_match() -> tuple[Match, dict[str, Any]]:
    """Normans against Anglo-Danes, begun."""
    users = {"a": play.user(), "b": play.user()}
    terms = operations.Terms(scenario="clash_of_warlords", watch="everyone")
    match = operations.open_match(user=users["a"], terms=terms)
    assert isinstance(match, Match)
    operations.sit(user=users["b"], match=match)
    rosters = {roster.faction: roster for roster in default_rosters("en") if roster.points == 4}
    for (side, user), faction in zip(users.items(), ("normans", "anglo_danes"), strict=True):
        roster = msgspec.to_builtins(rosters[faction])
        operations.set_roster(user=user, match=match, side=side, roster=roster)
        operations.ready(user=user, match=match, side=side, salt=f"salt-{side}")
    match.refresh_from_db()
    return match, users


@pytest.mark.usefixtures("table", "unhurried")
async def test_a_whole_match_over_sockets_looks_the_same_to_all_and_in_its_film() -> None:
    match, users = await showing.done(saga_match)
    tabs, watcher = await showing.opened(match, users)
    await showing.play_out(match, tabs, watcher)
    await showing.done(match.refresh_from_db)
    assert match.state == MatchState.ENDED
    assert watcher.view["result"] == tabs["b"].view["result"]
    view, film = await showing.filmed(match)
    assert view == watcher.view
    found = await showing.audited(match, film)
    assert found.dice > 20
    assert found.faults == ()
    assert film["dice"]["salts"] == {"a": "salt-a", "b": "salt-b"}
