"""What befalls units in any phase: wounds and saves, dangerous ground, panic, crumbling."""
