"""What differs between published readings of the rules, as switches pinned for each match."""

from rules.core.values import Value


class Switches(Value, frozen=True):
    """Readings that an edition or a club may turn. The defaults are pure first edition."""

    coherency_connected: bool = True
    """A unit must be one group, not only pairs (SAGA-COH-02)."""
    second_move_cap_s: bool = True
    """A forced engagement goes S at most (SAGA-SEC-05)."""
    mounted_uneven_fatigue: bool = False
    """Riders who end a move in uneven ground tire (SAGA-TER-11)."""
    melee_depth: bool = False
    """Only the first ranks fight (SAGA-MEL-03)."""
    crossbow_own_armour: bool = False
    """Crossbowmen fight with armour one lower (SAGA-SHT-13)."""
    first_turn_limit: bool = False
    """The first player rolls three SAGA dice at most in his first turn (SAGA-DIC-05)."""
    no_dice_loses: bool = False
    """A warband that generates no SAGA dice has lost (SAGA-WIN-04)."""
    priests: bool = False
    """Priests and bards may be mustered (SAGA-WAR-08)."""


FIRST_EDITION = Switches()
"""The defaults."""
