"""The TESLA Automa, a module per part of the rulebook. Her rules read the board and her tiles, nothing else."""
