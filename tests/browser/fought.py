"""A battle that was fought before anybody looks: `manage.py shell -c` runs `fight` on the server's
own database.

Each side sets up as the table would, stands still and shoots, machines with templates first, until
one of them has missed; after that it only lets the turns go by.
"""

import math
from itertools import islice
from typing import Any

import msgspec
from django.contrib.auth import get_user_model

from rules.core.values import UnitId
from rules.ninth_age.actions import ShootAt
from rules.ninth_age.armies.muster import default_rosters
from rules.ninth_age.events import TemplateLanded
from rules.ninth_age.questions import ShootWith
from rules.ninth_age.state import State
from table.matches import log, operations, referee
from table.matches.folded import holding
from table.matches.models import Match
from table.matches.operations import Terms

LOOKED_AT = 40
"""Answers to a question among which a shot is looked for."""
MOST = 40
"""Battles after which it is given up: a template misses in most."""
RULINGS = 1000


def fight() -> None:
    """Print the match, the fact before the shot whose template missed, and how far it flew."""
    for number in range(MOST):
        match = _begin(number)
        if missed := _play(match):
            print(match.pk, *missed)  # noqa: T201  (whoever started this reads it)
            return
    raise AssertionError(f"no template missed in {MOST} battles")


def _begin(number: int) -> Match:
    users = [
        get_user_model().objects.create_user(f"{name}{number}") for name in ("gunner", "target")
    ]
    terms = Terms(
        ruleset="ninth_age", scenario="battle", options={"points": 2000}, watch="everyone"
    )
    match = operations.open_match(user=users[0], terms=terms)
    assert isinstance(match, Match)
    operations.sit(user=users[1], match=match)
    brought = [roster for roster in default_rosters("en") if roster.points == 2000]
    for user, side, roster in zip(users, "ab", brought, strict=True):
        plain = msgspec.to_builtins(roster)
        operations.set_roster(user=user, match=match, side=side, roster=plain)
        operations.ready(user=user, match=match, side=side)
    return match


def _play(match: Match) -> tuple[int, int] | None:
    """To the end; the fact before the first template that landed off, and how far off."""
    missed = None
    for number in range(RULINGS):
        with holding(match.pk) as folded:
            state, rules = folded.live, folded.rules
        if state.result is not None:
            return missed
        prompt = next(iter(state.prompts.values()))
        lobbing = isinstance(prompt.question, ShootWith) and missed is None
        answers = list(islice(rules.suggest(state, prompt), LOOKED_AT if lobbing else 1))
        action: Any = answers[0]
        if lobbing:
            shots = [one for one in answers if isinstance(one, ShootAt)]
            action = min(shots, key=lambda one: not _lobs(state, one.unit), default=action)
        done = referee.act(
            match=match.pk, viewer=frozenset({prompt.side}), ref=str(number), prompt=prompt.id,
            action=action,
        )  # fmt: skip
        assert isinstance(done, referee.Accepted), done
        missed = missed or _missed(match, rules, done)
    raise AssertionError("the battle does not end")


def _lobs(state: State, unit: UnitId) -> bool:
    return any(weapon.artillery == "catapult" for weapon in state.stats[unit].missiles)


def _missed(match: Match, rules: Any, done: referee.Accepted) -> tuple[int, int] | None:
    """Of the last ruling: the fact before it, and how far off its template landed, in 1/100 mm."""
    (ruled,) = log.read_back(rules, match.pk, done.seq, 1)
    for fact in ruled.facts:
        if isinstance(fact, TemplateLanded) and not fact.struck and len(fact.way) > 1:
            return ruled.after, round(math.dist(*fact.way))
    return None
