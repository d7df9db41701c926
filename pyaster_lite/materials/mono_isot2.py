"""MONO_ISOT2: hardening of slips by slips, and by the system itself (r5.03.11)."""

from ._slip import either, slip

slip("MONO_ISOT2", "R_0 Q1 B1 Q2 B2", either())
