"""The ways in which players and list builders write an army list down."""

from collections.abc import Callable, Iterator

from rules.ninth_age.armies.content import CHARACTERS, Entry, Roster, RosterUnit
from rules.ninth_age.armies.muster import cost, general_of, points
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.profiles import offers
from rules.ninth_age.armies.writing import option_name, said

Layout = Callable[[Roster, str], str]


def entry_of(unit: RosterUnit, roster: Roster) -> Entry:
    entry = pack().armies[roster.army].entry(unit.entry)
    assert entry is not None
    return entry


def name(unit: RosterUnit, roster: Roster, language: str) -> str:
    return said(entry_of(unit, roster).named, language)


def army(roster: Roster, language: str) -> str:
    return said(f"ninth_age.army.{roster.army}", language)


def bought(unit: RosterUnit, roster: Roster, language: str) -> list[str]:
    """General, options and items, each as a piece of its own."""
    known = offers(entry_of(unit, roster), pack().armies[roster.army])
    found = [said("ninth_age.listing.general", language)] * (unit.id == general_of(roster, pack()))
    for key in dict.fromkeys(unit.options):
        times = unit.options.count(key)
        called = option_name(known[key], language)
        found.append(f"{times} x {called}" if times > 1 else called)
    return [*found, *(said(f"ninth_age.name.{key}", language) for key in unit.items)]


def priced(unit: RosterUnit, roster: Roster) -> int:
    return points(unit, roster, pack())


def chapters(roster: Roster) -> Iterator[tuple[str, list[RosterUnit]]]:
    for category in ("lords", "heroes", "core", "special", "rare"):
        units = [u for u in roster.units if entry_of(u, roster).category == category]
        if units:
            yield category, units


def head(roster: Roster, language: str) -> str:
    return f"My host\n{army(roster, language)}, {roster.points}\n"


def price_last(roster: Roster, language: str) -> str:
    """20 Ghouls, Champion - 185 pts"""
    lines = [
        f"{', '.join([f'{u.models} {name(u, roster, language)}', *bought(u, roster, language)])}"
        f" - {priced(u, roster)} pts"
        for u in roster.units
    ]
    return head(roster, language) + "\n".join(lines) + f"\nTotal: {cost(roster, pack())}\n"


def price_first(roster: Roster, language: str) -> str:
    """The layout of tournament packs: the army, 185 - 20 Ghouls, Champion, and the bare total."""
    lines = [
        f"{priced(u, roster)} - "
        + ", ".join([f"{u.models} {name(u, roster, language)}", *bought(u, roster, language)])
        for u in roster.units
    ]
    return "\n".join([army(roster, language), *lines, str(cost(roster, pack()))])


def in_brackets(roster: Roster, language: str) -> str:
    """20x Ghouls (Champion, Musician) (185)"""
    lines = []
    for u in roster.units:
        more = bought(u, roster, language)
        inner = f" ({', '.join(more)})" if more else ""
        lines.append(f"* {u.models}x {name(u, roster, language)}{inner} ({priced(u, roster)})")
    return head(roster, language) + "\r\n".join(lines)


def of_columns(roster: Roster, language: str) -> str:
    """Cells with tabs between, as from a table."""
    lines = [
        "\t".join(
            [str(u.models), name(u, roster, language), *bought(u, roster, language),
             str(priced(u, roster))]
        )
        for u in roster.units
    ]  # fmt: skip
    return head(roster, language) + "\n".join(lines)


def options_below(roster: Roster, language: str) -> str:
    """A unit with its price, its options below with bullets, headings and blank lines between."""
    lines = [f"== {army(roster, language)} ==", ""]
    for category, units in chapters(roster):
        total = sum(priced(u, roster) for u in units)
        lines += [f"# {said(f'ninth_age.category.{category}', language)} ({total} pts)", ""]
        for u in units:
            lines.append(f"{u.models} {name(u, roster, language)} = {priced(u, roster)}")
            lines += [f"   • {piece}" for piece in bought(u, roster, language)]
            lines.append("")
    return "\ufeff" + "\r\n".join(lines)


def battlescribe(roster: Roster, language: str) -> str:
    """The text that BattleScribe writes."""
    limit, total = f"{roster.points:,}", f"{cost(roster, pack()):,}"
    lines = [f"++ {army(roster, language)} ({army(roster, language)} 1.0) [{limit}pts] ++", ""]
    for category, units in chapters(roster):
        lines += [f"+ {said(f'ninth_age.category.{category}', language)} +", ""]
        for u in units:
            called = name(u, roster, language)
            single = called.removesuffix("s") if language == "en" else called
            one = entry_of(u, roster)
            models = [f"{u.models}x {single}"] if one.models[0] != one.models[1] else []
            more = [*models, *bought(u, roster, language)]
            lines += [f"{called} [{priced(u, roster):,}pts]" + f": {', '.join(more)}" * bool(more)]
            lines += [""]
    end = ["", "Created with BattleScribe (https://battlescribe.net)"]
    return "\n".join([*lines, f"++ Total: [{total}pts] ++", *end])


def new_recruit(roster: Roster, language: str) -> str:
    """The text that New Recruit writes: headings with sums, and options below with points."""
    lines = [f"# ++ {army(roster, language)} ++ [{cost(roster, pack())} pts]"]
    for category, units in chapters(roster):
        total = sum(priced(u, roster) for u in units)
        lines += [f"## {said(f'ninth_age.category.{category}', language)} [{total} pts]"]
        for u in units:
            count = f"{u.models}x " if u.models > 1 or entry_of(u, roster).models[1] > 1 else ""
            lines.append(f"{count}{name(u, roster, language)} [{priced(u, roster)} pts]")
            lines += [f"• {piece}" for piece in bought(u, roster, language)]
    return "\n".join(lines)


def with_a_colon(roster: Roster, language: str) -> str:
    """40 Ghouls: Champion, Musician – 660; characters without a number."""
    lines = []
    for u in roster.units:
        alone = entry_of(u, roster).category in CHARACTERS or entry_of(u, roster).models[1] == 1
        called = name(u, roster, language)
        front = called if alone else f"{u.models} {called}"
        more = ", ".join(bought(u, roster, language))
        lines.append(f"{front}{f': {more}' * bool(more)} – {priced(u, roster)}")
    return head(roster, language) + "\n\n".join(lines)


def quoted(roster: Roster, language: str) -> str:
    """Names of units between German quotes, before what they are."""
    lines = [
        f"– „{u.name}“: {u.models} {name(u, roster, language)}"
        f"{''.join(f', {piece}' for piece in bought(u, roster, language))} [{priced(u, roster)}]"
        for u in roster.units
    ]
    return head(roster, language) + "\n".join(lines)


def upper(roster: Roster, language: str) -> str:
    """Everything in capitals, numbered, pluses between."""
    lines = [
        f"{n}. {u.models} {name(u, roster, language)}".upper()
        + "".join(f" + {piece}".upper() for piece in bought(u, roster, language))
        + f" = {priced(u, roster)}"
        for n, u in enumerate(roster.units, 1)
    ]
    return head(roster, language) + "\n".join(lines)


LAYOUTS: tuple[Layout, ...] = (
    price_last, price_first, in_brackets, of_columns, options_below, battlescribe, new_recruit,
    with_a_colon, quoted, upper,
)  # fmt: skip
