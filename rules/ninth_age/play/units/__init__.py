"""What units are, know and may do now: read from the state, written by every chapter."""
