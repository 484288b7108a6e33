"""The TESLA Automa: a module per part of the rulebook. She knows the board and her tiles, nothing else."""
