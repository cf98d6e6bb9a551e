"""Army lists of The 9th Age."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from rules.core.plain import flaw
from rules.core.refusals import Refusal
from rules.core.values import Line
from rules.core.wording import word
from rules.ninth_age.armies import writing
from rules.ninth_age.armies.content import Category, Roster
from rules.ninth_age.armies.equipping import no
from rules.ninth_age.armies.muster import (
    LEAST_CORE,
    LEAST_POINTS,
    LONGEST_NAME,
    MOST_POINTS,
    MOST_UNITS,
    SHARES,
    cost,
    muster,
    names,
    points,
)
from rules.ninth_age.armies.packs import STATS, pack
from rules.ninth_age.armies.pasted import listing, mending
from table.armies.verdict import Share, Verdict, judged
from table.armies.workshops.base import Craft, Fix, Said, Words, Workshop
from table.armies.workshops.ninth_age import form, rows


class NinthAge(Workshop):
    """Units of an army list, bought with options and magic items, and formed up."""

    game = "ninth_age"
    kind = Roster
    longest_name = LONGEST_NAME
    most_bytes = listing.MOST_BYTES
    practice = ("hbe_2000", "og_2000")
    words = Words(
        list_name=_("Name of the army"),
        faction=_("Army list"),
        new=_("Write a new army list"),
        begin=_("Write an army list"),
        yours=_("Your army"),
        bring=_("Bring this army"),
        change=_("Change the army"),
        none_yet=_("no army yet"),
        lacking=_("You have no finished army of these points."),
        keep=_("Keep this army"),
        paste_help=_(
            "Text from a mail or a chat, in English or Russian: a unit a line with its points and "
            "options. Every line is answered; nothing is lost silently."
        ),
    )

    def factions(self, language: str) -> dict[str, str]:
        """The army lists by their names."""
        return {key: word(Line(key=self.faction_key(key)), language, {}) for key in pack().armies}

    def faction_of(self, roster: Any) -> str:
        """Its army list."""
        army: str = roster.army
        return army

    def faction_key(self, faction: str) -> str:
        """Key of an army list's name."""
        return f"ninth_age.army.{faction}"

    def begin(self, name: str, faction: str, points: int, language: str) -> Any:
        """A list without units."""
        return Roster(name=name, army=faction, points=points)

    def same_faction(self, roster: Any, faction: str) -> Any:
        """The same from an army list."""
        return replace(roster, army=faction)

    def read_form(self, data: QueryDict, roster: Any, language: str) -> Any:
        """The list that the builder's form describes."""
        return form.read(data, roster, language)

    def unfit(self, roster: Any) -> Refusal | None:
        """An unknown army list, too much of anything, a name that cannot be shown."""
        if roster.army not in pack().armies:
            return no("army")
        if len(roster.units) > MOST_UNITS:
            return no("units", n=len(roster.units), most=MOST_UNITS)
        if not LEAST_POINTS <= roster.points <= MOST_POINTS:
            return no("points_range", n=roster.points, least=LEAST_POINTS, most=MOST_POINTS)
        called = (unit.name for unit in roster.units if unit.name)
        return flaw(roster.name, LONGEST_NAME) or next(
            (wrong for name in called if (wrong := flaw(name, LONGEST_NAME))), None
        )

    def legal(self, roster: Any) -> bool:
        """Whether nothing is wrong with it."""
        return not muster(roster, pack())

    def judge(self, roster: Any, language: str) -> Verdict:
        """Points, shares and flaws."""
        return judged(
            cost(roster, pack()), roster.points, muster(roster, pack()), names(roster), language,
            _shares(roster),
        )  # fmt: skip

    def show(self, roster: Any, verdict: Verdict, language: str) -> Mapping[str, Any]:
        """Units by category, and the entries that may be added."""
        return {
            "chapters": rows.chapters(roster, verdict, language),
            "adders": rows.adders(roster, language),
            "general": rows.general(roster),
            "stats": STATS,
        }

    def write(self, roster: Any, language: str) -> str:
        """The list as text."""
        return writing.write(roster, language, pack())

    def read(self, text: str) -> Craft | Refusal:
        """A list from text, with ways out of every doubt."""
        found = listing.read(text, pack())
        if isinstance(found, Refusal):
            return found
        ways = mending.mends(found, pack())
        lines = tuple(
            Said(reading.line, reading.sense, reading.why, tuple(Fix(w.text, w.why) for w in fixes))
            for reading, fixes in zip(found.readings, ways, strict=True)
        )
        points = max(LEAST_POINTS, min(MOST_POINTS, found.roster.points))
        return Craft(replace(found.roster, points=points), lines, found.stated, found.counted)

    def mended(self, text: str, choices: Mapping[int, str]) -> str:
        """A text with some of its lines replaced; a total that was put right counts the others."""
        found = listing.read(text, pack())
        mended = super().mended(text, choices)
        if isinstance(found, Refusal):
            return mended
        chosen = [r for n, r in enumerate(found.readings) if choices.get(n) == "0"]
        if any(why.key.endswith(".total") for reading in chosen for why in reading.why):
            return mending.totalled(mended, pack())
        return mended

    def leader(self, roster: Any) -> str:
        """The army itself."""
        name: str = roster.name
        return name


def _shares(roster: Roster) -> tuple[Share, ...]:
    """What each category takes and may take (T9A-LIST-02)."""
    army = pack().armies.get(roster.army)
    spent: Counter[Category | str] = Counter()
    for unit in roster.units:
        if army and (entry := army.entry(unit.entry)):
            spent[entry.category] += points(unit, roster, pack())
    of = roster.points
    bounds = {name: (0, of * percent // 100) for name, _, percent in SHARES}
    bounds |= {"core": (-(-of * LEAST_CORE // 100), 0), "special": (0, 0)}
    spent["characters"] = spent["lords"] + spent["heroes"]
    order = ("lords", "heroes", "characters", "core", "special", "rare")
    return tuple(
        Share(f"ninth_age.category.{name}", spent[name], of, *bounds[name]) for name in order
    )


WORKSHOP = NinthAge()
