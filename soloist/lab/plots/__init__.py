"""Plots of experiments as SVG."""
