"""The trials by fire: kills, flipped bits, races, hostile and mutated files, random steps.

The suite runs each in a short form (`tests/web/test_trials.py`); `python -m tests.trials` at any size (docs/trials.md).
"""
