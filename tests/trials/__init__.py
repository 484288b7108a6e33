"""Stress tests ("trials"): kills, flipped bits, races, hostile and mutated files, random steps.

The test suite runs each in a short form (`tests/web/test_trials.py`); `python -m tests.trials` runs them at any size
(docs/trials.md).
"""
