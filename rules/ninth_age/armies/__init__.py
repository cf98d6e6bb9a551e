"""Armies before the battle: data, lists, their legality, lists as text."""
