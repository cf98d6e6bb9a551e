"""Where units stand, go and charge: geometry of the rules, which knows no state of play."""
