"""What comes before the first turn, from the battlefield to the roll for it."""
