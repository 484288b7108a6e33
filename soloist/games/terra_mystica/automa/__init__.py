"""The Automa, a module per page of her rulebook. Her rules read only the board and her cards."""
