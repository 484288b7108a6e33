"""The position, what can happen to it, and the lines in which it is told. Knows neither the Automa nor the human's rules."""
