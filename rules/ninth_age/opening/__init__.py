"""The words for what comes before the first turn: its answers, questions, steps and facts."""
