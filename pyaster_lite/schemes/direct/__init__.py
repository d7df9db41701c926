"""Time schemes of the direct transient (DYNA_VIBRA on physical unknowns), one per file."""
