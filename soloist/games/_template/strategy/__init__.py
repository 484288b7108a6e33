"""What agents know about the game."""
