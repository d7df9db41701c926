"""MONO_ISOT1: hardening of slips by slips (r5.03.11)."""

from ._slip import either, slip

slip("MONO_ISOT1", "R_0 Q B", either())
