"""Matches for the benches, made by the server's own Python: `manage.py shell -c` runs these.

Each prints a line that begins with SETUP and goes on in JSON.
"""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore

from rules import ruleset
from rules.core.dice import ScriptedDice
from rules.core.refusals import Refusal
from rules.core.values import INCH
from rules.ninth_age.actions import Advance, EndDeclarations, Straight
from rules.ninth_age.questions import MoveUnits
from rules.saga.actions import PlaceDie
from rules.saga.questions import Activate, PlaceOrders
from rules.saga.warbands.muster import default_rosters
from scripts.bench._great_battle import setup
from table.matches import operations, referee
from table.matches.folded import holding

SIDES = ("a", "b")


def player(name: str) -> Any:
    """Somebody who plays."""
    return get_user_model().objects.create_user(name)


def session(user: Any) -> str:
    """The cookie of one who has signed in."""
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def tell(**what: Any) -> None:
    """For the bench that asked."""
    print("SETUP" + json.dumps(what))


def skirmish() -> None:
    """SAGA: two warbands of six points in their first activation phase, one user for both."""
    user = player("bench")
    own = {r.faction: msgspec.to_builtins(r) for r in default_rosters("en") if r.points == 6}
    match = operations.practise(
        user=user, terms=operations.Terms(scenario="clash_of_warlords", options={"points": 6}),
        rosters=[own["normans"], own["anglo_danes"]], names=["A", "B"],
    )  # fmt: skip
    assert not isinstance(match, Refusal)
    _suggested(match.pk, Activate)
    tell(match=match.pk, sessions=[session(user)])


def orders() -> None:
    """SAGA: two players where one of them may place a die and take it back, again and again."""
    users = [player(name) for name in ("bench-a", "bench-b")]
    terms = operations.Terms(scenario="clash_of_warlords", watch="everyone")
    match = operations.open_match(user=users[0], terms=terms)
    assert not isinstance(match, Refusal)
    operations.sit(user=users[1], match=match)
    rosters = {r.faction: r for r in default_rosters("en") if r.points == 6}
    for user, side, faction in zip(users, SIDES, ("normans", "anglo_danes"), strict=True):
        roster = msgspec.to_builtins(rosters[faction])
        operations.set_roster(user=user, match=match, side=side, roster=roster)
        operations.ready(user=user, match=match, side=side)
    rules, state, asked = _suggested(match.pk, PlaceOrders)
    view = msgspec.to_builtins(rules.view(state, frozenset(asked.side)))
    boxes = [box["id"] for box in view["fixed"]["boards"][asked.side]["boxes"]]

    def taken(die: str, box: str) -> bool:
        dice = ScriptedDice([1] * 99, state.draws)
        placed = rules.resolve(state, asked.id, PlaceDie(die=die, box=box), dice)
        return not isinstance(placed, Refusal)

    dice = view["force"][asked.side]["dice"]
    units = view["fixed"]["units"].items()
    tell(
        match=match.pk, side=asked.side, prompt=asked.id,
        sessions=dict(zip(SIDES, map(session, users), strict=True)),
        place=next([die, box] for die in dice for box in boxes if taken(die, box)),
        units={side: next(u for u, card in units if card["side"] == side) for side in SIDES},
    )  # fmt: skip


def _suggested(match: int, until: type) -> tuple[Any, Any, Any]:
    """Play a match by its first suggestions up to a question: rules, state, prompt."""
    for n in count():
        with holding(match) as folded:
            rules, state = folded.rules, folded.live
        asked = next(iter(state.prompts.values()))
        if isinstance(asked.question, until):
            return rules, state, asked
        _act(match, f"s{n}", asked.id, next(iter(rules.suggest(state, asked))))
    raise AssertionError


def battle(players: int = 1, tables: int = 1) -> None:
    """The 9th Age: the great battle at the moves of its first turn, with moves that may be made
    one after another."""
    rules = ruleset("ninth_age")
    # No army list is so large: what the battle begins from is put in place of lists.
    rules.arrange = lambda *_: setup()  # type: ignore[method-assign]
    rules.muster = lambda _: ()  # type: ignore[method-assign]
    users = [player(f"bench-{n}") for n in range(players)]
    terms = operations.Terms(ruleset="ninth_age", scenario="practice", watch="everyone")
    matches = [_opened(users, terms) for _ in range(tables)]
    for match in matches:
        with holding(match) as folded:
            (asked,) = folded.live.prompts
        _act(match, "s", asked, EndDeclarations())
    with holding(matches[0]) as folded:
        script = list(_moves(rules, folded.live))
    tell(match=matches[0], matches=matches, sessions=[session(u) for u in users], script=script)


def _opened(users: list[Any], terms: operations.Terms) -> int:
    if len(users) == 1:
        match = operations.practise(user=users[0], terms=terms, rosters=[{}, {}], names=["A", "B"])
        assert not isinstance(match, Refusal), match
        return int(match.pk)
    match = operations.open_match(user=users[0], terms=terms)
    assert not isinstance(match, Refusal), match
    operations.sit(user=users[1], match=match)
    for user, side in zip(users, SIDES, strict=True):
        operations.set_roster(user=user, match=match, side=side, roster={})
        operations.ready(user=user, match=match, side=side)
    return int(match.pk)


def _act(match: int, ref: str, prompt: str, action: Any) -> None:
    referee.act(match=match, viewer=frozenset(SIDES), ref=ref, prompt=prompt, action=action)


def _moves(rules: Any, state: Any) -> Iterator[tuple[str, Any]]:
    """Half an inch straight on for each unit that may: prompts and answers; nothing is rolled."""
    for unit in state.table.of_side("a"):
        (key,) = state.prompts
        assert isinstance(state.prompts[key].question, MoveUnits)
        action = Advance(unit=unit, path=(Straight(length=INCH // 2),))
        found = rules.resolve(state, key, action, ScriptedDice((), state.draws))
        if not isinstance(found, Refusal):
            yield key, msgspec.to_builtins(action)
            state = found.state
