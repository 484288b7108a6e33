"""The trials by fire: kills, flipped bits, races, hostile and mutated files, random steps.

The suite runs each in a short form (`test_trials.py`); at any size: `python -m tests.trials --times 10` (CONTRIBUTING.md).
"""
