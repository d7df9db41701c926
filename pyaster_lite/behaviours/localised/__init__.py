"""Laws of localised devices on a modal system (DYNA_VIBRA, COMPORTEMENT), one RELATION per file."""
