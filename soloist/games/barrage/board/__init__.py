"""Position, events, set-up, notation and printed values of Barrage, and the rules that bind both sides: water, wheel,
scoring."""
