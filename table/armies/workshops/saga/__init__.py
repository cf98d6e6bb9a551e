"""Warbands of SAGA."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from rules.core.plain import flaw
from rules.core.refusals import Refusal
from rules.core.values import Line
from rules.core.wording import word
from rules.saga.content import Roster
from rules.saga.warbands import listing
from rules.saga.warbands.muster import (
    LEAST_POINTS,
    LONGEST_NAME,
    MOST_POINTS,
    MOST_UNITS,
    cost,
    muster,
    names,
)
from rules.saga.warbands.packs import pack
from table.armies.verdict import Verdict, judged
from table.armies.workshops.base import Craft, Fix, Said, Words, Workshop
from table.armies.workshops.saga import sheet


class Saga(Workshop):
    """A warlord and his units, bought by the point."""

    game = "saga"
    kind = Roster
    longest_name = LONGEST_NAME
    most_bytes = listing.MOST_BYTES
    practice = ("normans_4", "anglo_danes_4")
    words = Words(
        list_name=_("Name of the warband"),
        faction=_("People"),
        new=_("Muster a new warband"),
        begin=_("Muster a warband"),
        yours=_("Your warband"),
        bring=_("Bring this warband"),
        change=_("Change the warband"),
        none_yet=_("no warband yet"),
        lacking=_("You have no finished warband of these points."),
        keep=_("Keep this warband"),
        paste_help=_(
            "A name, the people and the points, then a unit a line, in English or Russian. "
            "Every line is answered; nothing is lost silently."
        ),
    )

    def factions(self, language: str) -> dict[str, str]:
        """Peoples with a sentence about each."""
        return {key: _about(key, language) for key in pack().factions}

    def faction_of(self, roster: Any) -> str:
        """Its people."""
        faction: str = roster.faction
        return faction

    def faction_key(self, faction: str) -> str:
        """Key of a people's name."""
        return f"saga.faction.{faction}.name"

    def begin(self, name: str, faction: str, points: int, language: str) -> Any:
        """A warband with its warlord."""
        bare = Roster(name=name, faction=faction, points=points)
        lord = pack().factions[faction].kind("warlord")
        return replace(bare, units=(sheet.fresh(lord, bare, language),)) if lord else bare

    def same_faction(self, roster: Any, faction: str) -> Any:
        """The same of a people."""
        return replace(roster, faction=faction)

    def read_form(self, data: QueryDict, roster: Any, language: str) -> Any:
        """The warband that the builder's form describes."""
        return sheet.read(data, roster, language)

    def unfit(self, roster: Any) -> Refusal | None:
        """An unknown people, too much of anything, a name that cannot be shown."""
        if roster.faction not in pack().factions:
            return Refusal(code="muster_faction", line=Line(key="saga.muster.faction"))
        if len(roster.units) > MOST_UNITS:
            return next(r for r in muster(roster, pack()) if r.code == "muster_units")
        if not LEAST_POINTS <= roster.points <= MOST_POINTS:
            return next(r for r in muster(roster, pack()) if r.code == "muster_points_range")
        called = (unit.name for unit in roster.units if unit.name)
        return flaw(roster.name, LONGEST_NAME) or next(
            (wrong for name in called if (wrong := flaw(name, LONGEST_NAME))), None
        )

    def legal(self, roster: Any) -> bool:
        """Mustered without a flaw."""
        return not muster(roster, pack())

    def judge(self, roster: Any, language: str) -> Verdict:
        """Points and flaws."""
        spent = cost(roster, pack()) if roster.faction in pack().factions else 0
        return judged(spent, roster.points, muster(roster, pack()), names(roster), language)

    def show(self, roster: Any, verdict: Verdict, language: str) -> Mapping[str, Any]:
        """Rows of the builder, the kinds that may be added, the battle board."""
        return {
            "rows": sheet.rows(roster, verdict),
            "kinds": sheet.kinds(roster),
            "board": [
                (box, [_slot(roster.faction, slot, language) for slot in box.cost])
                for box in pack().board(roster.faction).boxes
            ],
        }

    def write(self, roster: Any, language: str) -> str:
        """The warband as text."""
        return listing.write(roster, language, pack())

    def read(self, text: str) -> Craft | Refusal:
        """A warband from text."""
        found = listing.read(text, pack())
        if isinstance(found, Refusal):
            return found
        return Craft(found.roster, tuple(map(_said, found.readings)))

    def leader(self, roster: Any) -> str:
        """The warlord."""
        name: str = next((u.name for u in roster.units if u.kind == "warlord"), roster.name)
        return name


def _said(reading: listing.Reading) -> Said:
    if reading.why is None:
        return Said(reading.line, reading.sense)
    return Said(reading.line, reading.sense, (reading.why,), (Fix(""),))


def _slot(faction: str, slot: str, language: str) -> str:
    """What a slot of a battle board takes: the faction's names of the faces, or any die."""
    if slot == "any":
        return word(Line(key="saga.symbol.any"), language, {})
    faces = (f"saga.symbol.{faction}.{symbol}" for symbol in slot.split("|"))
    return " / ".join(word(Line(key=face), language, {}) for face in faces)


def _about(key: str, language: str) -> str:
    about = (f"saga.faction.{key}.name", f"saga.faction.{key}.text")
    return " — ".join(word(Line(key=line), language, {}) for line in about)


WORKSHOP = Saga()
