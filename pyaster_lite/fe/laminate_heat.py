"""What temperature does to laminates, whose layers expand each along its own axes.

With Q the moduli of a layer at a height z, a its expansions, T the mean and T' the slope across the thickness of how much warmer it is, the
strains (e, k) of a laminate that nothing holds are those whose forces and moments by length are, over the layers,

    N = sum h Q a T + sum h z Q a T',   M = sum h z Q a T + sum h (z^2 + h^2 / 12) Q a T'

as code_aster has it for layers along the axes of results; it mixes the terms of oblique layers, which are turned here as they should be.
"""

from __future__ import annotations

import numpy as np

from .data import ElementData
from .errors import ComputationFailed
from .plate_section import PlateSection


def laminates_expand(data: ElementData) -> bool:
    """Whether a material is a laminate with a layer that expands, and a temperature is known."""
    if data.surroundings is None:
        return False
    return any(material["plate_layers"].expansion.any() for material in data.materials if "plate_layers" in material)


def laminate_strains(data: ElementData, points: int, before: bool = False) -> np.ndarray:
    """(ne, points, 6) membrane strains and curvatures of laminates that nothing holds, zero in other plates."""
    section, warmer = PlateSection.of(data), _warmer(data, before)
    if warmer.shape[1] in (1, points):
        mean, slope = np.broadcast_to(warmer, (len(data), points)), np.zeros((len(data), points))
    else:
        mean, slope = section.mean_and_slope(warmer.reshape(len(data), points, -1))
    stack = section.stack
    h, z = stack.thickness, stack.middle + section.offset[:, None]
    stress = np.einsum("elij,elj->eli", stack.plane, stack.expansion)
    a, b, d = (np.einsum("el,eli->ei", factor, stress)[:, None] for factor in (h, h * z, h * (z**2 + h**2 / 12)))
    mean, slope = mean[..., None], slope[..., None]
    force = np.concatenate([a * mean + b * slope, b * mean + d * slope], axis=-1)
    return np.einsum("eij,egj->egi", np.linalg.inv(section.whole()), force)


def layers_apart(data: ElementData, points: int) -> np.ndarray:
    """(ne, points, 3 most layers, 3) strains that the layers of laminates would have if nothing held them, zero in other plates."""
    section, warmer = PlateSection.of(data), _warmer(data)
    count = section.heights().shape[1]
    warmer = warmer[:, :, None] if warmer.shape[1] in (1, points) else warmer.reshape(len(data), points, -1)[..., :count]
    expansion = np.zeros((len(data), count, 3))
    own = np.repeat(section.stack.expansion, 3, axis=1)[:, :count]
    expansion[:, : own.shape[1]] = own
    return np.broadcast_to(np.nan_to_num(warmer[..., None]) * expansion[:, None], (len(data), points, count, 3))


def _warmer(data, before=False):
    """(ne, places) K above the reference; raises ComputationFailed where none is known."""
    variables = data.variables(before)
    if "TEMP" not in variables:
        return np.zeros_like(variables["INST"])
    if "TEMP_REF" not in variables:
        raise ComputationFailed("the temperature has no reference: thermal strains cannot be told")
    return variables["TEMP"] - variables["TEMP_REF"]
