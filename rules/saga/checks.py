"""What must hold of the data before anybody plays with it. Data that reads well and does nothing,
or that nobody can read in his own language, is the worst fault: the server refuses to start."""

from collections.abc import Iterable
from typing import get_args

from rules.core.packs import PackError
from rules.core.wording import LANGUAGES, catalogue
from rules.saga.content import BOXES, Ability, Faction, Layout, Rank, Scenario
from rules.saga.effects import Choose, Effect
from rules.saga.numbers import CLASSES
from rules.saga.play.board import COMBAT_WINDOWS
from rules.saga.play.using import ORDERS_WINDOWS, unworked
from rules.saga.warbands.muster import muster
from rules.saga.warbands.packs import Pack, pack

OPENED = frozenset({*ORDERS_WINDOWS, *COMBAT_WINDOWS, "activation", "activation_reaction"})
"""Windows that play opens."""

LEFT = 5
RANKS = get_args(Rank)


def problems() -> list[str]:
    """What is wrong with the game's data, in English for whoever mends it; empty when sound."""
    try:
        known = pack()
        keys = {language: catalogue(language).keys() for language in LANGUAGES}
    except (PackError, ValueError) as error:
        return [str(error)]
    found = [f"effect {name} has no function that does it" for name in unworked()]
    for ability in _abilities(known):
        found += _ability(ability, known)
    for faction in known.factions.values():
        found += _faction(faction, known)
    for scenario in known.scenarios.values():
        found += _scenario(scenario, known)
    for layout in known.layouts.values():
        found += _layout(layout)
    for key, roster in known.rosters.items():
        found += [f"roster {key}: {refusal.code}" for refusal in muster(roster, known)]
    for heading in known.index.values():
        if not heading.built and not heading.reason:
            found.append(f"{heading.id} is not built and does not say why")
    for language, said in keys.items():
        found += [f"{language} does not say {key}" for key in sorted(wanted(known) - said)]
    return found


def wanted(known: Pack) -> set[str]:
    """Keys that the data itself brings into the catalogue."""
    keys = {f"saga.class.{rank}" for rank in CLASSES}
    for ability in _abilities(known):
        keys |= {f"saga.ability.{ability.id}.name", f"saga.ability.{ability.id}.text"}
        keys |= {f"saga.window.{window}" for window in ability.windows}
        keys |= {f"saga.choice.{choice}" for choice in _choices(ability.effects)}
        keys |= {f"saga.confidence.{ability.confidence}"}
        keys |= {f"saga.unsure.{what}" for what in ability.unsure}
    for faction in known.factions.values():
        keys |= {f"saga.faction.{faction.id}.name", f"saga.faction.{faction.id}.text"}
        keys |= {f"saga.symbol.{faction.id}.{symbol}" for symbol in "CUR"}
        for kind in faction.kinds:
            keys.add(f"saga.kind.{faction.id}.{kind.rank}")
            keys |= {f"saga.option.{option.id}" for option in kind.options}
            keys |= {f"saga.trait.{t}" for option in kind.options for t in option.traits}
    for scenario in known.scenarios.values():
        keys |= {f"saga.scenario.{scenario.id}.name", f"saga.scenario.{scenario.id}.text"}
        carts = range(scenario.convoy.units) if scenario.convoy else ()
        keys |= {f"saga.baggage.{number + 1}" for number in carts}
    for layout in known.layouts.values():
        keys.add(f"saga.layout.{layout.id}.name")
        keys |= {piece.name for piece in layout.terrain.values()}
    for roster in known.rosters.values():
        keys |= {roster.name, *(unit.name for unit in roster.units)}
    return keys


def _abilities(known: Pack) -> Iterable[Ability]:
    yield from known.common.values()
    for faction in known.factions.values():
        yield from faction.abilities


def _choices(effects: Iterable[Effect]) -> set[str]:
    return {key for effect in effects if isinstance(effect, Choose) for key in effect.options}


def _ability(ability: Ability, known: Pack) -> list[str]:
    found = [f"{ability.id}: window {w} never opens" for w in ability.windows if w not in OPENED]
    if ability.rule not in known.index:
        found.append(f"{ability.id}: rule {ability.rule!r} is not in the index")
    elif not known.index[ability.rule].built:
        found.append(f"{ability.id}: the index says that {ability.rule} is not built")
    if not ability.effects:
        found.append(f"{ability.id} does nothing")
    if ability.pool and len(ability.cost) != 1:
        found.append(f"{ability.id}: a pool spends one die a use")
    rare_fits = any(slot == "any" or "R" in slot.split("|") for slot in ability.cost)
    if ability.rare and not rare_fits:
        found.append(f"{ability.id}: no rare die can be spent on it")
    return found


def _faction(faction: Faction, known: Pack) -> list[str]:
    found = [f"{faction.id}: no box {box}" for box in faction.left if box not in known.common]
    if len(faction.left) != LEFT or len(faction.abilities) > BOXES:
        found.append(f"{faction.id}: a board has {LEFT} boxes at the left and {BOXES} more")
    if [kind.rank for kind in faction.kinds] != list(RANKS):
        found.append(f"{faction.id}: its kinds must be {', '.join(RANKS)}")
    others = [f for f in known.factions.values() if f.id != faction.id]
    taken = {*known.common, *(ability.id for other in others for ability in other.abilities)}
    found += [f"{faction.id}: box {a.id} exists twice" for a in faction.abilities if a.id in taken]
    free = [kind.rank for kind in faction.kinds if not kind.options]
    return found + [f"{faction.id}: {rank} have no equipment" for rank in free]


def _scenario(scenario: Scenario, known: Pack) -> list[str]:
    found = []
    if scenario.rule not in known.index:
        found.append(f"{scenario.id}: rule {scenario.rule!r} is not in the index")
    for key in scenario.layouts:
        if key not in known.layouts:
            found.append(f"{scenario.id}: no layout {key}")
            continue
        pieces = known.layouts[key].terrain
        missing = [area.piece for area in scenario.areas if area.piece not in pieces]
        found += [f"{scenario.id}: {key} has no piece {piece}" for piece in missing]
    if scenario.areas and set(scenario.worth) != set(RANKS):
        found.append(f"{scenario.id}: every class must be worth something in its areas")
    seats = sorted(zone.seat for zone in scenario.zones)
    if scenario.banks and sorted(bank.seat for bank in scenario.banks) != seats:
        found.append(f"{scenario.id}: every seat must have its bank")
    convoy = scenario.convoy
    if convoy and not (convoy.way_out.seat in seats and 0 < convoy.needed <= convoy.units):
        found.append(f"{scenario.id}: a seat must have enough baggage to bring away")
    if not scenario.layouts:
        found.append(f"{scenario.id} has no layout")
    return found


def _layout(layout: Layout) -> list[str]:
    found = []
    for key, piece in layout.terrain.items():
        if not key[:1].isalpha():
            found.append(f"{layout.id}: ids of pieces begin with a letter, not {key!r}")
        if not 3 <= len(piece.outline) <= 100:
            found.append(f"{layout.id}: {key} needs 3 to 100 corners")
    return found
