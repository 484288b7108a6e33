"""What the bots' rules read, and the laws everybody obeys."""
