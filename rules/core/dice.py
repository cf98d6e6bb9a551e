"""Dice that can be checked: each draw of a match has a number, and its face follows from a secret.

The stream is a public format (docs/dice.md). Face n comes from HMAC-SHA256(key, n as 8 bytes, big
end first): its first byte below 252, modulo 6, plus 1. The key is SHA-256 over the secret and the
sides' salts. Draws are counted over the whole match, rewound ones included, so a take-back never
brings back the same dice.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Protocol


class Dice(Protocol):
    """A source of six-sided dice that knows how many it has given."""

    position: int

    def draw(self, count: int, need: int = 0) -> tuple[int, ...]:
        """The next faces; moves `position` on by `count`.

        `need` is the face that will count as a success, 0 where faces are only read. It changes
        nothing about real dice; those that work out odds branch by it.
        """
        ...


def commitment(secret: bytes) -> str:
    """What is published before the first roll: it binds the server to its secret."""
    return hashlib.sha256(b"skald-dice-1:" + secret).hexdigest()


def stream_key(secret: bytes, salts: dict[str, str]) -> bytes:
    """The key of the stream: the secret and every side's salt, in the order of side ids."""
    text = ";".join(f"{side}={salts[side]}" for side in sorted(salts))
    return hashlib.sha256(secret + b"|" + text.encode()).digest()


def face(key: bytes, number: int) -> int:
    """The face of draw `number`, 1 to 6, every face equally likely."""
    block = hmac.digest(key, number.to_bytes(8, "big"), "sha256")
    while True:
        for byte in block:
            if byte < 252:
                return byte % 6 + 1
        block = hmac.digest(key, block, "sha256")


class SealedDice:
    """Real play: faces from the match's key, starting at the first number never drawn before."""

    def __init__(self, key: bytes, position: int = 0) -> None:
        self._key = key
        self.position = position

    def draw(self, count: int, need: int = 0) -> tuple[int, ...]:
        """The next `count` faces."""
        first, self.position = self.position, self.position + count
        return tuple(face(self._key, n) for n in range(first, self.position))


class ScriptedDice:
    """Tests: the faces that the case lists; running out of them is an error of the case."""

    def __init__(self, faces: Iterable[int], position: int = 0) -> None:
        self._faces: Sequence[int] = tuple(faces)
        self._start = position
        self.position = position

    def draw(self, count: int, need: int = 0) -> tuple[int, ...]:
        """The next `count` scripted faces."""
        first = self.position - self._start
        faces = tuple(self._faces[first : first + count])
        if len(faces) < count:
            raise ValueError(f"the script has {len(faces)} dice left, {count} are rolled")
        self.position += count
        return faces

    @property
    def left(self) -> int:
        """Scripted faces nobody has rolled."""
        return len(self._faces) - (self.position - self._start)
