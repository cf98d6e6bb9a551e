"""What may be chosen when a table is opened, and the armies that come with the game."""

from msgspec import to_builtins

from rules.core.menu import Choice, Menu, Option, OwnArmy, Scenario
from rules.core.packs import PackError
from rules.ninth_age.armies.muster import cost, default_rosters, muster
from rules.ninth_age.armies.packs import pack

SIZES = (500, 1000, 1500, 2000, 2500, 3000, 4000)
USUAL_SIZE = 2000

OPTIONS: dict[str, tuple[str, ...]] = {
    "layout": ("random", "old_road", "water_meadows", "open"),
    "deployment": ("roll", "classic", "diagonal", "flank_attack"),
    "objective": (
        "roll",
        "none",
        "hold_the_ground",
        "breakthrough",
        "capture_the_flags",
        "secure_target",
    ),
    "also": (
        "none",
        "roll",
        "hold_the_ground",
        "breakthrough",
        "capture_the_flags",
        "secure_target",
        "all",
    ),
    "scoring": ("percent", "ten_points"),
    "board": ("standard", "small", "large"),
    "long_axis": ("longer", "shorter"),
}
"""What a table of a battle agrees on, the usual thing first. What is rolled is rolled at the table
(T9A-FIELD-02, T9A-ZONE-01, T9A-OBJ-01, T9A-OBJ-16, T9A-VP-09)."""


def menu() -> Menu:
    """Everything that `arrange` understands."""
    options = tuple(_option(key, choices) for key, choices in OPTIONS.items())
    return Menu(
        name="ninth_age.name",
        note="ninth_age.note",
        scenarios=(
            _scenario("battle", options),
            _scenario("practice", (), armies=False),
        ),
        sizes=SIZES,
        usual_size=USUAL_SIZE,
    )


def _scenario(key: str, options: tuple[Option, ...], armies: bool = True) -> Scenario:
    name = f"ninth_age.scenario.{key}"
    return Scenario(
        id=key, name=f"{name}.name", text=f"{name}.text", options=options, armies=armies
    )


def _option(key: str, choices: tuple[str, ...]) -> Option:
    name = f"ninth_age.option.{key}"
    return Option(
        id=key,
        name=f"{name}.name",
        choices=tuple(Choice(id=choice, name=f"{name}.{choice}") for choice in choices),
    )


def own_armies(language: str) -> tuple[OwnArmy, ...]:
    """The lists that come with the game."""
    known = pack()
    return tuple(
        OwnArmy(
            id=key,
            name=roster.name,
            faction=f"ninth_age.army.{roster.army}",
            points=cost(roster, known),
            size=roster.points,
            roster=to_builtins(roster),
        )
        for key, roster in zip(known.rosters, default_rosters(language), strict=True)
    )


def problems() -> list[str]:
    """What is wrong with the game's data, in English for whoever mends it."""
    try:
        known = pack()
    except PackError as error:
        return [str(error)]
    return [
        f"roster {key}: {refusal.code}"
        for key, roster in known.rosters.items()
        for refusal in muster(roster, known)
    ]
