"""ELAS_ORTH and ELAS_ISTR: elasticity with three planes of symmetry, or isotropic across the axis N (u4.43.01).

Strains along the material axes L, T, N:  e_L = s_L / E_L - NU_LT s_T / E_L - NU_LN s_N / E_L, and so on.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

UNSTABLE = "these moduli and Poisson ratios are not those of a stable material"
NAMES = {"RHO": "density", "AMOR_ALPHA": "stiffness_damping", "AMOR_BETA": "mass_damping", "AMOR_HYST": "loss_factor"}


def _compliance(young, poisson, shear) -> np.ndarray:
    """The compliance (6, 6) in Mandel's notation from moduli along L, T, N, ratios LT, LN, TN and shears LT, LN, TN."""
    compliance = np.diag([*(1 / e for e in young), *(1 / (2 * g) for g in shear)])
    for (i, j), ratio in zip(((0, 1), (0, 2), (1, 2)), poisson):
        compliance[i, j] = compliance[j, i] = -ratio / young[i]
    return compliance


def orthotropic(young, poisson, shear) -> np.ndarray:
    """The elasticity (6, 6), the inverse of that compliance."""
    return np.linalg.inv(_compliance(young, poisson, shear))


def _orthotropic(occurrence):
    """What is not given across the plane L, T, or given as zero, as for plane stress, does not couple with it."""
    value = {word: occurrence[word] for word in occurrence}
    across = value.get("E_N")
    young = [value["E_L"], value["E_T"], across or value["E_T"]]
    poisson = [value["NU_LT"], *(value.get(word, 0.0) if across != 0.0 else 0.0 for word in ("NU_LN", "NU_TN"))]
    shear = [value["G_LT"], value.get("G_LN") or value["G_LT"], value.get("G_TN") or value["G_LT"]]
    return _properties(occurrence, value, young, poisson, shear, ("ALPHA_L", "ALPHA_T", "ALPHA_N"))


def _transverse(occurrence):
    value = {word: occurrence[word] for word in occurrence}
    if value["NU_LT"] <= -1.0:
        raise occurrence.wrong("NU_LT", UNSTABLE)
    across = value["E_L"] / (2 * (1 + value["NU_LT"]))
    young = [value["E_L"], value["E_L"], value["E_N"]]
    poisson = [value["NU_LT"], value["NU_LN"], value["NU_LN"]]
    return _properties(occurrence, value, young, poisson, [across, value["G_LN"], value["G_LN"]], ("ALPHA_L", "ALPHA_L", "ALPHA_N"))


def _properties(occurrence, value, young, poisson, shear, expansion):
    """A material with a modulus of zero, as membranes and grids have, has no elasticity of solids."""
    if min(*young, *shear) < 0:
        raise occurrence.wrong(None, UNSTABLE)
    solid = {}
    if min(*young, *shear) > 0:
        if np.linalg.eigvalsh(_compliance(young, poisson, shear)).min() <= 0:
            raise occurrence.wrong(None, UNSTABLE)
        solid = {"elasticity": orthotropic(young, poisson, shear)}
    solid["expansion"] = np.array([value[word] for word in expansion])
    return {**solid, **{name: value[word] for word, name in NAMES.items() if word in value}}


def _numbers(statut, words):
    return {word: SIMP(statut, typ="R") for word in words.split()}


MATERIALS.add(
    "ELAS_ORTH",
    MaterialLaw(
        FACT(
            "f",
            **_numbers("o", "E_L E_T NU_LT G_LT"),
            **_numbers("f", "E_N NU_LN NU_TN G_LN G_TN RHO AMOR_ALPHA AMOR_BETA AMOR_HYST"),
            **{word: SIMP("f", typ="R", defaut=0.0) for word in ("ALPHA_L", "ALPHA_T", "ALPHA_N")},
            **{word: SIMP("f", typ="R", defaut=1.0) for word in ("XT", "XC", "YT", "YC", "S_LT")},
        ),
        _orthotropic,
    ),
)
MATERIALS.add(
    "ELAS_ISTR",
    MaterialLaw(
        FACT(
            "f",
            **_numbers("o", "E_L E_N NU_LT NU_LN G_LN"),
            **_numbers("f", "RHO"),
            **{word: SIMP("f", typ="R", defaut=0.0) for word in ("ALPHA_L", "ALPHA_N")},
        ),
        _transverse,
    ),
)
