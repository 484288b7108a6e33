"""What TABLE mode adds: offers, and a random human for soak tests."""
