"""Time schemes of the modal transient (DYNA_VIBRA on a reduced basis), one per file."""
