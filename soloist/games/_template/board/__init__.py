"""The position, its events, and the notation. Imports neither the Automa nor the player's rules."""
