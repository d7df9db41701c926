"""THER_COQUE and THER_COQUE_FO: conduction in shells as integrals across their thickness (u4.43.01).

L and T tell the two directions of the shell, N the normal; M the function of the middle, P that of a face, SI those of both faces.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, made_of, parameter

PARTS = ("MM", "MP", "PP", "SI")


def _matrix(mm, mp, pp, si):
    """(..., 3, 3) over the middle, the lower and the upper face."""
    rows = ((mm, mp, mp), (mp, pp, si), (mp, si, pp))
    return np.stack([np.stack(np.broadcast_arrays(*(np.asarray(own, float) for own in row)), axis=-1) for row in rows], axis=-2)


def properties(occurrence):
    """The three matrices."""

    def read(stem):
        return [parameter(occurrence, f"{stem}{part}") for part in PARTS]

    along, across = read("COND_L"), read("COND_T")
    found = {"shell_conduction": made_of(_matrix, *along), "shell_crossing": made_of(_matrix, *read("COND_N"))}
    if along != across:
        found["shell_conduction_aside"] = made_of(_matrix, *across)
    return found | ({"shell_capacity": made_of(_matrix, *read("CMAS_"))} if occurrence.CMAS_MM is not None else {})


def declare(values):
    """The declaration."""
    told = " ".join(f"COND_{direction}{part}" for part in PARTS for direction in "LTN")
    return FACT("f", **values("o", told), **values("f", " ".join(f"CMAS_{part}" for part in PARTS)))


both("THER_COQUE", declare, properties)
