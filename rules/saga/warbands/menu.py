"""What may be chosen when a table is opened, the warbands that come with the game, its rules."""

from msgspec import to_builtins

from rules.core.menu import Choice, Heading, Menu, Option, OwnArmy, Scenario
from rules.saga.warbands.muster import LEAST_POINTS, MOST_POINTS, cost, default_rosters
from rules.saga.warbands.packs import pack

USUAL_SIZE = 6


def menu() -> Menu:
    """Scenarios with the layouts they may be played on."""
    return Menu(
        name="saga.name",
        scenarios=tuple(
            Scenario(
                id=found.id,
                name=f"saga.scenario.{found.id}.name",
                text=f"saga.scenario.{found.id}.text",
                options=(_layouts(found.layouts),),
            )
            for found in pack().scenarios.values()
        ),
        sizes=tuple(range(LEAST_POINTS, MOST_POINTS + 1)),
        usual_size=USUAL_SIZE,
    )


def _layouts(keys: tuple[str, ...]) -> Option:
    choices = tuple(Choice(id=key, name=f"saga.layout.{key}.name") for key in keys)
    return Option(id="layout", name="saga.option_layout", choices=choices)


def own_armies(language: str) -> tuple[OwnArmy, ...]:
    """The warbands that come with the game."""
    known = pack()
    return tuple(
        OwnArmy(
            id=key,
            name=roster.name,
            faction=f"saga.faction.{roster.faction}.name",
            points=cost(roster, known),
            size=roster.points,
            roster=to_builtins(roster),
        )
        for key, roster in zip(known.rosters, default_rosters(language), strict=True)
    )


def headings() -> tuple[Heading, ...]:
    """The index of the rules."""
    return tuple(
        Heading(
            id=rule.id,
            chapter=_chapter(rule.id),
            name="saga.rule." + rule.id.replace("-", "_").replace("/", "_"),
            heading=rule.heading,
            built=rule.built,
            reason=rule.reason,
        )
        for rule in pack().index.values()
    )


def _chapter(rule: str) -> str:
    return rule.split("-")[1] if rule.startswith("SAGA-") else rule.split("/", maxsplit=1)[0]
