"""What a unit shoots with and what stands between a wound and a model, as the rules read them.

Lengths in 1/100 mm; a save of 0 is none, of 4 one of 4+. Dice are written as in the lists: `2D6`.
"""

from typing import Literal

from rules.core.values import Value

Artillery = Literal[
    "", "catapult", "bolt_thrower", "cannon", "volley_gun", "flame", "breath", "shriek"
]
"""What does not shoot like a bow: a template, a bolt, a ball, a random number of shots."""


class Weapon(Value, frozen=True):
    """A shooting weapon in somebody's hands (T9A-WPN-01). `rules` are ids of special rules."""

    id: str
    reach: int = 0
    strength: int = 3
    piercing: int = 0
    """Taken from the armour save (Armour Piercing)."""
    shots: str = "1"
    """Shots of a model (Multiple Shots), hits of a breath."""
    wounds: str = "1"
    """Wounds that one unsaved wound becomes (Multiple Wounds): `D3`, `ordnance`."""
    rules: tuple[str, ...] = ()
    artillery: Artillery = ""
    nearest: int = 0
    """The least range of a catapult."""
    size: str = ""
    """Inches of a catapult's template or of a cannon's line."""
    centre_strength: int = 0
    """Strength against the model under the centre of a template."""
    centre_wounds: str = ""
    """Wounds of that hit alone."""

    def has(self, rule: str) -> bool:
        """Whether a special rule is on the weapon."""
        return rule in self.rules


class Guard(Value, frozen=True):
    """What a model is wounded on and saved by. `armour` is what armour adds, 0 to 6."""

    toughness: int = 3
    armour: int = 0
    ward: int = 0
    regeneration: int = 0
    shot_armour: int = 0
    """What armour adds besides against shots."""
    shot_ward: int = 0
    """A ward save against shots alone."""
