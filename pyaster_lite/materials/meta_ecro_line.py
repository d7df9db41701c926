"""META_ECRO_LINE, META_VISC_FO, META_PT, META_RE: what the phases of a metal do to its plasticity (u4.43.01).

META_ECRO_LINE the slope of their traction curves, META_TRACTION what they gain over the plastic strain, META_VISC_FO their viscosity and
its recovery, META_PT the plasticity that transformation causes, META_RE how much of its hardening a phase takes over from another one.
"""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw, parameter
from .elas_meta import SUFFIXES, OfShare
from .traction import hardening

COLD = SUFFIXES[:-1]
VISCOUS = {"ETA": "phase_viscosity", "N": "phase_exponent", "C": "phase_recovery", "M": "phase_recovery_exponent"}


def _given(occurrence, names):
    return {name: parameter(occurrence, word) for word, name in names.items() if occurrence[word] is not None}


def _add(word, names, value=FUNCTION):
    """A factor keyword of optional parameters, by the names that the mechanics knows."""
    declared = FACT("f", **{own: SIMP("f", typ=value) for own in names})
    MATERIALS.add(word, MaterialLaw(declared, lambda occurrence: _given(occurrence, names)))


def _transformation(occurrence):
    found = _given(occurrence, {f"{phase}_K": f"transformation_{phase}" for phase in COLD})
    words = {phase: f"{phase}_D_F_META" for phase in COLD}
    return found | {f"transformation_rate_{p}": OfShare(occurrence[word]) for p, word in words.items() if occurrence[word] is not None}


_add("META_ECRO_LINE", {f"{phase}_D_SIGM_EPSI": f"phase_slope_{phase}" for phase in SUFFIXES})
MATERIALS.add(
    "META_TRACTION",
    MaterialLaw(
        FACT("f", **{f"SIGM_{phase}": SIMP("f", typ=FUNCTION) for phase in SUFFIXES}),
        lambda occurrence: {
            f"phase_curve_{phase}": hardening(occurrence, f"SIGM_{phase}") for phase in SUFFIXES if occurrence[f"SIGM_{phase}"] is not None
        },
    ),
)
_add("META_VISC_FO", {f"{phase}_{word}": f"{name}_{phase}" for word, name in VISCOUS.items() for phase in SUFFIXES})
_add("META_RE", {f"{a}_{b}_THETA": f"restored_{a}_{b}" for phase in COLD for a, b in (("C", phase), (phase, "C"))}, "R")
MATERIALS.add(
    "META_PT",
    MaterialLaw(
        FACT(
            "f",
            **{f"{phase}_K": SIMP("f", typ="R") for phase in COLD},
            **{f"{phase}_D_F_META": SIMP("f", typ=FUNCTION) for phase in COLD},
        ),
        _transformation,
    ),
)
