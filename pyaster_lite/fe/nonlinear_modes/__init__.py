"""Free periodic motions of structures with regularised contacts, by their energy: nonlinear modes (r5.06.07)."""
