"""Suggested answers to every question."""
