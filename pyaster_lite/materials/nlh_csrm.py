"""NLH_CSRM and NLH_CSRM_FO: claystones that yield and flow with time (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {
    "YoungModulus": "young", "PoissonRatio": "poisson", "IsoCompElasLim": "compression", "IsoTensElasLim": "tension",
    "MCCSlopeCSL": "slope", "NLHIndex": "index", "mBigoCritCoef": "exponent", "aBigoCritCoef": "shape", "IncompIndex": "growth",
    "Tau": "time", "PerzynaExpo": "power", "NLHModulusP": "moved", "NLHModulusV": "crept",
}  # fmt: skip


def properties(occurrence):
    """Moduli and pressures in Pa, Tau in s, the others without unit."""
    return {f"claystone_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("NLH_CSRM", lambda values: FACT("f", **values("o", " ".join(WORDS))), properties)
