"""SAGA, first edition: a skirmish of two warbands, told by rule ids of our own (`SAGA-MOV-04`)."""
