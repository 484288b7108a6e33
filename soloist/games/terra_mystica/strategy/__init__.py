"""What agents know about Terra Mystica: evaluation, lookahead, fast policy, parameters."""
