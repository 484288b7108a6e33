"""What agents know about Barrage: evaluation, lookahead, fast policy, parameters."""
