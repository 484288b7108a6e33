"""What front ends show of Tapestry: instructions, events and cards in words, menus, and the drawn board."""
