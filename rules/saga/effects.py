"""What abilities do, as data: each effect is one struct here and one small function elsewhere.

`do` names it in the faction files: `{ do = "attack_dice", add = 3 }`. Numbers that change while an
effect is in play are worked out in `modifiers`, what happens at once in `using`.
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
    sheltered: bool = False
    """Attacks in this melee from uneven ground or cover: a model of it started its move there."""


class Doing(Value, frozen=True, tag_field="do", tag=snake):
    """What an ability does."""


class AttackDice(Doing, frozen=True):
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


class DefenceDice(Doing, frozen=True):
    """Defence dice for the unit in this combat."""

    add: int


class Reroll(Doing, frozen=True):
    """Dice that failed are rolled once more: `attack` or `defence`."""

    dice: Literal["attack", "defence"]


class Armour(Doing, frozen=True):
    """A change of armour."""

    add: int
    who: Who = "self"
    until: Until = "combat"


class Fatigue(Doing, frozen=True):
    """Fatigue markers: at once, when the combat ends, if the enemy withdraws from it, or when the
    activated unit engages."""

    add: int
    who: Who = "self"
    when: Literal["now", "end", "withdrawal", "engage"] = "now"
    to_limit: bool = False
    """Never beyond the unit's limit."""


class Recover(Doing, frozen=True):
    """Fatigue markers are taken off: the user's unit, all units of his side that pass the filter,
    or the enemy units of this combat. A count of 0 takes all."""

    count: int
    units: Filter = Filter()
    who: Literal["self", "units", "enemy"] = "self"


class Slay(Doing, frozen=True):
    """Models of the enemy in this melee are removed at once, as many as their class says."""

    counts: dict[str, int]


class Sacrifice(Doing, frozen=True):
    """The user removes `count` models of his unit, for `add` attack dice each."""

    count: int
    add: int


class Destroy(Doing, frozen=True):
    """The targets are removed from the game."""


class AllowanceStep(Doing, frozen=True):
    """The allowance of the activated unit is so many steps lower."""

    steps: int = 1


class Allowance(Doing, frozen=True):
    """The allowance of the activated unit grows by a length."""

    add: Length


class Ignore(Doing, frozen=True):
    """Hindrances that the units' moves need not heed."""

    what: tuple[Literal["uneven", "friends", "friendly_gaps"], ...]
    units: Filter = Filter()
    until: Until = "activation"


class Range(Doing, frozen=True):
    """Missile weapons of this kind reach `times` as far."""

    weapon: str
    times: int
    until: Until = "turn"


class RollSagaDice(Doing, frozen=True):
    """So many SAGA dice are rolled from the pool (SAGA-DIC-04)."""

    count: int


class TurnDie(Doing, frozen=True):
    """A die not yet placed is turned to the face wanted."""


class Uncancellable(Doing, frozen=True):
    """Attack dice that show a natural six cannot be cancelled."""


class DoubleHits(Doing, frozen=True):
    """Every hit counts as two if the side scores at least `ratio` times as many as it takes."""

    ratio: int = 2


class CountLosses(Doing, frozen=True):
    """So many enemy losses more are counted when it is decided who withdraws."""

    add: int


class Restrict(Doing, frozen=True):
    """The targets cannot be moved but to engage or withdraw."""

    until: Until = "own_turn"


class Cancel(Doing, frozen=True):
    """The declared activation is cancelled (SAGA-ACT-10)."""


class MoveInstead(Doing, frozen=True):
    """A unit activated to shoot is activated to move instead."""


class Evade(Doing, frozen=True):
    """The unit that the enemy has declared to engage goes straight away from him before he moves,
    this far at most. That is no activation."""

    length: Length


class Lure(Doing, frozen=True):
    """The target is moved toward the user's unit, this far at most: into contact, as the attacker,
    where it can be, else straight on. That is no activation."""

    length: Length


class Activate(Doing, frozen=True):
    """Units that pass the filter are activated: one, or all of them one after another."""

    units: Filter = Filter()
    kinds: tuple[Literal["move", "shoot", "rest"], ...] = ("move", "shoot", "rest")
    every: bool = False
    tires: bool = True
    """Whether it may bring fatigue (SAGA-FAT-01)."""
    may_engage: bool = True


class Choose(Doing, frozen=True):
    """The user chooses one of these, by its key."""

    options: dict[str, tuple["Effect", ...]]


Effect = (
    AttackDice | DefenceDice | Reroll | Armour | Fatigue | Recover | Slay | Sacrifice | Destroy
    | AllowanceStep | Allowance | Ignore | Range | RollSagaDice | TurnDie | Uncancellable
    | DoubleHits | CountLosses | Restrict | Cancel | MoveInstead | Evade | Lure | Activate | Choose
)  # fmt: skip


class Target(Value, frozen=True):
    """Enemy units that a use must name: `count` at most, at least `least`, that pass the filter."""

    units: Filter = Filter()
    count: int = 1
    least: int = 1
