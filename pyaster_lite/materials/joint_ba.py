"""JOINT_BA: the bond of steel bars and concrete (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

WORDS = {
    "HPEN": "thickness", "GTT": "shear", "GAMD0": "first", "AD1": "first_rate", "BD1": "first_power", "GAMD2": "second",
    "AD2": "second_rate", "BD2": "second_power", "VIFROT": "friction", "FA": "kinematic", "FC": "confinement", "EPSTR0": "opens",
    "ADN": "open_rate", "BDN": "open_power",
}  # fmt: skip


def properties(occurrence):
    """The thickness, m; the shear modulus, Pa; the strains at which damage begins, its rates and powers; friction."""
    return {f"bond_{name}": occurrence[word] for word, name in WORDS.items()}


MATERIALS.add(
    "JOINT_BA",
    MaterialLaw(
        FACT(
            "f",
            max=1,
            HPEN=SIMP("f", typ="R", defaut=1.0, val_min=0.0),
            **{word: SIMP("o", typ="R", val_min=0.0) for word in ("GTT", "AD1", "AD2", "VIFROT", "FA", "FC", "ADN")},
            GAMD0=SIMP("o", typ="R", val_min=1e-4, val_max=1e-1),
            BD1=SIMP("f", typ="R", defaut=0.5, val_min=0.1),
            GAMD2=SIMP("o", typ="R", val_min=1e-4, val_max=1.0),
            BD2=SIMP("f", typ="R", defaut=1.0, val_min=0.1),
            EPSTR0=SIMP("o", typ="R", val_min=1e-4, val_max=1.0),
            BDN=SIMP("f", typ="R", defaut=1.0, val_min=0.1),
        ),
        properties,
    ),
)
