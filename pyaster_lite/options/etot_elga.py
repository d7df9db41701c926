"""ETOT_ELGA, ETOT_ELNO, ETOT_NOEU, ETOT_ELEM: the work of the stresses along the path of the strains (u4.81.04).

    w_n = w_(n-1) + (s_n + s_(n-1)) : (e_n - e_(n-1)) / 2,   w_1 = s_1 : e_1 / 2

at the storage orders of the result, e the strains of the displacements.
"""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS

from ._family import everywhere
from ._option import Option


def density(element, data, given):
    """The work by volume."""
    if given.u is None or not hasattr(element, "plain_strains"):
        return None
    values, names = given.fields["stress"]
    if "SIP" in names:
        return None
    strain = element.plain_strains(data, given.u)
    tensors = slice(strain.shape[-1])  # behind them stand stresses of hourglass, which code_aster leaves out
    stress = element.kept(data, values)[..., tensors]
    if given.before is None:
        return 0.5 * (stress * strain).sum(axis=-1)[..., None], ("TOTALE",)
    earlier = given.before
    former = element.kept(data, earlier.fields["stress"][0])[..., tensors]
    step = strain - element.plain_strains(data, earlier.u)
    return earlier.fields["itself"][0] + 0.5 * ((stress + former) * step).sum(axis=-1)[..., None], ("TOTALE",)


def of_elements(element, data, given):
    """The integral of the density over each cell."""
    if not hasattr(element, "integral"):
        return None
    values, names = given.fields["density"]
    return element.integral(data, np.nan_to_num(values))[:, None], names


everywhere("ETOT", "ENER_R", density, needs={"stress": "SIEF_ELGA"}, follows=True, complexes="NONE")
OPTIONS.add("ETOT_ELEM", Option("ELEM", "ENER_R", of_elements, {"density": "ETOT_ELGA"}, complexes="NONE"))
