"""The board as the bots' rules read it, and the rules that apply to all seats."""
