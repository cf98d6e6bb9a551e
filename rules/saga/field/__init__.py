"""Where models stand, go and see: geometry of the rules, which knows no state of play."""
