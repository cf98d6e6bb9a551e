"""What may be done and how it would go: aims, odds, suggested answers."""
