"""MONO_DD_FAT: slip by densities of dislocations in fatigue (r5.03.11)."""

from ._slip import face_centred, slip

slip("MONO_DD_FAT", "GAMMA0 TAU_F BETA N UN_SUR_D GC0 K", face_centred())
