"""From what the seats of a table brought to a match's Setup. Raises Refused, writes nothing."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.refusals import Refusal, Refused, refuse
from rules.core.ruleset import Seated
from rules.core.values import INCH, Line, SideId
from rules.ninth_age.armies.content import Roster
from rules.ninth_age.armies.enlisting import enlisted
from rules.ninth_age.armies.menu import OPTIONS
from rules.ninth_age.armies.muster import muster
from rules.ninth_age.armies.packs import Pack, pack
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.practice import practice
from rules.ninth_age.setup import Pregame, Setup
from rules.ninth_age.wording import no, number
from rules.ninth_age.zones import long_axis, offered

BOARDS = {
    "standard": (72 * INCH, 48 * INCH), "small": (36 * INCH, 48 * INCH),
    "large": (96 * INCH, 48 * INCH),
}  # fmt: skip
"""Width and height of the tables: the usual one, for warbands, for grand armies (T9A-FIELD-01)."""
SIDES = 2
NOTHING: Mapping[str, Any] = {}
"""What is brought to a practice table, which has armies of its own."""


def read_roster(raw: Any) -> Roster:
    """A list from plain JSON values. Raises Refused when it cannot be read."""
    try:
        return msgspec.convert(raw, Roster)
    except msgspec.ValidationError as error:
        line = Line(key="ninth_age.muster.unreadable")
        raise refuse("muster_unreadable", line) from error


def mustered(raw: Any) -> tuple[Refusal, ...]:
    """Why a list of plain JSON values is not legal, unreadable included; empty when it is."""
    if raw == NOTHING:
        return ()
    try:
        return muster(read_roster(raw), pack())
    except Refused as refused:
        return (refused.refusal,)


def arrange(
    scenario: str, seats: Mapping[SideId, Seated], options: Mapping[str, Any], commitment: str
) -> Setup:
    """The setup of a match for two, from its seats and the options of `menu`; `switches` turns
    rules on and off by name. Raises Refused for what is unknown, for lists that are illegal (LIST)
    or of different sizes (T9A-PRE-02)."""
    if scenario not in ARRANGED or len(seats) != SIDES:
        raise no("setup")
    return ARRANGED[scenario](seats, options, commitment)


def _practice(seats: Mapping[SideId, Seated], options: Mapping[str, Any], commitment: str) -> Setup:
    return practice(
        {side: seats[side].name for side in sorted(seats)},
        turns=int(options.get("turns", 6)),
        switches=_switches(options),
        dice=commitment,
    )


def _battle(seats: Mapping[SideId, Seated], options: Mapping[str, Any], commitment: str) -> Setup:
    known = pack()
    rosters = {side: _legal(seats[side], known) for side in sorted(seats)}
    sizes = [roster.points for roster in rosters.values()]
    if len(set(sizes)) > 1:
        raise no("setup_sizes", "T9A-PRE-02", n=number(sizes[0]), of=number(sizes[-1]))
    agreed = _agreed(options)
    width, height = BOARDS[agreed["board"]]
    return Setup(
        scenario="battle",
        width=width,
        height=height,
        sides={side: enlisted(r, side, seats[side].name, known) for side, r in rosters.items()},
        size=sizes[0],
        pregame=Pregame(
            layout=agreed["layout"],
            deployment=agreed["deployment"],
            objective=agreed["objective"],
            also=agreed["also"],
            scoring=agreed["scoring"],
            long_axis=agreed["long_axis"],
        ),
        switches=_switches(options),
        dice=commitment,
    )


def agree(scenario: str, options: Mapping[str, Any]) -> Refusal | None:
    """Why what is chosen for a table does not go together (T9A-FIELD-01, T9A-ZONE-09)."""
    if scenario != "battle":
        return None
    try:
        _agreed(options)
    except Refused as refused:
        return refused.refusal
    return None


def _agreed(options: Mapping[str, Any]) -> dict[str, str]:
    """Every option of a battle, the usual one where none was chosen. Raises Refused where two do
    not go together."""
    agreed = {key: _chosen(key, options) for key in OPTIONS}
    width, height = BOARDS[agreed["board"]]
    axis = long_axis(width, height, agreed["long_axis"] == "shorter")
    layout = pack().layouts.get(agreed["layout"])
    if layout is not None and (layout.width, layout.height) != (width, height):
        raise no("setup_layout", "T9A-FIELD-01")
    if agreed["deployment"] not in ("roll", *offered(width, height, axis)):
        raise no("setup_deployment", "T9A-ZONE-09")
    return agreed


ARRANGED = {"battle": _battle, "practice": _practice}


def _legal(seat: Seated, known: Pack) -> Roster:
    roster = read_roster(seat.roster)
    if wrong := muster(roster, known):
        raise Refused(wrong[0])
    return roster


def _chosen(key: str, options: Mapping[str, Any]) -> str:
    chosen = options.get(key) or OPTIONS[key][0]
    if chosen not in OPTIONS[key]:
        raise no("setup_option")
    return str(chosen)


def _switches(options: Mapping[str, Any]) -> Switches:
    try:
        chosen = msgspec.convert(options.get("switches") or {}, dict[str, Any])
        return msgspec.convert({**msgspec.to_builtins(SEED), **chosen}, Switches)
    except msgspec.ValidationError as error:
        raise no("setup_option") from error
