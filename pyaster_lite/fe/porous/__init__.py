"""Porous media: displacements of a skeleton with the pressures of what fills it and their temperature (r7.01.10, r7.01.11)."""
