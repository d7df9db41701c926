"""JOINT_MECA_RUPT: joints that crack under tension, and may be grouted or sawn (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import EXCLUS

from ._law import FUNCTION, MaterialLaw, liquid, liquid_words, parameter


def properties(occurrence):
    """Stiffnesses, Pa/m, strength, Pa, penalties; pressures, Pa, and the thickness that is sawn off, m."""
    if occurrence.PENA_RUPTURE is None:
        raise occurrence.wrong(None, "JOINT_MECA_RUPT needs PENA_RUPTURE")
    words = {"PRES_FLUIDE": "joint_fluid", "PRES_CLAVAGE": "joint_grout", "SCIAGE": "joint_sawn"}
    return {
        "joint_normal": occurrence.K_N,
        "joint_tangential": occurrence.K_N if occurrence.K_T is None else occurrence.K_T,
        "joint_strength": occurrence.SIGM_MAX,
        "joint_rupture_penalty": occurrence.PENA_RUPTURE,
        "joint_contact_penalty": occurrence.PENA_CONTACT,
        "joint_reach": occurrence.ALPHA,
        **{name: parameter(occurrence, word) for word, name in words.items() if occurrence[word] is not None},
        **liquid(occurrence),
    }


MATERIALS.add(
    "JOINT_MECA_RUPT",
    MaterialLaw(
        FACT(
            "f",
            rules=(EXCLUS("PRES_FLUIDE", "PRES_CLAVAGE"), EXCLUS("PRES_FLUIDE", "SCIAGE")),
            K_N=SIMP("o", typ="R", val_min=1e-12),
            K_T=SIMP("f", typ="R", val_min=1e-12),
            SIGM_MAX=SIMP("o", typ="R", val_min=0.0),
            ALPHA=SIMP("f", typ="R", defaut=1.0, val_min=0.0, val_max=2.0),
            PENA_RUPTURE=SIMP("f", typ="R", val_min=1e-12, val_max=10.0),
            PENA_CONTACT=SIMP("f", typ="R", defaut=1.0, val_min=1e-12),
            **{word: SIMP("f", typ=FUNCTION) for word in ("PRES_FLUIDE", "PRES_CLAVAGE", "SCIAGE")},
            **liquid_words(),
        ),
        properties,
    ),
)
