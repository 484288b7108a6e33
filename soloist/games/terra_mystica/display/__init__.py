"""What front ends show of Terra Mystica: instructions, events and cards in words, menus, and the drawn board."""
