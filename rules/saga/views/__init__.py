"""What each side sees: the view, previews, sentences of the log, redaction."""
