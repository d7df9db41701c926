"""Laws of contact between surfaces paired with each other (DEFI_CONT), one per file."""
