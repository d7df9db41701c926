"""BETON_DOUBLE_DP: two cones of strength of concrete, by the temperature (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, functions, parameter

WORDS = {
    "F_C": "compression",
    "F_T": "tension",
    "COEF_BIAX": "biaxial",
    "ENER_COMP_RUPT": "compression_energy",
    "ENER_TRAC_RUPT": "tension_energy",
}


def properties(occurrence):
    """Strengths, Pa, energies by area, N/m, the elastic share of the strength in compression, whether curves are bent, the length, m."""
    length = occurrence.get("LONG_CARA")
    return {
        **{f"cones_{name}": parameter(occurrence, word) for word, name in WORDS.items()},
        "cones_elastic": occurrence.COEF_ELAS_COMP / 100,
        "cones_compression_bent": float(occurrence.ECRO_COMP_P_PIC == "PARABOLE"),
        "cones_tension_bent": float(occurrence.ECRO_TRAC_P_PIC == "EXPONENT"),
        **({} if length is None else {"cones_length": length}),
    }


MATERIALS.add(
    "BETON_DOUBLE_DP",
    MaterialLaw(
        FACT(
            "f",
            **functions("o", " ".join(WORDS)),
            COEF_ELAS_COMP=SIMP("o", typ="R", val_min=0.0, val_max=100.0),
            LONG_CARA=SIMP("f", typ="R", val_min=0.0),
            ECRO_COMP_P_PIC=SIMP("f", into=("LINEAIRE", "PARABOLE"), defaut="LINEAIRE"),
            ECRO_TRAC_P_PIC=SIMP("f", into=("LINEAIRE", "EXPONENT"), defaut="LINEAIRE"),
        ),
        properties,
    ),
)
