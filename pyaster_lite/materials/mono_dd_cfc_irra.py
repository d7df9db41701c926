"""MONO_DD_CFC_IRRA: slip by densities of dislocations in irradiated face-centred metals (r5.03.11)."""

from ._slip import face_centred, slip

slip(
    "MONO_DD_CFC_IRRA",
    "TAU_F Y BETA RHO_REF DZ_IRRA XI_IRRA RHO_VOID PHI_LOOP ALP_VOID ALP_LOOP RHO_SAT PHI_SAT",
    face_centred(),
    GAMMA0=0.001,
    A=0.13,
    B=0.005,
    N=200.0,
    ALPHA=0.35,
)
