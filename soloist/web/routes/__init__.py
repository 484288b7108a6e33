"""The pages: a module per subject."""
