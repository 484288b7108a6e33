"""Tapestry with the Automa and the Shadow Empire."""
