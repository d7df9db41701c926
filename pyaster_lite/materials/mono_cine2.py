"""MONO_CINE2: kinematic hardening of slips, with restoration (r5.03.11)."""

from ._slip import slip

slip("MONO_CINE2", "D GM PM C")
