"""IRRAD3M: plasticity, creep and swelling of steels that neutrons pass (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw, functions, parameter

WORDS = {
    "R02": "first", "EPSI_U": "spread", "RM": "last", "AI0": "creep", "ETAI_S": "onset", "RG0": "swelling", "ALPHA": "pace",
    "PHI0": "fluence", "KAPPA": "share", "ZETA_F": "creep_factor", "ZETA_G": "swelling_factor", "TOLER_ET": "overrun",
}  # fmt: skip


def properties(occurrence):
    """neutrons_*: as in behaviours.irrad3m; the factors are one where they are not given."""
    found = {f"neutrons_{name}": parameter(occurrence, word) for word, name in WORDS.items()}
    return {name: 1.0 if value is None else value for name, value in found.items()}


MATERIALS.add(
    "IRRAD3M",
    MaterialLaw(
        FACT(
            "f",
            **functions("o", "R02 EPSI_U RM"),
            **{word: SIMP("o", typ="R", val_min=0.0) for word in ("AI0", "ETAI_S", "RG0", "ALPHA", "PHI0")},
            KAPPA=SIMP("f", typ="R", val_min=0.0, val_max=1.0, defaut=0.8),
            ZETA_F=SIMP("f", typ=FUNCTION),
            ZETA_G=SIMP("f", typ=FUNCTION),
            TOLER_ET=SIMP("f", typ="R", val_min=0.0, defaut=0.15),
        ),
        properties,
    ),
)
