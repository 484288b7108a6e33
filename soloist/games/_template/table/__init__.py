"""What TABLE mode adds to the board."""
