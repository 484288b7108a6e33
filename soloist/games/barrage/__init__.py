"""Barrage with the TESLA Automa, with and without The Leeghwater Project."""
