"""What TABLE mode adds: doubts, offers, and a random human for soak tests."""
