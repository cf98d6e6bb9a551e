"""What every game here shares: the words of play, the table, dice, and the loop that runs a match.

Read in this order: values, table, events, agenda, ruleset.
"""
