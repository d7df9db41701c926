"""THM_INIT, THM_LIQU, THM_GAZ, THM_VAPE_GAZ, THM_AIR_DISS, THM_RUPT, THM_DIFFU: porous media and what fills them (u4.43.01).

Every parameter becomes a property named by its keyword in lower case behind a prefix: THM_LIQU/UN_SUR_K is liquid.un_sur_k. Functions
are of the temperature TEMP, the capillary pressure PCAP, the saturation SAT, the gas pressure PGAZ or the porosity PORO.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, PRESENT_PRESENT

from ._law import MaterialLaw, functions, numbers, parameter

GRAVITY = ("PESA_X", "PESA_Y", "PESA_Z")
PERMEABILITY = "PERM_IN PERMIN_L PERMIN_N PERMIN_T PERM_END"
CONDUCTIVITY = "LAMB_T LAMB_TL LAMB_TN LAMB_TT LAMB_S LAMB_PHI D_LB_T D_LB_TL D_LB_TN D_LB_TT D_LB_S D_LB_PHI"
RETENTION = "SATU_PRES D_SATU_PRES PERM_LIQU D_PERM_LIQU_SATU PERM_GAZ D_PERM_SATU_GAZ D_PERM_PRES_GAZ"
DIFFUSION = "FICKV_T FICKV_PV FICKV_PG FICKV_S D_FV_T D_FV_PG FICKA_T FICKA_PA FICKA_PL FICKA_S D_FA_T"


def _properties(prefix: str):
    def properties(occurrence):
        given = {f"{prefix}.{word.lower()}": parameter(occurrence, word) for word in occurrence if word not in GRAVITY}
        if "PESA_X" in occurrence:
            given[f"{prefix}.gravity"] = np.array([occurrence[word] for word in GRAVITY])
        return {name: value for name, value in given.items() if value is not None}

    return properties


def _add(word: str, prefix: str, *rules, **words):
    MATERIALS.add(word, MaterialLaw(FACT("f", rules=rules, **words), _properties(prefix)))


_add(
    "THM_INIT",
    "initial",
    PRE1=SIMP("f", typ="R", defaut=0.0),
    PRE2=SIMP("f", typ="R", defaut=0.0),
    TEMP=SIMP("f", typ="R", defaut=0.0),
    **numbers("o", "PORO"),
    **numbers("f", "PRES_VAPE DEGR_SATU"),
)
_add("THM_LIQU", "liquid", **numbers("f", "RHO UN_SUR_K CP COEF_HENRY"), **functions("f", "ALPHA VISC D_VISC_TEMP"))
_add("THM_GAZ", "gas", **numbers("f", "MASS_MOL CP"), **functions("f", "VISC D_VISC_TEMP"))
_add("THM_VAPE_GAZ", "steam", **numbers("f", "MASS_MOL CP"), **functions("f", "VISC D_VISC_TEMP"))
_add("THM_RUPT", "crack", OUV_FICT=SIMP("o", typ="R"), UN_SUR_N=SIMP("f", typ="R", defaut=0.0))
_add("THM_AIR_DISS", "dissolved", **numbers("o", "CP"), **functions("o", "COEF_HENRY"))
_add(
    "THM_DIFFU",
    "skeleton",
    EXCLUS("BIOT_COEF", "BIOT_N"),
    PRESENT_PRESENT("BIOT_N", "BIOT_L"),
    PRESENT_PRESENT("BIOT_T", "BIOT_L", "BIOT_N"),
    EXCLUS("PERM_IN", "PERM_END", "PERMIN_L"),
    EXCLUS("LAMB_T", "LAMB_TL"),
    ENSEMBLE("A0", "SHUTTLE", "EPAI", "S_BJH", "W_BJH"),
    **numbers("o", "RHO PESA_X PESA_Y PESA_Z"),
    **numbers("f", "R_GAZ CP EMMAG BIOT_COEF BIOT_L BIOT_N BIOT_T LAMB_CT LAMB_C_L LAMB_C_N LAMB_C_T VG_N VG_SR VG_PR VG_SMAX VG_SATUR"),
    **numbers("f", "A0 SHUTTLE"),
    **functions("f", "EPAI S_BJH W_BJH"),
    VG_PENTR=SIMP("f", typ="R", defaut=0.0),
    **functions("f", f"PESA_MULT {PERMEABILITY} {CONDUCTIVITY} {RETENTION} {DIFFUSION}"),
)
