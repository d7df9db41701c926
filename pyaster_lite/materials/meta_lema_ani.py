"""META_LEMA_ANI and META_LEMA_ANI_FO: anisotropic creep of zircaloy whose phases change (u4.43.01, r4.04.05)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = (
    "YoungModulus PoissonRatio F1_A F2_A C_A F1_M F2_M C_M F1_N F2_N C_N F1_Q F2_Q C_Q F_MRR_RR C_MRR_RR F_MTT_TT C_MTT_TT F_MZZ_ZZ "
    "C_MZZ_ZZ F_MRT_RT C_MRT_RT F_MRZ_RZ C_MRZ_RZ F_MTZ_TZ C_MTZ_TZ F_ALPHA C_ALPHA TDEQ K NEQ T1C T2C QSR_K AC M T1R T2R AR BR"
)
PREFIX = "cladding_"
"""Before the words in lower case, the names that the law reads."""


def properties(occurrence):
    """Every parameter."""
    return {PREFIX + word.lower(): parameter(occurrence, word) for word in WORDS.split()}


both("META_LEMA_ANI", lambda values: FACT("f", **values("o", WORDS)), properties)
