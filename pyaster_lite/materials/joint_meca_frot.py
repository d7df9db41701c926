"""JOINT_MECA_FROT: joints that slide by Coulomb's law with adhesion (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import EXCLUS

from ._law import FUNCTION, MaterialLaw, liquid, liquid_words, parameter

DAMPERS = {"AMOR_NOR": "joint_damping", "AMOR_TAN": "joint_tangential_damping", "COEF_AMOR": "joint_open_damping"}
"""Damping across and along, N s/m3, and the share of it that an open joint keeps."""


def properties(occurrence):
    """Stiffnesses, Pa/m, friction, adhesion, Pa, hardening, Pa/m; the pressure of a fluid, Pa, the thickness sawn off, m; DAMPERS."""
    along = occurrence.K_N if occurrence.K_T is None else occurrence.K_T
    words = {"PRES_FLUIDE": "joint_fluid", "SCIAGE": "joint_sawn", **DAMPERS}
    return {
        "joint_normal": occurrence.K_N,
        "joint_tangential": along,
        "joint_friction": occurrence.MU,
        "joint_adhesion": occurrence.ADHESION,
        "joint_hardening": (occurrence.K_N + along) * 1e-6 if occurrence.PENA_TANG is None else occurrence.PENA_TANG,
        **{name: parameter(occurrence, word) for word, name in words.items() if occurrence[word] is not None},
        **liquid(occurrence),
    }


MATERIALS.add(
    "JOINT_MECA_FROT",
    MaterialLaw(
        FACT(
            "f",
            rules=(EXCLUS("PRES_FLUIDE", "SCIAGE"),),
            K_N=SIMP("o", typ="R", val_min=1e-12),
            K_T=SIMP("f", typ="R", val_min=1e-12),
            MU=SIMP("o", typ="R", val_min=1e-3),
            PENA_TANG=SIMP("f", typ="R", val_min=0.0),
            ADHESION=SIMP("f", typ="R", defaut=0.0, val_min=0.0),
            **{word: SIMP("f", typ="R", val_min=0.0) for word in DAMPERS},
            **{word: SIMP("f", typ=FUNCTION) for word in ("PRES_FLUIDE", "SCIAGE")},
            **liquid_words(),
        ),
        properties,
    ),
)
