"""Extended finite elements: discontinuities that the mesh does not follow (r7.02.12)."""
