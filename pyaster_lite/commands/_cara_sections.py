"""Section properties from the shapes that AFFE_CARA_ELEM names: circles, rectangles and values given one by one (u4.42.01)."""

from __future__ import annotations

from math import pi

import numpy as np

from pyaster_lite.fe.beam_section import NAMES

GENERAL = {
    "A": "area",
    "IY": "inertia_y",
    "IZ": "inertia_z",
    "AY": "shear_y",
    "AZ": "shear_z",
    "EY": "offset_y",
    "EZ": "offset_z",
    "JX": "torsion",
    "JG": "warping",
    "IYR2": "third_y",
    "IZR2": "third_z",
    "RY": "extreme_y",
    "RZ": "extreme_z",
    "RT": "extreme_torsion",
    "AI": "bore",
}
"""The words of a section given by its values."""
RATIOS = np.array([0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95])
"""Inner over outer dimensions that the shear factors of hollow rectangles are tabulated at."""
RECTANGLE_SHEAR = np.array(
    [
        [1.2] * 12,
        [1.2, 1.2091, 1.22903, 1.29961, 1.41338, 1.57689, 1.80293, 2.11482, 2.56072, 3.26505, 4.71451, 6.68937],
        [1.2, 1.21234, 1.23638, 1.31674, 1.44242, 1.62077, 1.86614, 2.20702, 2.70395, 3.51953, 5.35808, 8.19368],
        [1.2, 1.21725, 1.24671, 1.3388, 1.47742, 1.67093, 1.93642, 2.30888, 2.8664, 3.82993, 6.21611, 10.2937],
        [1.2, 1.22028, 1.25225, 1.34797, 1.48853, 1.6827, 1.9487, 2.32387, 2.89403, 3.90732, 6.53601, 11.2361],
        [1.2, 1.22125, 1.25299, 1.34528, 1.47872, 1.66196, 1.91269, 2.26723, 2.81021, 3.79004, 6.40058, 11.1893],
        [1.2, 1.22011, 1.24905, 1.33181, 1.45075, 1.61403, 1.83775, 2.1543, 2.64029, 3.52423, 5.91643, 10.3749],
        [1.2, 1.21699, 1.24091, 1.30911, 1.40786, 1.54462, 1.73307, 2.00002, 2.40936, 3.15426, 5.18602, 9.01404],
        [1.2, 1.21234, 1.22963, 1.27969, 1.35418, 1.45982, 1.60759, 1.81808, 2.13953, 2.71977, 4.29975, 7.29574],
        [1.2, 1.20699, 1.21695, 1.24713, 1.29483, 1.36597, 1.46914, 1.61905, 1.84773, 2.25238, 3.33064, 5.37206],
        [1.2, 1.20223, 1.20561, 1.21707, 1.23759, 1.27159, 1.3254, 1.40907, 1.54135, 1.77105, 2.33808, 3.36741],
        [1.2, 1.20064, 1.20171, 1.20582, 1.2142, 1.22956, 1.25619, 1.30111, 1.37761, 1.51661, 1.84134, 2.37116],
    ]
)
"""Shear factor along y of a hollow rectangle, by its ratio along y (rows) and along z (columns)."""
TUBE_SHEAR = np.array(
    [
        [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
        [1.16667, 1.17442, 1.19877, 1.28947, 1.41882, 1.56277, 1.69984, 1.81536, 1.90233, 1.95983, 1.99081, 1.99781, 1.99992, 2],
    ]
)
"""Ratio of the radii of a tube, and its shear factor."""


def _array(**values) -> np.ndarray:
    return np.array([values.get(name, 0.0) for name in NAMES])


def general(values: dict[str, float]) -> np.ndarray:
    """(15,) of values given by their words."""
    extremes = {"extreme_y": 1.0, "extreme_z": 1.0, "extreme_torsion": 1.0}
    return _array(**(extremes | {GENERAL[word]: value for word, value in values.items()}))


def circle(radius: float, thickness: float | None = None) -> np.ndarray:
    """(15,) of a disc or a tube."""
    inner = radius - (radius if thickness is None else thickness)
    inertia, shear = pi * (radius**4 - inner**4) / 4, np.interp(inner / radius, *TUBE_SHEAR)
    return _array(
        area=pi * (radius**2 - inner**2),
        inertia_y=inertia,
        inertia_z=inertia,
        shear_y=shear,
        shear_z=shear,
        torsion=2 * inertia,
        extreme_y=radius,
        extreme_z=radius,
        extreme_torsion=radius,
        bore=pi * inner**2,
    )


def rectangle(hy: float, hz: float, ty: float | None = None, tz: float | None = None, shears: bool = True) -> np.ndarray:
    """(15,) of a rectangle hy by hz, hollow with walls ty and tz thick.

    Raises ValueError when they are too thin for their shear to be known, unless nothing `shears`.
    """
    ty, tz = (h / 2 if t is None else t for h, t in ((hy, ty), (hz, tz)))
    iy, iz = hy - 2 * ty, hz - 2 * tz
    if abs(iy / hy) <= 1e-3 or abs(iz / hz) <= 1e-3:
        a, b = max(hy, hz) / 2, min(hy, hz) / 2
        torsion = a * b**3 * (16 / 3 - 3.36 * b * (1 - b**4 / (12 * a**4)) / a)
        shear, extreme = (1.2, 1.2), torsion * (3 * a + 1.8 * b) / (8 * a**2 * b**2)
    else:
        along, across = iy / hy, iz / hz
        if shears and max(along, across) > RATIOS[-1]:
            raise ValueError(f"walls thinner than {(1 - RATIOS[-1]) / 2:.3g} of the side have no known shear factor")
        torsion = 2 * ty * tz * (hy - ty) ** 2 * (hz - tz) ** 2 / (hy * ty + hz * tz - ty**2 - tz**2)
        shear = _hollow_shear(along, across), _hollow_shear(across, along)
        extreme = torsion / (2 * tz * iy * iz)
    return _array(
        area=hy * hz - iy * iz,
        inertia_y=(hy * hz**3 - iy * iz**3) / 12,
        inertia_z=(hz * hy**3 - iz * iy**3) / 12,
        shear_y=shear[0],
        shear_z=shear[1],
        torsion=torsion,
        extreme_y=hy / 2,
        extreme_z=hz / 2,
        extreme_torsion=extreme,
    )


def _hollow_shear(along, across):
    """Linear between the lines of the table, and along each."""
    lines = [np.interp(across, RATIOS, line) for line in RECTANGLE_SHEAR]
    return np.interp(along, RATIOS, lines)
