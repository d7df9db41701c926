"""Pieces of implicit laws that a file names rather than writes: one file each, which registers itself."""
