"""The ways in which a law is written: one file each, which registers itself."""
