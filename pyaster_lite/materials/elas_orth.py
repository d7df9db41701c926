"""ELAS_ORTH, ELAS_ISTR and their sisters of functions: elasticity with three planes of symmetry, or isotropic across the axis N (u4.43.01).

Strains along the material axes L, T, N:  e_L = s_L / E_L - NU_LT s_T / E_L - NU_LN s_N / E_L, and so on.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_PRESENT

from ._law import MaterialLaw, constant, functions, made_of, numbers, parameter
from .elas import mean_expansion

UNSTABLE = "these moduli and Poisson ratios are not those of a stable material"
VARYING = ("E_L", "E_T", "E_N", "NU_LT", "NU_LN", "NU_TN", "G_LT", "G_LN", "G_TN", "ALPHA_L", "ALPHA_T", "ALPHA_N")
"""The parameters that may depend on what surrounds the points."""
NAMES = {
    "K_DESSIC": "drying_shrinkage",
    "B_ENDOGE": "hydration_shrinkage",
    "RHO": "density",
    "AMOR_ALPHA": "stiffness_damping",
    "AMOR_BETA": "mass_damping",
    "AMOR_HYST": "loss_factor",
}


def _compliance(young, poisson, shear) -> np.ndarray:
    """The compliance (..., 6, 6) in Mandel's notation from moduli along L, T, N, ratios LT, LN, TN and shears LT, LN, TN."""
    parts = np.broadcast_arrays(*(np.asarray(part) * 1.0 for part in (*young, *poisson, *shear)))
    compliance = np.zeros((*parts[0].shape, 6, 6), np.result_type(*parts))
    for i in range(3):
        compliance[..., i, i] = 1 / parts[i]
        compliance[..., 3 + i, 3 + i] = 1 / (2 * parts[6 + i])
    for (i, j), ratio in zip(((0, 1), (0, 2), (1, 2)), parts[3:6]):
        compliance[..., i, j] = compliance[..., j, i] = -ratio / parts[i]
    return compliance


def orthotropic(young, poisson, shear) -> np.ndarray:
    """The elasticity (..., 6, 6), the inverse of that compliance."""
    return np.linalg.inv(_compliance(young, poisson, shear))


def _values(occurrence):
    return {word: parameter(occurrence, word) if word in VARYING else constant(occurrence, word) for word in occurrence}


def _orthotropic(occurrence):
    """What is not given across the plane L, T, or given as zero, as for plane stress, does not couple with it."""
    value = _values(occurrence)
    across = value.get("E_N")
    young = [value["E_L"], value["E_T"], across or value["E_T"]]
    poisson = [value["NU_LT"], *(value.get(word, 0.0) if across != 0.0 else 0.0 for word in ("NU_LN", "NU_TN"))]
    shear = [value["G_LT"], value.get("G_LN") or value["G_LT"], value.get("G_TN") or value["G_LT"]]
    made = _properties(occurrence, value, young, poisson, shear, ("ALPHA_L", "ALPHA_T", "ALPHA_N"))
    known = [value[word] for word in ("E_L", "E_T", "NU_LT", "G_LT")] + [value.get("G_TN")]
    if not any(part is None or callable(part) for part in known) and value["E_L"] > 0.0:
        made["shell_plane"] = shell_plane(*known)
    return made


def shell_plane(along: float, across: float, poisson: float, shear: float, shear_across: float) -> np.ndarray:
    """The elasticity (5, 5), Pa, of shells on the strains LL, TT, 2 LT and 2 LN, 2 TN (r3.07.04)."""
    own = np.zeros((5, 5))
    own[:2, :2] = np.array([[along, poisson * across], [poisson * across, across]]) / (1.0 - poisson**2 * across / along)
    own[2, 2], own[3, 3], own[4, 4] = shear, shear, shear_across
    return own


def _transverse(occurrence):
    value = _values(occurrence)
    if not callable(value["NU_LT"]) and value["NU_LT"] <= -1.0:
        raise occurrence.wrong("NU_LT", UNSTABLE)
    across = made_of(lambda young, ratio: young / (2 * (1 + ratio)), value["E_L"], value["NU_LT"])
    young = [value["E_L"], value["E_L"], value["E_N"]]
    poisson = [value["NU_LT"], value["NU_LN"], value["NU_LN"]]
    return _properties(occurrence, value, young, poisson, [across, value["G_LN"], value["G_LN"]], ("ALPHA_L", "ALPHA_L", "ALPHA_N"))


