"""What the Automa's rules read, and the laws both sides obey: water, wheel, scoring."""
