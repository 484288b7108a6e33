"""The Automa and the Shadow Empire, a module per part of their rulebook."""
