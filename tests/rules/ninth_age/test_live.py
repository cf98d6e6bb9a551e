"""A practice of movement, and the way into a battle of two lists, at a live table by the real
server."""

import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from rules import ruleset
from rules.core.patch import apply
from rules.core.refusals import Refusal
from rules.core.values import PUBLIC
from table.matches import folded, live, operations, replay, workers
from table.matches.audit import audit
from table.matches.models import Match, MatchState
from tests.table.matches import play
from tests.table.matches.play import Tab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.whole]
done = workers.written
MOST = 200


@pytest.fixture
async def table(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[live.Process]:
    """A live table that knows this game."""
    monkeypatch.setattr("table.matches.rate.Bucket.take", lambda self: True)
    folded.forget()
    process = live.process()
    yield process
    await process.stop()
    live.reset()
    await workers.written(lambda: None)
    folded.forget()
    workers.close_connections()


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


def suggested(match: Match) -> tuple[str, str, Any] | None:
    """The side that is asked, its prompt, and the default answer as it is sent."""
    held = play.folded_of(match)
    if held.live.result is not None:
        return None
    asked = next(iter(held.live.prompts.values()))
    action = next(iter(held.rules.suggest(held.live, asked)))
    return asked.side, asked.id, plain(action)


def plain(action: Any) -> Any:
    """An answer as plain JSON values."""
    return msgspec.json.decode(msgspec.json.encode(action))


def shown(match: Match, viewer: frozenset[str]) -> Any:
    """What these eyes see, as plain JSON values."""
    held = play.folded_of(match)
    return plain(held.rules.view(held.live, viewer))


async def test_a_practice_over_sockets_looks_the_same_to_all_and_in_its_film(
    table: live.Process,
) -> None:
    match, users = await done(practice)
    tabs = {side: await Tab(match, user).open() for side, user in users.items()}
    watcher = await Tab(match).open()
    for number in range(MOST):
        step = await done(suggested, match)
        if step is None:
            break
        side, prompt, action = step
        answer = await tabs[side].act(action, prompt=prompt)
        assert answer["type"] == "accepted", answer
        for tab in (*tabs.values(), watcher):
            await tab.at(answer["seq"])
            await tab.send(type="ping", have=tab.seq)
        if number % 10 == 0:
            assert watcher.view == await done(shown, match, PUBLIC)
            assert tabs["a"].view == await done(shown, match, frozenset("a"))
    await done(match.refresh_from_db)
    assert match.state == MatchState.ENDED
    assert watcher.view["result"] == tabs["b"].view["result"]
    film = json.loads(await done(replay.film, match, PUBLIC))
    view = film["opening"]["view"]
    for step in film["steps"]:
        view = apply(view, step["patch"])
    assert view == watcher.view
    facts = [fact for kept in (await done(play.folded_of, match)).kept for fact in kept.ruled.facts]
    result = audit(facts, film["dice"]["secret"], match.commitment)
    assert result.dice > 0
    assert result.faults == ()


async def test_two_lists_are_brought_to_the_first_turn_before_a_watcher(
    table: live.Process,
) -> None:
    match, users = await done(battle)
    tabs = {side: await Tab(match, user).open() for side, user in users.items()}
    watcher = await Tab(match).open()
    for _ in range(MOST):
        step = await done(suggested, match)
        assert step is not None
        side, prompt, action = step
        if action["type"] in ("declare_charge", "end_declarations"):
            break
        answer = await tabs[side].act(action, prompt=prompt)
        assert answer["type"] == "accepted", answer
        for tab in (*tabs.values(), watcher):
            await tab.at(answer["seq"])
            await tab.send(type="ping", have=tab.seq)
    assert watcher.view == await done(shown, match, PUBLIC)
    assert watcher.view["clock"]["turn"] == 1
    standing = {*watcher.view["trays"], *watcher.view["joined"]}
    assert standing == set(watcher.view["fixed"]["units"]), "alone or in the ranks of others"
    assert set(watcher.view["opening"]["roles"].values()) == {"attacker", "defender"}
    film = json.loads(await done(replay.film, match, PUBLIC))
    view = film["opening"]["view"]
    for step in film["steps"]:
        view = apply(view, step["patch"])
    assert view == watcher.view
