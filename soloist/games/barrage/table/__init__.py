"""TABLE mode of Barrage: doubts, offers, cost tracking, and a random human for soaks."""
