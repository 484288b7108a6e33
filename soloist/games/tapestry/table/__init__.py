"""The human's side. For now only a made-up human for soak tests; the rules for DIGITAL mode come here."""
