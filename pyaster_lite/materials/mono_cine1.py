"""MONO_CINE1: kinematic hardening of slips (r5.03.11)."""

from ._slip import slip

slip("MONO_CINE1", "D")
