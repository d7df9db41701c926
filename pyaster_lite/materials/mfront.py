"""MFRONT and MFRONT_FO: the numbers of a law in the language MFront, in its order (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw, made_of

COLD = ("PFERRITE", "PPERLITE", "PBAINITE", "PMARTENS")
"""The phases of steel whose share together functions know as META."""


def _one(value):
    """A number, or a function of what surrounds the points."""
    if isinstance(value, (int, float)):
        return value

    def at(variables):
        if all(phase in variables for phase in COLD):
            variables = {**variables, "META": sum(variables[phase] for phase in COLD)}
        return np.asarray(value.evaluate(**variables), float)

    return at


def _together(*numbers):
    return np.stack(np.broadcast_arrays(*(np.asarray(number, float) for number in numbers)), axis=-1)


def properties(occurrence):
    """The numbers, and those of cells with gradients or multipliers."""
    found = {"mfront": made_of(_together, *(_one(value) for value in occurrence.LISTE_COEF))}
    if occurrence.get("PENA_LAGR") is not None:
        found |= {"gradient_penalty": occurrence.PENA_LAGR, "mfront_penalty": occurrence.PENA_LAGR}
    if occurrence.get("C_GRAD_VARI") is not None:
        found["gradient_cost"] = occurrence.C_GRAD_VARI
    return found


MATERIALS.add(
    "MFRONT",
    MaterialLaw(
        FACT("f", LISTE_COEF=SIMP("o", typ="R", min=2, max="**"), PENA_LAGR=SIMP("f", typ="R"), C_GRAD_VARI=SIMP("f", typ="R")),
        properties,
    ),
)
MATERIALS.add("MFRONT_FO", MaterialLaw(FACT("f", LISTE_COEF=SIMP("o", typ=FUNCTION, min=2, max="**")), properties))
