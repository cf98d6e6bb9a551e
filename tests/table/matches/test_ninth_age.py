"""The 9th Age at a live table: a practice of movement, and the way of two lists into a battle."""

from typing import Any

import pytest

from rules import ruleset
from rules.core.refusals import Refusal
from table.matches import operations
from table.matches.models import Match, MatchState
from tests.table.matches import play, showing

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.whole,
    pytest.mark.usefixtures("table", "unhurried"),
]
FIRST_TURN = frozenset({"declare_charge", "end_declarations"})
"""The kinds of answer that a first turn begins with."""


def practice() -> tuple[Match, dict[str, Any]]:
    """Two turns of two equal armies, begun."""
    users = {"a": play.user(), "b": play.user()}
    terms = operations.Terms(
        ruleset="ninth_age", scenario="practice", options={"turns": 2}, watch="everyone"
    )
    match = operations.open_match(user=users["a"], terms=terms)
    assert isinstance(match, Match)
    operations.sit(user=users["b"], match=match)
    for side, user in users.items():
        operations.set_roster(user=user, match=match, side=side, roster={})
        operations.ready(user=user, match=match, side=side, salt=f"salt-{side}")
    match.refresh_from_db()
    return match, users


def battle() -> tuple[Match, dict[str, Any]]:
    """The two lists that come with the game, brought and shown: the battle is prepared."""
    users = {"a": play.user(), "b": play.user()}
    lists = {army.id: army.roster for army in ruleset("ninth_age").armies("en")}
    terms = operations.Terms(
        ruleset="ninth_age", scenario="battle", watch="everyone",
        options={"deployment": "flank_attack", "objective": "capture_the_flags"},
    )  # fmt: skip
    match = operations.open_match(user=users["a"], terms=terms)
    assert isinstance(match, Match)
    operations.sit(user=users["b"], match=match)
    bad = {**lists["og_2000"], "points": 1500}
    refusal = operations.set_roster(user=users["b"], match=match, side="b", roster=bad)
    assert isinstance(refusal, Refusal)
    for side, key in (("a", "hbe_2000"), ("b", "og_2000")):
        operations.set_roster(user=users[side], match=match, side=side, roster=lists[key])
        operations.ready(user=users[side], match=match, side=side, salt=f"salt-{side}")
    match.refresh_from_db()
    return match, users


async def test_a_practice_over_sockets_looks_the_same_to_all_and_in_its_film() -> None:
    match, users = await showing.done(practice)
    tabs, watcher = await showing.opened(match, users)
    await showing.play_out(match, tabs, watcher)
    await showing.done(match.refresh_from_db)
    assert match.state == MatchState.ENDED
    assert watcher.view["result"] == tabs["b"].view["result"]
    view, film = await showing.filmed(match)
    assert view == watcher.view
    found = await showing.audited(match, film)
    assert found.dice > 0
    assert found.faults == ()


async def test_two_lists_are_brought_to_the_first_turn_before_a_watcher() -> None:
    match, users = await showing.done(battle)
    tabs, watcher = await showing.opened(match, users)
    await showing.play_out(match, tabs, watcher, stop=FIRST_TURN)
    assert watcher.view["clock"]["turn"] == 1
    standing = {*watcher.view["trays"], *watcher.view["joined"]}
    assert standing == set(watcher.view["fixed"]["units"]), "alone or in the ranks of others"
    assert set(watcher.view["opening"]["roles"].values()) == {"attacker", "defender"}
    view, _ = await showing.filmed(match)
    assert view == watcher.view
