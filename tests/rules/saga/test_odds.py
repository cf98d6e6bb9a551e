"""Exact outcomes of shooting and melee: listed fractions, closed form, and the rules themselves.

SAGA-SHT-06, -08, -09, -10 and SAGA-MEL-03, -07, -08 give the numbers of dice and what they need.
"""

import tomllib
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from rules.core.odds import Odds
from rules.core.refusals import Refusal
from rules.core.ruleset import Action
from rules.saga.actions import Move, Shoot, Trade
from rules.saga.advice.aims import blow, combat_between
from rules.saga.advice.odds import Blow, casualties, outlook
from rules.saga.advice.suggest import suggest
from rules.saga.numbers import RANGES, profile_of, shooting_dice
from rules.saga.play.melee import pool_of
from rules.saga.questions import Activate
from rules.saga.state import State
from rules.testing.odds import ExactDice, outcomes
from rules.testing.tiny import table
from tests.rules.saga.adapter import SagaAdapter

COUNTS = Path(__file__).parent / "counts"
MATCHUPS = tomllib.loads((COUNTS / "blows.toml").read_text())["matchup"]
SAGA = SagaAdapter()
GROUND = {"light": "wood uneven area light_cover", "heavy": "ruin uneven area heavy_cover"}


def row(count: int, y: float) -> str:
    return " ".join(f"{10 + 1.25 * i},{y}" for i in range(count))


def position(m: dict[str, Any], **given: Any) -> State:
    """The two units in rows, three inches apart, warlords far away."""
    lines = [
        f"unit a striker {m['attacker']}: {row(m['attackers'], 10)}",
        f"unit b target {m['defender']}: {row(m['defenders'], 14)}",
        "unit a lord warlord: 44,2",
        "unit b thegn warlord: 44,34",
    ]
    if m.get("cover"):
        lines.append(f"terrain {GROUND[m['cover']]}: 5,12.5 40,12.5 40,20 5,20")
    return SAGA.state(table("\n".join(lines)), given)


def blow_of(m: dict[str, Any]) -> Blow:
    state = position(m)
    weapon = next((trait for trait in m["attacker"].split() if trait in RANGES), "")
    combat = combat_between(state, "striker", "target", m["kind"], weapon)
    found = state.table.units["striker"]
    dice = pool_of(state, "striker")
    if m["kind"] == "shooting":
        dice = shooting_dice(profile_of(found), len(found.models))
    return blow(state, combat, "striker", "target", dice)


def by_formula(m: dict[str, Any]) -> Odds[int]:
    """Each die costs a model by itself, with one chance: no defence die beyond the hits."""
    each = Fraction(7 - m["need"], 6) * Fraction(m["save"] - 1, 6)
    table: Odds[int] = {}
    for count in range(m["dice"] + 1):
        odds = comb(m["dice"], count) * each**count * (1 - each) ** (m["dice"] - count)
        dead = int(count > 1) if "warlord" in m["defender"] else min(count, m["defenders"])
        table[dead] = table.get(dead, Fraction(0)) + odds
    return table


@pytest.mark.parametrize("m", MATCHUPS, ids=lambda m: m["id"])
def test_dice_and_faces_of_a_matchup(m: dict[str, Any]) -> None:
    found = blow_of(m)
    assert (found.dice, found.need, found.save) == (m["dice"], m["need"], m["save"])


@pytest.mark.parametrize("m", MATCHUPS, ids=lambda m: m["id"])
def test_the_listed_outcomes_are_exact(m: dict[str, Any]) -> None:
    listed = dict(enumerate(Fraction(text) for text in m["fallen"]))
    assert sum(listed.values()) == 1
    assert casualties(blow_of(m)) == listed == by_formula(m)


def test_a_dozen_matchups_and_four_by_hand() -> None:
    assert len(MATCHUPS) >= 12
    assert sum("hand" in m for m in MATCHUPS) >= 4


SMALL = [m for m in MATCHUPS if m["dice"] <= 2]


@pytest.mark.parametrize("m", SMALL, ids=lambda m: m["id"])
def test_the_rules_themselves_give_the_same_outcomes(m: dict[str, Any]) -> None:
    """Every way the dice can fall is played through the whole ruleset."""

    def fight(dice: ExactDice) -> int:
        state = position(m, free={"a": ["determination", "we_obey"]})
        dice.position = state.draws
        prompt = next(iter(state.prompts.values()))
        action: Action = Move(unit="striker", engage="target")
        if m["kind"] == "shooting":
            action = Shoot(unit="striker", target="target")
        while True:
            outcome = SAGA.rules.resolve(state, prompt.id, action, dice)
            assert not isinstance(outcome, Refusal)
            state = outcome.state
            prompt = next(iter(state.prompts.values()))
            if state.combat is None and isinstance(prompt.question, Activate):
                break
            action = next(iter(suggest(state, prompt)))
            if isinstance(action, Trade):
                action = Trade(give=False)
        return m["defenders"] - len(state.table.units["target"].models)

    assert outcomes(fight) == casualties(blow_of(m))


def test_who_withdraws_worked_by_hand() -> None:
    """SAGA-MEL-09. One warrior (1 die, 4+ / 5+: 1/3) against one levy (1 die of 1..3, 4+ / 5+).

    Both dice cost a model with 1/3 and 4/9 (levy armour 3). Each unit is one model:
    the levy falls alone 4/9 * 2/3 = 8/27, the warrior alone 5/9 * 1/3 = 5/27, both 4/27,
    nobody 5/9 * 2/3 = 10/27, and then the attacker withdraws.
    """
    attack = Blow(dice=1, need=3, save=5, models=1)
    defence = Blow(dice=1, need=4, save=5, models=1)
    assert outlook(attack, defence) == {
        "wins": Fraction(8, 27),
        "dies": Fraction(5, 27),
        "both": Fraction(4, 27),
        "withdraws": Fraction(10, 27),
    }


def test_traded_dice_cancel_more() -> None:
    """SAGA-MEL-04, -05: two dice gained beside one a hit, twice the hits at most."""
    plain = Blow(dice=1, need=4, save=5)
    braced = Blow(dice=1, need=4, save=5, extra=2)
    # One hit (1/2) is saved by one of two dice on 5+: 1 - 4/9.
    assert casualties(plain)[1] == Fraction(1, 2) * Fraction(2, 3)
    assert casualties(braced)[1] == Fraction(1, 2) * Fraction(4, 9)
