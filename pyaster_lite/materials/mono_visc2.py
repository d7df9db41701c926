"""MONO_VISC2: viscous slip with two more kinematic terms (r5.03.11)."""

from ._slip import slip

slip("MONO_VISC2", "N K C A D")
