"""JONC_ENDO_PLAS: a joint of wall and floor that bends, damaged and plastic (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

WORDS = ("KE", "KP", "KDP", "KDM", "RDP", "RDM", "MYP", "MYM")


def properties(occurrence):
    """N m/rad of the elastic, the hardening and the damaged stiffnesses, rad and N m of both sides' limits."""
    return {"bending_joint": tuple(occurrence[word] for word in WORDS)}


MATERIALS.add(
    "JONC_ENDO_PLAS",
    MaterialLaw(
        FACT(
            "f",
            **{word: SIMP("o", typ="R", val_min=1e-5) for word in ("KE", "KP", "KDP", "KDM", "MYP")},
            RDP=SIMP("o", typ="R", val_min=1e-9),
            RDM=SIMP("o", typ="R", val_max=-1e-9),
            MYM=SIMP("o", typ="R", val_max=-1e-5),
        ),
        properties,
    ),
)
