"""ENTR_ELEM: the part of the elastic energy of solids that tension stores (u4.81.04).

    l / 2 <tr e>^2 + mu (<e_1>^2 + <e_2>^2 + <e_3>^2)

of the elastic strains e = S : s of an isotropic solid, <x> being x where it is positive, else zero.
"""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.invariants import principal
from pyaster_lite.fe.tensors import AXES, mandel_factors

from ._option import Option


def of_tension(element, data, given):
    """Its integral over each cell."""
    if getattr(element, "strain_kind", None) != "solid":
        return None
    values, names = given.fields["stress"]
    count = element.point_weights(data).shape[1]
    zero = np.zeros((len(data), count))
    stress = np.stack([values[:, :count, names.index(f"SI{a}")] if f"SI{a}" in names else zero for a in AXES], axis=-1)
    young, poisson = (data.at_points(name)[..., None] for name in ("young", "poisson"))
    even = stress[..., :3].sum(axis=-1, keepdims=True) * np.array([1.0] * 3 + [0.0] * 3)
    strain = ((1.0 + poisson) * stress - poisson * even) / young
    stretches = np.maximum(principal(1e12 * strain * mandel_factors())[0] / 1e12, 0.0)
    lame, mu = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)), young / (2.0 * (1.0 + poisson))
    growth = np.maximum(strain[..., :3].sum(axis=-1), 0.0)
    density = 0.5 * lame[..., 0] * growth**2 + mu[..., 0] * (stretches**2).sum(axis=-1)
    return element.integral(data, density[..., None])[:, None], ("TOTALE",)


OPTIONS.add("ENTR_ELEM", Option("ELEM", "ENER_R", of_tension, {"stress": "SIEF_ELGA"}))