def unstable(word, parameters) -> list[str]:
    """Where the numbers of ELAS_ORTH or ELAS_ISTR are those of no stable material: "space", "plane strain" or "plane stress"."""
    value = dict(parameters)
    if word == "ELAS_ISTR":
        shear = value["E_L"] / (2 * (1 + value["NU_LT"])) if value["NU_LT"] != -1.0 else 0.0
        value |= {"E_T": value["E_L"], "NU_TN": value["NU_LN"], "G_LT": shear, "G_TN": value["G_LN"]}
    along, beside, across = (value.get(name) or 0.0 for name in ("E_L", "E_T", "E_N"))
    if along <= 0.0 or beside <= 0.0 or value["G_LT"] <= 0.0 or (value.get("E_N") is not None and across <= 0.0):
        return []
    found, ratio = [], value["NU_LT"]
    if across > 0.0:
        ratios = [ratio, *(value.get(name) or 0.0 for name in ("NU_LN", "NU_TN"))]
        stretched = _compliance([along, beside, across], ratios, [1.0, 1.0, 1.0])[:3, :3]
        if np.linalg.eigvalsh(stretched)[0] < 0.0:
            found.append("space" if value.get("G_LN") is not None else "plane strain")
    in_plane = (across == 0.0 or value.get("G_LN") is None) and word == "ELAS_ORTH"
    if in_plane and ratio**2 * beside > along:
        found.append("plane stress")
    return found


def _properties(occurrence, value, young, poisson, shear, expansion):
    """A material with a modulus of zero, as membranes and grids have, has no elasticity of solids."""
    known = [part for part in (*young, *shear) if not callable(part)]
    if known and min(known) < 0:
        raise occurrence.wrong(None, UNSTABLE)
    solid = {}
    if any(callable(part) for part in (*young, *poisson, *shear)):
        solid = {"elasticity": made_of(lambda *parts: orthotropic(parts[:3], parts[3:6], parts[6:]), *young, *poisson, *shear)}
    elif min(*young, *shear) > 0:
        # one that is unstable in space may serve in the plane, as in code_aster
        if np.linalg.cond(_compliance(young, poisson, shear)) > 1e15:
            raise occurrence.wrong(None, UNSTABLE)
        solid = {"elasticity": orthotropic(young, poisson, shear)}
    along = [mean_expansion(occurrence, word, value) if value.get(word) is not None else 0.0 for word in expansion]
    solid["expansion"] = made_of(lambda *parts: np.stack(np.broadcast_arrays(*parts), axis=-1), *along)
    return {**solid, **{name: value[word] for word, name in NAMES.items() if value.get(word) is not None}}


def _of_functions(needed, expansion, others=""):
    """The declaration of a sister of functions."""
    words = functions("f", f"RHO {expansion} {others}")
    rules = tuple(PRESENT_PRESENT(word, "TEMP_DEF_ALPHA") for word in expansion.split())
    more = {"TEMP_DEF_ALPHA": SIMP("f", typ="R"), "PRECISION": SIMP("f", typ="R", defaut=1.0)}
    more |= numbers("f", "K_DESSIC B_ENDOGE") if others else {}
    return FACT("f", rules=rules, **functions("o", needed), **words, **more)


MATERIALS.add(
    "ELAS_ORTH",
    MaterialLaw(
        FACT(
            "f",
            **numbers("o", "E_L E_T NU_LT G_LT"),
            **numbers("f", "E_N NU_LN NU_TN G_LN G_TN RHO AMOR_ALPHA AMOR_BETA AMOR_HYST"),
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
            **numbers("o", "E_L E_N NU_LT NU_LN G_LN"),
            **numbers("f", "RHO"),
            **{word: SIMP("f", typ="R", defaut=0.0) for word in ("ALPHA_L", "ALPHA_N")},
        ),
        _transverse,
    ),
)
MATERIALS.add(
    "ELAS_ORTH_FO",
    MaterialLaw(
        _of_functions("E_L E_T E_N NU_LT NU_LN NU_TN G_LT G_LN G_TN", "ALPHA_L ALPHA_T ALPHA_N", "AMOR_ALPHA AMOR_BETA AMOR_HYST"),
        _orthotropic,
    ),
)
MATERIALS.add("ELAS_ISTR_FO", MaterialLaw(_of_functions("E_L E_N NU_LT NU_LN G_LN", "ALPHA_L ALPHA_N"), _transverse))
