"""MONO_DD_CC_IRRA: slip by densities of dislocations in irradiated body-centred metals at low temperature (r5.03.11)."""

from ._slip import body_centred, slip

slip(
    "MONO_DD_CC_IRRA",
    "B GH DELTAG0 TAU_0 TAU_F GAMMA0 N RHO_MOB D D_LAT Y_AT K_F K_SELF K_BOLTZ A_IRRA XI_IRRA",
    body_centred(),
    DEPDT=0.0,
    MU_MOY=None,
)
