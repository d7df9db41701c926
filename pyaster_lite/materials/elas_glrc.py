"""ELAS_GLRC, ELAS_GLRC_FO (of functions) and ELAS_DHRC: the elasticity of sections of reinforced concrete (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_PRESENT

from ._law import MaterialLaw, constant, functions, isotropic, made_of, numbers, parameter
from .elas import mean_expansion

SHARED = {
    "RHO": "density",
    "ALPHA": "expansion",
    "AMOR_ALPHA": "stiffness_damping",
    "AMOR_BETA": "mass_damping",
    "AMOR_HYST": "loss_factor",
}
_SHEAR = 5 / 6


def _shared(occurrence):
    found = {name: constant(occurrence, word) for word, name in SHARED.items() if word != "ALPHA" and occurrence[word] is not None}
    if occurrence["ALPHA"] is not None:
        given = {"TEMP_DEF_ALPHA": occurrence.get("TEMP_DEF_ALPHA"), "PRECISION": 1.0, "ALPHA": parameter(occurrence, "ALPHA")}
        found["expansion"] = mean_expansion(occurrence, "ALPHA", given)
    return found


def _stack_shear(first, second):
    first, second = np.broadcast_arrays(first, second)
    return np.stack([first, second], axis=-1)[..., None] * np.eye(2)


def of_membrane_and_bending(occurrence):
    """Isotropic, with a modulus and a Poisson ratio of their own for bending, and perhaps stiffnesses to shear across."""
    words = ("E_M", "NU_M", "E_F", "NU_F", "BT1", "BT2")
    young, poisson, bending, bending_poisson, first, second = (parameter(occurrence, word) for word in words)
    return {
        "elasticity": made_of(isotropic, young, poisson),
        "young": young,
        "poisson": poisson,
        "bending_young": young if bending is None else bending,
        "bending_poisson": poisson if bending_poisson is None else bending_poisson,
        **({} if first is None else {"plate_shear": made_of(_stack_shear, first, second)}),
        **_shared(occurrence),
    }


def of_section(occurrence):
    """A0, the upper triangle by rows of the stiffness on (xx, yy, 2 xy) of membrane strains and curvatures.

    Shear forces take the stiffness in the plane times 5/6.
    """
    whole = np.zeros((6, 6))
    whole[np.triu_indices(6)] = occurrence.A0
    whole = whole + np.triu(whole, 1).T
    return {
        "plate_membrane": whole[:3, :3],
        "plate_coupling": whole[:3, 3:],
        "plate_bending": whole[3:, 3:],
        "plate_shear_flexibility": np.eye(2) / (_SHEAR * whole[2, 2]),
        **_shared(occurrence),
    }


MATERIALS.add(
    "ELAS_GLRC",
    MaterialLaw(
        FACT(
            "f",
            E_M=SIMP("o", typ="R", val_min=0.0),
            NU_M=SIMP("o", typ="R", val_min=0.0, val_max=0.5),
            E_F=SIMP("f", typ="R", val_min=0.0),
            NU_F=SIMP("f", typ="R", val_min=0.0, val_max=0.5),
            rules=(PRESENT_PRESENT("BT1", "BT2"),),
            **numbers("f", " ".join(("BT1", "BT2", *SHARED))),
        ),
        of_membrane_and_bending,
    ),
)
MATERIALS.add(
    "ELAS_GLRC_FO",
    MaterialLaw(
        FACT(
            "f",
            rules=(PRESENT_PRESENT("BT1", "BT2"), PRESENT_PRESENT("ALPHA", "TEMP_DEF_ALPHA")),
            TEMP_DEF_ALPHA=SIMP("f", typ="R"),
            **functions("o", "E_M NU_M"),
            **functions("f", " ".join(("E_F", "NU_F", "BT1", "BT2", *SHARED))),
        ),
        of_membrane_and_bending,
    ),
)
MATERIALS.add("ELAS_DHRC", MaterialLaw(FACT("f", A0=SIMP("o", typ="R", min=21, max=21), **numbers("f", " ".join(SHARED))), of_section))
