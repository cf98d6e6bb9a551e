"""Battle boards as data: an ability, what it costs, when and by whom it may be used, what it does.

Faction files are decoded into these structs. Each effect is one struct here and one small function
in `effects`; `do` names it: `{ do = "attack_dice", add = 3 }`.
"""

from typing import Literal

from rules.core.values import Value, snake

Length = Literal["", "VS", "S", "M", "L"]
"""A length of the game; empty where there is none."""
Who = Literal["self", "enemy", "all"]
"""Units an effect touches: the user's named unit, the enemy's in this combat (or the named
targets), or all."""
Until = Literal["combat", "activation", "turn", "own_turn"]
"""How long a lasting effect lasts: this melee or shooting, this activation, this player turn, or
to the beginning of the user's next turn."""

WINDOWS = (
    "orders", "orders.reaction", "activation", "activation.reaction", "melee.reaction", "melee",
    "melee.end", "shooting", "shooting.reaction",
)  # fmt: skip
"""Every window that play opens. An ability of another window would never be usable."""

SYMBOLS = ("c", "u", "r")
"""Common, uncommon and rare (SAGA-DIC-01)."""


class Filter(Value, frozen=True):
    """Which units are meant. Every condition that is given must hold."""

    classes: tuple[str, ...] = ()
    """Any of these classes. The warlord counts as Hearthguard (SAGA-WAR-06)."""
    traits: tuple[str, ...] = ()
    """All of these traits."""
    any_trait: tuple[str, ...] = ()
    """At least one of these."""
    without: tuple[str, ...] = ()
    """None of these; classes may stand here too."""
    most: int = 0
    """So many models at most; 0 is no limit."""
    within: Length = ""
    """This near to the user's named unit, or, where none is named, to any unit of his."""
    fresh: bool = False
    """Not at its fatigue limit."""
    tired: bool = False
    """With at least one fatigue marker."""


class Effect(Value, frozen=True, tag_field="do", tag=snake):
    """What an ability does."""


class AttackDice(Effect, frozen=True):
    """Attack dice for the unit in this combat: `add`, and `by` more for every `per_count` of `per`.

    `least` and `most` bound the sum (0: no bound).
    """

    add: int = 0
    per: Literal["", "enemy_fatigue", "models", "more_models"] = ""
    by: int = 1
    per_count: int = 1
    least: int = 0
    most: int = 0
    if_enemy_armour: int = 0
    """Only against an armour of this much at most, as it is when the dice are rolled; 0: any."""


class DefenceDice(Effect, frozen=True):
    """Defence dice for the unit in this combat."""

    add: int


class Reroll(Effect, frozen=True):
    """Dice that failed are rolled once more: `attack` or `defence`."""

    dice: Literal["attack", "defence"]


class Armour(Effect, frozen=True):
    """A change of armour."""

    add: int
    who: Who = "self"
    until: Until = "combat"


class Fatigue(Effect, frozen=True):
    """Fatigue markers: at once, when the combat ends, if the enemy withdraws from it, or when the
    activated unit engages."""

    add: int
    who: Who = "self"
    when: Literal["now", "end", "withdrawal", "engage"] = "now"
    to_limit: bool = False
    """Never beyond the unit's limit."""


class Recover(Effect, frozen=True):
    """Fatigue markers are taken off units of the user's side that pass the filter."""

    count: int
    units: Filter = Filter()
    who: Literal["self", "units"] = "self"


class Slay(Effect, frozen=True):
    """Models of the enemy in this melee are removed at once, as many as their class says."""

    counts: dict[str, int]
    if_self: Filter = Filter()
    if_enemy: Filter = Filter()


class Sacrifice(Effect, frozen=True):
    """The user removes up to `most` models of his unit, for `add` attack dice each."""

    most: int
    add: int


class Destroy(Effect, frozen=True):
    """The targets are removed from the game."""


class AllowanceStep(Effect, frozen=True):
    """The allowance of the activated unit is so many steps lower."""

    steps: int = 1


class Allowance(Effect, frozen=True):
    """The allowance of the activated unit grows by a length."""

    add: Length


class Ignore(Effect, frozen=True):
    """Hindrances that the units' moves need not heed."""

    what: tuple[Literal["uneven", "friends", "friendly_gaps"], ...]
    units: Filter = Filter()
    until: Until = "activation"


class Range(Effect, frozen=True):
    """Missile weapons of this kind reach `times` as far."""

    weapon: str
    times: int
    until: Until = "turn"


class RollSagaDice(Effect, frozen=True):
    """So many SAGA dice are rolled from the pool (SAGA-DIC-04)."""

    count: int


class TurnDie(Effect, frozen=True):
    """A die not yet placed is turned to the face wanted."""


class Uncancellable(Effect, frozen=True):
    """Attack dice that show a natural six cannot be cancelled."""


class DoubleHits(Effect, frozen=True):
    """Every hit counts as two if the side scores at least `ratio` times as many as it takes."""

    ratio: int = 2


class CountLosses(Effect, frozen=True):
    """So many enemy losses more are counted when it is decided who withdraws."""

    add: int


class Restrict(Effect, frozen=True):
    """The targets cannot be moved but to engage or withdraw."""

    until: Until = "own_turn"


class Cancel(Effect, frozen=True):
    """The declared activation is cancelled (SAGA-ACT-10)."""


class MoveInstead(Effect, frozen=True):
    """A unit activated to shoot is activated to move instead."""


class Activate(Effect, frozen=True):
    """Units that pass the filter are activated: one, or all of them one after another."""

    units: Filter = Filter()
    kinds: tuple[Literal["move", "shoot", "rest"], ...] = ("move", "shoot", "rest")
    every: bool = False
    tires: bool = True
    """Whether it may bring fatigue (SAGA-FAT-01)."""
    may_engage: bool = True


class Choose(Effect, frozen=True):
    """The user chooses one of these, by its key."""

    options: dict[str, tuple["SagaEffect", ...]]


SagaEffect = (
    AttackDice | DefenceDice | Reroll | Armour | Fatigue | Recover | Slay | Sacrifice | Destroy
    | AllowanceStep | Allowance | Ignore | Range | RollSagaDice | TurnDie | Uncancellable
    | DoubleHits | CountLosses | Restrict | Cancel | MoveInstead | Activate | Choose
)  # fmt: skip


class Target(Value, frozen=True):
    """Enemy units that a use must name: `count` at most, at least `least`, that pass the filter."""

    units: Filter = Filter()
    count: int = 1
    least: int = 1


class Ability(Value, frozen=True):
    """One box of a battle board."""

    id: str
    cost: tuple[str, ...]
    """What each die of one use must show: `c`, `u`, `r`, `c|r`, `any`."""
    windows: tuple[str, ...]
    effects: tuple[SagaEffect, ...]
    rare: tuple[SagaEffect, ...] = ()
    """What it does instead when a rare die was spent; empty: the same."""
    unit: Filter | None = None
    """The own unit a use names (in a combat: one of that combat); None: it names none."""
    target: Target | None = None
    """The enemy units a use names."""
    foe: Filter | None = None
    """In a combat or reaction: what the enemy unit must be."""
    pool: bool = False
    """A box of the left column: any number of dice, one removed at each use (SAGA-ORD-03)."""
    rule: str = ""
    confidence: Literal["sure", "partial", "reconstructed"] = "sure"


class Board(Value, frozen=True):
    """A battle board: its abilities in the order in which they are printed."""

    faction: str
    abilities: dict[str, Ability]
