"""LKR: limits of rocks that follow their distortion and the temperature, their creep and their dilatancy (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = {
    "PA": "air", "NELAS": "power", "SIGMA_C": "strength", "BETA": "angle", "GAMMA": "lode", "V_1": "v1", "V_2": "v2", "A_2": "a2",
    "M_0": "m0", "M_1": "m1", "Q_I": "meeting", "XI_1": "xi1", "XI_2": "xi2", "XI_5": "xi5", "F_P": "share", "A": "creep_rate",
    "N": "creep_power", "RHO_1": "rho1", "RHO_2": "rho2", "RHO_4": "rho4", "R_Q": "r_q", "R_M": "r_m", "R_S": "r_s", "R_X1": "r_x1",
    "R_X2": "r_x2", "R_X5": "r_x5", "Z": "activation", "COUPLAGE_P_VP": "coupling",
}  # fmt: skip
NONE_UNLESS_SAID = "NELAS GAMMA R_Q R_M R_S R_X1 R_X2 R_X5 Z"


def properties(occurrence):
    """Pressures and strengths in Pa, plastic distortions, the rate of creep in 1/s; the others have no dimension, or 1/K."""
    return {f"lkr_{name}": occurrence[word] for word, name in WORDS.items()}


MATERIALS.add(
    "LKR",
    MaterialLaw(
        FACT(
            "f",
            **numbers("o", "PA SIGMA_C M_0 M_1 Q_I XI_1 XI_2 XI_5 A N RHO_1 RHO_2 RHO_4"),
            V_1=SIMP("o", typ="R", val_min=1.0),
            V_2=SIMP("o", typ="R", val_min=1.0),
            A_2=SIMP("o", typ="R", val_min=0.5, val_max=1.0),
            BETA=SIMP("f", typ="R", defaut=1.5),
            F_P=SIMP("f", typ="R", defaut=0.1, val_min=-1.0, val_max=1.0),
            COUPLAGE_P_VP=SIMP("f", typ="R", defaut=1.0, into=(0.0, 1.0)),
            **{word: SIMP("f", typ="R", defaut=0.0) for word in NONE_UNLESS_SAID.split()},
        ),
        properties,
    ),
)
