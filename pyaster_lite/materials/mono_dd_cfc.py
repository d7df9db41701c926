"""MONO_DD_CFC: slip by densities of dislocations in face-centred metals (r5.03.11)."""

from ._slip import face_centred, slip

slip("MONO_DD_CFC", "TAU_F Y BETA RHO_REF", face_centred(), GAMMA0=0.001, A=0.13, B=0.005, N=200.0, ALPHA=0.35)
