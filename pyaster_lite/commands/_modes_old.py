"""The commands that CALC_MODES has taken in: MODE_ITER_SIMULT and MODE_ITER_INV."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.legacy import Renamed, Told

_SOLVER = (
    "PREC_ORTHO", "NMAX_ITER_ORTHO", "PREC_LANCZOS", "NMAX_ITER_QR", "NMAX_ITER_BATHE", "PREC_BATHE", "NMAX_ITER_JACOBI", "PREC_JACOBI",
    "NMAX_ITER_SOREN", "PREC_SOREN", "PARA_ORTHO_SOREN", "TYPE_QZ",
)  # fmt: skip
_IN_SEARCH = ("DIM_SOUS_ESPACE", "COEF_DIM_ESPACE", "APPROCHE", "NMAX_ITER_SEPARE", "PREC_SEPARE", "NMAX_ITER_AJUSTE", "PREC_AJUSTE")


@dataclass(frozen=True)
class CriticalLoads:
    """CALC_FREQ with TYPE_RESU='MODE_FLAMB' looked for critical loads: CALC_CHAR_CRIT."""

    last: str = "11.2.14"

    def apply(self, factor) -> list[Told]:
        """Rename the factor keyword and its words."""
        if getattr(factor.arguments.get("TYPE_RESU"), "value", None) != "MODE_FLAMB":
            return []
        moved = ("NMAX_FREQ", "NMAX_CHAR_CRIT"), ("FREQ", "CHAR_CRIT")
        rules = [Renamed(f"CALC_FREQ/{old}", f"CALC_FREQ/{new}", last=self.last) for old, new in moved]
        return [told for rule in (*rules, Renamed("CALC_FREQ", "CALC_CHAR_CRIT", last=self.last)) for told in rule.apply(factor)]


@dataclass(frozen=True)
class Matrices:
    """MATR_A, MATR_B, MATR_C: named by what they are."""

    last: str = "11.2.24"

    def apply(self, factor) -> list[Told]:
        """Rename them for the type of modes that is looked for."""
        kind = getattr(factor.arguments.get("TYPE_RESU"), "value", "DYNAMIQUE")
        second = "MATR_MASS" if kind == "DYNAMIQUE" else "MATR_RIGI_GEOM"
        pairs = (("MATR_A", "MATR_RIGI"), ("MATR_B", second), ("MATR_C", "MATR_AMOR")) if kind != "GENERAL" else ()
        return [told for old, new in pairs for told in Renamed(old, new, last=self.last).apply(factor)]


def _rigid(value):
    return {"MODE_RIGIDE": "OUI", "SANS": None}.get(value, value)


def _search(factor):
    return (
        Renamed(f"{factor}/OPTION", "OPTION", last="12.3.4"),
        *(Renamed(f"{factor}/{word}", f"SOLVEUR_MODAL/{word}", last="12.3.4") for word in _IN_SEARCH),
    )


OLD_SIMULTANEOUS = (
    CriticalLoads(),
    Renamed("CALC_FREQ/CHAR_CRIT", "CALC_CHAR_CRIT/CHAR_CRIT", last="11.2.14"),
    Renamed("OPTION", "SOLVEUR_MODAL/MODE_RIGIDE", _rigid, last="12.3.4"),
    *_search("CALC_FREQ"),
    *_search("CALC_CHAR_CRIT"),
    Renamed("METHODE", "SOLVEUR_MODAL/METHODE", last="12.3.4"),
    *(Renamed(word, f"SOLVEUR_MODAL/{word}", last="12.3.4") for word in _SOLVER),
    Renamed("STOP_FREQ_VIDE", "STOP_BANDE_VIDE", last="11.2.24"),
    Matrices(),
)
"""Of MODE_ITER_SIMULT; its own OPTION told whether rigid motions were looked for."""
OLD_INVERSE = (
    CriticalLoads(),
    Renamed("CALC_FREQ/CHAR_CRIT", "CALC_CHAR_CRIT/CHAR_CRIT", last="11.2.14"),
    *_search("CALC_FREQ"),
    *_search("CALC_CHAR_CRIT"),
    Renamed("CALC_MODE/OPTION", "SOLVEUR_MODAL/OPTION_INV", last="12.3.4"),
    Renamed("CALC_MODE/PREC", "SOLVEUR_MODAL/PREC_INV", last="12.3.4"),
    Renamed("CALC_MODE/NMAX_ITER", "SOLVEUR_MODAL/NMAX_ITER_INV", last="12.3.4"),
    Matrices(),
)
"""Of MODE_ITER_INV."""
