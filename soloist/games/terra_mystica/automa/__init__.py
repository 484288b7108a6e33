"""The Automa: a module per page of her rulebook. She knows the board and her cards, nothing else."""
