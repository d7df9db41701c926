"""CJS: soils of Cambou, Jafari and Sidoroff (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = {
    "BETA_CJS": "dilatancy", "RM": "end", "N_CJS": "power", "KP": "bulk", "RC": "characteristic", "A_CJS": "hardening",
    "B_CJS": "kinematic", "C_CJS": "critical_rate", "GAMMA_CJS": "lode", "MU_CJS": "critical_share", "PCO": "critical", "PA": "air",
    "Q_INIT": "cohesion", "R_INIT": "start",
}  # fmt: skip
DEFAULTS = {"B_CJS": 1e25}


def properties(occurrence):
    """Pressures (compression negative) and moduli in Pa; which level the law is of, 1 to 3, follows from N_CJS and A_CJS (cjsmat)."""
    found = {f"cjs_{name}": occurrence[word] for word, name in WORDS.items()}
    level = 1 if occurrence.N_CJS == 0.0 else 2 if occurrence.A_CJS != 0.0 else 3
    if level == 1:
        found["cjs_characteristic"] = occurrence.RM / 2.0
    if level < 3:
        found["cjs_critical"] = 1.0
    return found | {"cjs_level": float(level)}


MATERIALS.add(
    "CJS",
    MaterialLaw(
        FACT(
            "f",
            **numbers("o", "BETA_CJS RM GAMMA_CJS PA"),
            **{
                word: SIMP("f", typ="R", defaut=DEFAULTS.get(word, 0.0))
                for word in WORDS
                if word not in ("BETA_CJS", "RM", "GAMMA_CJS", "PA")
            },
        ),
        properties,
    ),
)
