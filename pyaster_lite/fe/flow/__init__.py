"""Vibrations of structures in a flow: what the fluid adds to modes, and where it makes them unstable (r4.07.04)."""
