"""ELAS and ELAS_FO: isotropic elasticity, density, expansion, damping (u4.43.01).

ALPHA(T) may be the mean expansion from TEMP_DEF_ALPHA rather than from the reference temperature T_ref; at the points that
define it, it then becomes (r4.08.01)

    alpha'(T) = (alpha(T) (T - T_def) - alpha(T_ref) (T_ref - T_def)) / (T - T_ref)

within PRECISION of T_ref its limit alpha(T_ref) + alpha_,T (T_ref - T_def), the slope being the mean of those to the
neighbouring points; and is linear in between.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import ENSEMBLE, PRESENT_PRESENT, UN_PARMI

from ._law import FUNCTION, MaterialLaw, constant, isotropic, made_of, parameter

VARYING = ("E", "NU", "ALPHA", "RHO")
"""The parameters that may depend on what surrounds the points."""
NAMES = {
    "RHO": "density",
    "AMOR_ALPHA": "stiffness_damping",
    "AMOR_BETA": "mass_damping",
    "AMOR_HYST": "loss_factor",
    "LONG_CARA": "absorbing_length",
    "COEF_AMOR": "absorbing_factor",
    "K_DESSIC": "drying_shrinkage",
    "B_ENDOGE": "hydration_shrinkage",
}
AS_GIVEN = "ALPHA"
"""Among what surrounds points: mean expansions are taken as they stand, whatever the temperature that they count from."""


def properties(occurrence):
    """Isotropic elasticity and what goes with it."""
    value = {word: parameter(occurrence, word) if word in VARYING else constant(occurrence, word) for word in occurrence}
    young, poisson = _young_and_poisson(occurrence, value)
    if not callable(poisson) and poisson <= -1.0:
        raise occurrence.wrong("NU", "the Poisson ratio of a stable material lies above -1")
    named = {name: value[word] for word, name in NAMES.items() if value.get(word) is not None}
    if value.get("ALPHA") is not None:
        named["expansion"] = mean_expansion(occurrence, "ALPHA", value)
    # what cannot be compressed has no elasticity that solids could use: only beams, bars and the like are made of it
    solid = {} if not callable(poisson) and poisson >= 0.5 else {"elasticity": made_of(isotropic, young, poisson)}
    return {**solid, "young": young, "poisson": poisson, **named}


def mean_expansion(occurrence, word: str, value: dict):
    """The mean expansion from the reference temperature that ALPHA (or another word) says; `value` has what all words say."""
    defined, given = value.get("TEMP_DEF_ALPHA"), occurrence[word]
    if defined is None or not callable(value[word]):
        return value[word]
    if not hasattr(given, "x"):
        raise occurrence.wrong(
            word, "an expansion from TEMP_DEF_ALPHA must be given by points", help="CALC_FONC_INTERP makes them of a formula"
        )
    return _from_reference(given, defined, value["PRECISION"])


def _from_reference(given, defined, precision):
    made = {}

    def expansion(variables):
        temperature, reference = variables["TEMP"], variables["TEMP_REF"]
        if AS_GIVEN in variables:
            return given.evaluate(TEMP=temperature)
        result = np.empty_like(temperature)
        for value in np.unique(reference):
            if value not in made:
                made[value] = type(given)(given.x, moved_expansion(given, defined, float(value), precision), given.properties)
            rows = reference == value
            result[rows] = made[value].evaluate(TEMP=temperature[rows])
        return result

    expansion.from_reference = True
    return expansion


def moved_expansion(given, defined: float, reference: float, precision: float) -> np.ndarray:
    """(n,) ordinates, at the points (x, y) of the function `given`, of the mean expansion from `reference`, not `defined`."""
    x, y = given.x, given.y
    if len(x) == 1:
        return y
    there = float(given.evaluate(TEMP=reference))
    near = abs(x - reference) < precision
    gap = np.where(near, 1.0, x - reference)
    moved = (y * (x - defined) - there * (reference - defined)) / gap
    for i in np.flatnonzero(near):
        sides = [k for k in (i - 1, i + 1) if 0 <= k < len(x)]
        slope = np.mean([(y[k] - there) / (x[k] - reference) for k in sides])
        moved[i] = slope * (reference - defined) + there
    return moved


def _young_and_poisson(occurrence, value):
    if "E" in value:
        return value["E"], value["NU"]
    if "K" in value:
        bulk, shear = value["K"], value["MU"]
    else:
        shear = value["RHO"] * value["CELE_S"] ** 2
        bulk = value["RHO"] * value["CELE_P"] ** 2 - 4 / 3 * shear
    if bulk <= 0:
        text = "the bulk modulus of a stable material is above zero"
        raise occurrence.wrong(
            "K" if "K" in value else "CELE_P", text, help=None if "K" in value else "it is RHO (CELE_P^2 - 4/3 CELE_S^2)"
        )
    return 9 * bulk * shear / (3 * bulk + shear), (3 * bulk - 2 * shear) / (6 * bulk + 2 * shear)


MATERIALS.add(
    "ELAS",
    MaterialLaw(
        FACT(
            "f",
            rules=(
                UN_PARMI("E", "K", "CELE_P"),
                ENSEMBLE("E", "NU"),
                ENSEMBLE("K", "MU"),
                ENSEMBLE("CELE_P", "CELE_S"),
                PRESENT_PRESENT("CELE_P", "RHO"),
            ),
            E=SIMP("f", typ="R", val_min=0.0),
            NU=SIMP("f", typ="R", val_min=-1.0, val_max=0.5),
            K=SIMP("f", typ="R", val_min=0.0),
            MU=SIMP("f", typ="R", val_min=0.0),
            CELE_P=SIMP("f", typ="R", val_min=0.0),
            CELE_S=SIMP("f", typ="R", val_min=0.0),
            RHO=SIMP("f", typ="R"),
            ALPHA=SIMP("f", typ="R"),
            AMOR_ALPHA=SIMP("f", typ="R"),
            AMOR_BETA=SIMP("f", typ="R"),
            AMOR_HYST=SIMP("f", typ="R"),
            LONG_CARA=SIMP("f", typ="R", val_min=0.0),
            COEF_AMOR=SIMP("f", typ="R", defaut=1.0),
            K_DESSIC=SIMP("f", typ="R", defaut=0.0),
            B_ENDOGE=SIMP("f", typ="R", defaut=0.0),
        ),
        properties,
    ),
)
MATERIALS.add(
    "ELAS_FO",
    MaterialLaw(
        FACT(
            "f",
            rules=(PRESENT_PRESENT("ALPHA", "TEMP_DEF_ALPHA"),),
            E=SIMP("o", typ=FUNCTION),
            NU=SIMP("o", typ=FUNCTION),
            RHO=SIMP("f", typ=FUNCTION),
            TEMP_DEF_ALPHA=SIMP("f", typ="R"),
            PRECISION=SIMP("f", typ="R", defaut=1.0),
            ALPHA=SIMP("f", typ=("fonction_sdaster", "formule")),
            AMOR_ALPHA=SIMP("f", typ=FUNCTION),
            AMOR_BETA=SIMP("f", typ=FUNCTION),
            AMOR_HYST=SIMP("f", typ=FUNCTION),
            LONG_CARA=SIMP("f", typ="R", val_min=0.0),
            COEF_AMOR=SIMP("f", typ="R", defaut=1.0),
            K_DESSIC=SIMP("f", typ="R", defaut=0.0),
            B_ENDOGE=SIMP("f", typ="R", defaut=0.0),
        ),
        properties,
    ),
)
