"""ELAS_COQUE and ELAS_COQUE_FO: forces and moments by length of the strains and curvatures of a plate, N/m, N and N m (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI

from ._law import both, made_of, parameter

ORTHOTROPIC = "MEMB_L MEMB_LT MEMB_T MEMB_G_LT FLEX_L FLEX_LT FLEX_T FLEX_G_LT CISA_L CISA_T"
PLANE = "LLLL LLTT LLLT TTTT TTLT LTLT"
SHEAR = "LLLZ LLTZ TTLZ TTTZ LTLZ LTTZ"
WHOLE = " ".join([*(f"{kind}_{axes}" for kind in ("M", "F", "MF") for axes in PLANE.split()), "C_LZLZ C_LZTZ C_TZTZ"])
WITH_SHEAR = " ".join(f"{kind}_{axes}" for kind in ("MC", "FC") for axes in SHEAR.split())
WORDS = f"{ORTHOTROPIC} {WHOLE} {WITH_SHEAR} RHO ALPHA".split()


def properties(occurrence):
    """What fe.plate_section reads of a laminate, on xx, yy, 2 xy; RHO is by volume, kg/m3. Numbers, or functions of what surrounds."""
    given = {word: parameter(occurrence, word) for word in WORDS if occurrence[word] is not None}
    if "MEMB_L" in given:
        membrane, bending = (
            made_of(_orthotropic, *(given[f"{kind}_{axes}"] for axes in ("L", "LT", "T", "G_LT"))) for kind in ("MEMB", "FLEX")
        )
        coupling = np.zeros((3, 3))
        flexibility = made_of(_sheared(occurrence, "CISA_L"), given["CISA_L"], 0.0, given["CISA_T"])
    else:
        matrices = (made_of(_symmetric, *(given[f"{kind}_{axes}"] for axes in PLANE.split())) for kind in ("M", "F", "MF"))
        membrane, bending, coupling = matrices
        flexibility = made_of(_sheared(occurrence, "C_LZLZ"), *(given[word] for word in ("C_LZLZ", "C_LZTZ", "C_TZTZ")))
        for word in WITH_SHEAR.split():
            if callable(given[word]) or given[word] != 0.0:
                raise occurrence.wrong(word, "plates whose shear forces depend on strains in the plane are not there yet: it must be 0")
    more = {"density": given.get("RHO"), "expansion": given.get("ALPHA")}
    return {
        "plate_membrane": membrane,
        "plate_coupling": coupling,
        "plate_bending": bending,
        "plate_shear_flexibility": flexibility,
        **{name: value for name, value in more.items() if value is not None},
    }


def _symmetric(xx, xy, xs, yy, ys, ss):
    return _square(3, xx, xy, xs, xy, yy, ys, xs, ys, ss)


def _square(size, *values):
    """(..., size, size) of values row by row, numbers or arrays (...)."""
    whole = np.stack(np.broadcast_arrays(*(np.asarray(value, float) for value in values)), axis=-1)
    return whole.reshape(*whole.shape[:-1], size, size)


def _orthotropic(along, both_ways, across, shear):
    return _symmetric(along, both_ways, 0.0, across, 0.0, shear)


def _sheared(occurrence, word):
    """What makes the flexibility in shear; raises Refused where it is not one."""

    def flexibility(xx, xy, yy):
        stiffness = _square(2, xx, xy, xy, yy)
        if np.linalg.eigvalsh(stiffness).min() <= 0.0:
            raise occurrence.wrong(word, "the stiffness in shear across the plate must be positive")
        return np.linalg.inv(stiffness)

    return flexibility


def declare(values):
    """The declaration."""
    return FACT(
        "f",
        rules=(
            UN_PARMI("MEMB_L", "M_LLLL"),
            PRESENT_PRESENT(*ORTHOTROPIC.split()),
            PRESENT_PRESENT(*f"{WHOLE} {WITH_SHEAR}".split()),
        ),
        **values("f", " ".join(WORDS)),
    )


both("ELAS_COQUE", declare, properties)
