"""Redoing every roll of a match from its secret: anybody can, once the secret is out."""

from dataclasses import dataclass

from rules.core.dice import commitment, face, stream_key
from rules.core.events import Rolled

from .facts import Fact, Salted


@dataclass(frozen=True, slots=True)
class Audit:
    """How many dice were rolled, and in words what is wrong with them (nothing, if all is well)."""

    dice: int
    faults: tuple[str, ...]


def audit(facts: list[Fact], secret: str, published: str) -> Audit:
    """Recompute every roll among all facts of a match, taken-back ones included.

    Each roll must show the faces of the stream, and begin where the one before it ended, so that no
    draw was skipped or made twice.
    """
    raw, faults, drawn = bytes.fromhex(secret), [], 0
    if commitment(raw) != published:
        faults.append("the secret is not the one that was committed to")
    salts: dict[str, str] = {}
    for fact in facts:
        if isinstance(fact, Salted):
            if drawn:
                faults.append(f"side {fact.side} added its salt after {drawn} dice were rolled")
            salts[fact.side] = fact.salt
        elif isinstance(fact, Rolled):
            key = stream_key(raw, salts)
            expected = tuple(face(key, fact.first + n) for n in range(len(fact.faces)))
            if fact.first != drawn:
                faults.append(f"a roll begins at die {fact.first}, not at {drawn}")
            if fact.faces != expected:
                faults.append(f"die {fact.first}: rolled {fact.faces}, the stream has {expected}")
            drawn = fact.first + len(fact.faces)
    return Audit(drawn, tuple(faults))
