"""MONO_VISC1: viscous slip (r5.03.11)."""

from ._slip import slip

slip("MONO_VISC1", "N K C")
