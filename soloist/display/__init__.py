"""Data types with which games describe pictures and components to front ends."""
