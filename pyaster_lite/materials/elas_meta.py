"""ELAS_META and ELAS_META_FO: elasticity, expansion and yield stresses of metals whose phases change (u4.43.01).

The thermal strain, zh and zc being the shares of the hot and of the cold phases, d their difference at the temperature of reference
(EPSF_EPSC_TREF), r one where that is the hot phase's (PHASE_REFE) and zero else (r4.04.02):

    e = zh (ah (T - Tr) - (1 - r) d) + zc (ac (T - Tr) + r d)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_PRESENT
from pyaster_lite.fe.errors import ComputationFailed

from ._law import FUNCTION, MaterialLaw, isotropic, made_of, parameter
from .elas import mean_expansion

SUFFIXES = ("F1", "F2", "F3", "F4", "C")
"""The phases: cold ones, and the hot one."""
YIELD = {"SY": "phase_yield", "S_VP": "phase_flow"}
"""The yield stresses of plasticity and of viscoplasticity."""
HOT = {"PAUSTENI": "PCOLDSUM", "BETA": None}
"""The hot phase of each metal, and the sum of its cold ones where that is told."""


@dataclass(frozen=True)
class OfShare:
    """A function of a share of phases, META."""

    function: object

    def at(self, share):
        """Its values at shares."""
        return np.broadcast_to(self.function.evaluate(META=share), np.shape(share))


def shares(variables) -> tuple:
    """zh, zc among what surrounds points; raises ComputationFailed where there are no phases."""
    for name, cold in HOT.items():
        if name in variables:
            return variables[name], variables[cold] if cold is not None else variables["ALPHPUR"] + variables["ALPHBETA"]
    raise ComputationFailed("the phases of the metal are not known: AFFE_VARC of AFFE_MATERIAU gives them (M_ACIER, M_ZIRC)")


def _thermal(occurrence, value):
    alpha = [mean_expansion(occurrence, word, value) for word in ("C_ALPHA", "F_ALPHA")]
    difference, reference = occurrence.EPSF_EPSC_TREF, 1.0 if occurrence.PHASE_REFE == "CHAUD" else 0.0
    if difference == 0.0 and alpha == [0.0, 0.0]:
        return 0.0

    def strain(variables):
        hot, cold = shares(variables)
        warmer = variables["TEMP"] - variables["TEMP_REF"]
        of_hot, of_cold = (own(variables) if callable(own) else own for own in alpha)
        return hot * (of_hot * warmer - (1.0 - reference) * difference) + cold * (of_cold * warmer + reference * difference)

    return strain


def properties(occurrence):
    """Elasticity, the strain of temperature and phases, yield stresses by phase and how they mix."""
    value = {word: parameter(occurrence, word) for word in ("E", "NU", "C_ALPHA", "F_ALPHA")}
    value |= {word: occurrence.get(word) for word in ("TEMP_DEF_ALPHA", "PRECISION")}
    young, poisson = value["E"], value["NU"]
    found = {"elasticity": made_of(isotropic, young, poisson), "young": young, "poisson": poisson}
    found["thermal_strain"] = _thermal(occurrence, value)
    for word, name in YIELD.items():
        for suffix in SUFFIXES:
            if occurrence[f"{suffix}_{word}"] is not None:
                found[f"{name}_{suffix}"] = parameter(occurrence, f"{suffix}_{word}")
        if occurrence[f"{word}_MELANGE"] is not None:
            found[f"{name}_mixture"] = OfShare(occurrence[f"{word}_MELANGE"])
    return found


def _declare(value):
    yields = {f"{suffix}_{word}": SIMP("f", typ=value) for word in YIELD for suffix in SUFFIXES}
    by_function = value == FUNCTION
    return FACT(
        "f",
        rules=(PRESENT_PRESENT("F_ALPHA", "TEMP_DEF_ALPHA"), PRESENT_PRESENT("C_ALPHA", "TEMP_DEF_ALPHA")) if by_function else (),
        **{word: SIMP("o", typ=value) for word in ("E", "NU", "F_ALPHA", "C_ALPHA")},
        PHASE_REFE=SIMP("o", into=("FROID", "CHAUD")),
        EPSF_EPSC_TREF=SIMP("o", typ="R"),
        **({"TEMP_DEF_ALPHA": SIMP("f", typ="R")} if by_function else {}),
        PRECISION=SIMP("f", typ="R", defaut=1.0),
        **yields,
        **{f"{word}_MELANGE": SIMP("f", typ=FUNCTION) for word in YIELD},
    )


MATERIALS.add("ELAS_META", MaterialLaw(_declare("R"), properties))
MATERIALS.add("ELAS_META_FO", MaterialLaw(_declare(FUNCTION), properties))
