"""Golden playthroughs: whole games a person can read against the rulebook."""
