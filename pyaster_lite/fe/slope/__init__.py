"""Stability of slopes by limit equilibrium: slices above a slip surface, and the search for the surface that resists least (u4.84.47)."""
