"""Phases of metals along a history of temperatures (r4.04.01, r4.04.04)."""
