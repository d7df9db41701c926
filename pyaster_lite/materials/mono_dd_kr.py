"""MONO_DD_KR: slip by densities of dislocations after Kocks and Rauch (r5.03.11)."""

from ._slip import either, slip

slip("MONO_DD_KR", "K TAUR TAU0 GAMMA0 DELTAG0 BSD GCB KDCS P Q", either())
