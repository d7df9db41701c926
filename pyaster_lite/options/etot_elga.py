"""ETOT_ELGA, ETOT_ELNO, ETOT_NOEU, ETOT_ELEM: the work of the stresses along the path of the strains (u4.81.04).

    w_n = w_(n-1) + (s_n + s_(n-1)) : (e_n - e_(n-1)) / 2,   w_1 = s_1 : e_1 / 2

at the storage orders of the result, e the strains of the displacements; w_(n-1) = 0 where it is neither there nor asked for.
"""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS

from ._family import everywhere
from ._option import Option


def step_work(element, data, given):
    """(ne, np, 1) the work by volume since the storage order before; None where there is none."""
    if given.u is None or not hasattr(element, "plain_strains"):
        return None
    values, names = given.fields["stress"]
    if "SIP" in names:
        return None
    step = element.plain_strains(data, given.u)
    tensors = slice(step.shape[-1])  # behind them stand stresses of hourglass, which code_aster leaves out
    stress = element.kept(data, values)[..., tensors]
    if given.before is not None:
        stress = stress + element.kept(data, given.before.fields["stress"][0])[..., tensors]
        step = step - element.plain_strains(data, given.before.u)
    return 0.5 * (stress * step).sum(axis=-1)[..., None]


def density(element, data, given):
    """The work by volume."""
    work = step_work(element, data, given)
    return None if work is None else (given.former() + work, ("TOTALE",))


def of_elements(element, data, given):
    """The integral of the density over each cell."""
    work = step_work(element, data, given) if hasattr(element, "integral") else None
    return None if work is None else (given.former() + element.integral(data, np.nan_to_num(work))[:, None], ("TOTALE",))


everywhere("ETOT", "ENER_R", density, needs={"stress": "SIEF_ELGA"}, follows=True, complexes="NONE")
OPTIONS.add("ETOT_ELEM", Option("ELEM", "ENER_R", of_elements, {"stress": "SIEF_ELGA"}, follows=True, complexes="NONE"))
