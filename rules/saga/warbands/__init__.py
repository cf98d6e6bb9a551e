"""Warbands before the battle: packs of data, musters, lists as text, the setup of a match."""
