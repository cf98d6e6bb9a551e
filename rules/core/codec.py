"""To JSON and back: how facts, states and views are stored, sent and compared."""

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec

from .events import Event
from .ruleset import Rules
from .state import State

S = TypeVar("S", bound=State)

_encoder = msgspec.json.Encoder()


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def encode(value: Any) -> bytes:
    """A value as JSON. Equal values have equal bytes: fields and keys keep their order."""
    return _encoder.encode(value)


def decode(kind: Any, raw: bytes | str) -> Any:
    """A value of a kind (a struct or a union of them). Raises msgspec.ValidationError."""
    return _decoder(kind).decode(raw)


def decode_state(rules: Rules[S], raw: bytes | str) -> S:
    """A game's state. Raises msgspec.ValidationError."""
    state: S = decode(rules.types.state, raw)
    return state


def decode_events(rules: Rules[S], raw: bytes | str) -> tuple[Event, ...]:
    """A list of a game's facts. Raises msgspec.ValidationError."""
    events: tuple[Event, ...] = decode(tuple[rules.types.event, ...], raw)  # type: ignore[name-defined]
    return events


def encode_events(events: Iterable[Event]) -> bytes:
    """Facts as a JSON list."""
    return encode(tuple(events))
