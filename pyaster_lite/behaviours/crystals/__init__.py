"""Metals seen as crystals that slip along given planes: the laws of one crystal and of aggregates of them (r5.03.11)."""
