"""The board as the Automa's rules read it, and the rules that apply to both sides."""
