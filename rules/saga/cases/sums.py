"""The arithmetic of worked cases: what can be computed, from the numbers that play uses."""

from collections.abc import Callable
from typing import Any

from rules.saga import numbers
from rules.saga.cases.file import Malformed


def compute(what: str, given: dict[str, Any]) -> dict[str, Any]:
    """The facts of a compute case. A list under `cases` (or `units`) gives lists of facts."""
    if what not in COMPUTES:
        raise Malformed(f"unknown computation {what}")
    one = COMPUTES[what]
    rows = given.get("cases", given.get("units"))
    try:
        if rows is None:
            return one(given)
        answers = [one(row) for row in rows]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Malformed(f"input of {what}: {type(error).__name__} {error}") from error
    return {key: [answer[key] for answer in answers] for key in (answers[0] if answers else {})}


def _melee(given: dict[str, Any]) -> dict[str, Any]:
    profile = numbers.PROFILES[given["class"]]
    exhausted = bool(given.get("exhausted", False))
    return {"dice": numbers.melee_dice(profile, given["models"], exhausted)}


def _trade(given: dict[str, Any]) -> dict[str, Any]:
    trade = numbers.defence_trade(given["attack_dice"])
    return {"attack_dice": trade.attack_dice, "defence_dice": trade.defence_dice}


def _loser(given: dict[str, Any]) -> dict[str, Any]:
    return {"withdraws": numbers.melee_loser(given["attacker_losses"], given["defender_losses"])}


def _saga_dice(given: dict[str, Any]) -> dict[str, Any]:
    generated = 0
    for kind, key in (
        ("warlord", "warlord"),
        ("hearthguard", "hearthguard_units"),
        ("warriors", "warrior_units"),
        ("levies", "levy_units"),
    ):
        generated += numbers.PROFILES[kind].saga_dice * given.get(key, 0)
    return {"roll": numbers.saga_dice(generated, given.get("left_on_board", 0))}


def _shooting(given: dict[str, Any]) -> dict[str, Any]:
    able = given["shooters"]
    pool = numbers.shooting_dice(numbers.PROFILES[able["class"]], able["models_able"])
    hits = given.get("hits", 0)
    return {
        "attack_dice": numbers.capped_attack(pool, given.get("bonus_attack_dice", 0)),
        "defence_dice": numbers.capped_defence(hits, given.get("bonus_defence_dice", 0)),
    }


COMPUTES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "melee_attack_dice": _melee, "defence_trade": _trade, "melee_loser": _loser,
    "saga_dice": _saga_dice, "shooting_dice": _shooting,
}  # fmt: skip
"""What can be computed."""
