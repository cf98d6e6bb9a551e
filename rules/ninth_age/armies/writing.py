"""Army lists written out as plain text, in a language; `listing` reads it back in any."""

from rules.core.values import Line, Number, Param
from rules.core.wording import catalogue, word
from rules.ninth_age.armies.content import Army, Option, Roster, RosterUnit
from rules.ninth_age.armies.muster import cost, points
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.pasted.phrases import figure
from rules.ninth_age.armies.profiles import offers


def write(roster: Roster, language: str, pack: Pack) -> str:
    """A list as text in a language. Raises KeyError for an unknown army."""
    army = pack.armies[roster.army]
    head = said("ninth_age.listing.points", language, n=roster.points)
    lines = [roster.name, f"{said(f'ninth_age.army.{army.id}', language)}, {head}"]
    lines += [unit_line(unit, roster, army, language, pack) for unit in roster.units]
    total = said("ninth_age.listing.total", language, n=cost(roster, pack))
    return "\n".join([*lines, total]) + "\n"


def said(key: str, language: str, **numbers: int) -> str:
    """A word of the game with its numbers."""
    params: dict[str, Param] = {name: Number(value=n) for name, n in numbers.items()}
    return word(Line(key=key, params=params), language, {})


def option_name(option: Option, language: str) -> str:
    """The name of an option with its figure: `Mount's Protection (5+)`."""
    return str(catalogue(language)[option.named]) + figure(option)


def unit_line(unit: RosterUnit, roster: Roster, army: Army, language: str, pack: Pack) -> str:
    """A unit of a list as its line."""
    entry = army.entry(unit.entry)
    kind = said(entry.named, language) if entry else unit.entry
    known = offers(entry, army) if entry else {}
    what = [f"{unit.models} {kind}"]
    if unit.id == roster.general:
        what.append(said("ninth_age.listing.general", language))
    for key in dict.fromkeys(unit.options):
        times = unit.options.count(key)
        name = option_name(known[key], language) if key in known else key
        what.append(f"{times} x {name}" if times > 1 else name)
    what += [said(f"ninth_age.name.{key}", language) for key in unit.items]
    if unit.formation.files:
        what.append(said("ninth_age.listing.wide", language, n=unit.formation.files))
    for key, place in unit.formation.command.items():
        where = said("ninth_age.listing.place", language, n=place + 1)
        what.append(f"{said(f'ninth_age.name.{key}', language)} {where}")
    return f"- {unit.name}: {', '.join(what)} [{points(unit, roster, pack)}]"
