"""Mass of straight beams in their own axes (r3.08.01, section 6): 6 unknowns by end."""

from __future__ import annotations

import numpy as np

from .beam_section import AFFINE, CONSTANT, HOMOTHETIC, Section
from .beam_stiffness import Y_PLANE, Z_PLANE, harmonic_mean, offset
from .errors import ComputationFailed


def mean_area(section: Section) -> np.ndarray:
    """(ne,) volume over length."""
    first, last = section.area.T
    return np.where(section.variation == HOMOTHETIC, (first + last + np.sqrt(first * last)) / 3, (first + last) / 2)


def flooded_density(data, section: Section, abscissas) -> np.ndarray:
    """(ne,) kg/m3 of round tubes with what their fluids weigh: inside, and outside by the coefficient of added mass.

    rho (D^2 - d^2) = rho_s (D^2 - d^2) + rho_i d^2 + rho_e 2 C_m / pi D^2 at the middle between the ends (r4.07.04, section 2.2).
    """
    density = data.property("density").copy()
    for index, material in enumerate(data.materials):
        rows = np.flatnonzero(data.owner == index)
        if "flooded" not in material or not len(rows):
            continue
        if abscissas is None:
            raise ComputationFailed("tubes in a fluid need a mesh with curvilinear abscissas (MODI_MAILLAGE/ABSC_CURV)")
        fluid, middle = material["flooded"], abscissas[rows, :2].mean(axis=1)
        outer = 2 * section.extreme_y[rows].mean(axis=1)
        inner = np.sqrt(np.maximum(outer**2 - 4 * section.area[rows].mean(axis=1) / np.pi, 0.0))
        added = fluid["fluid_outside"](middle) * 2 * fluid["fluid_coefficient"](middle) / np.pi * outer**2
        density[rows] += (fluid["fluid_inside"](middle) * inner**2 + added) / (outer**2 - inner**2)
    return density


def consistent_mass(section: Section, length, density, young, shear, with_shear: bool = True) -> np.ndarray:
    """(ne, 12, 12) by the shape functions of the stiffness of the mean section.

    Cross-sections turn with inertia in torsion, and in bending where the section shears.
    """
    area = mean_area(section)
    mass, ne = density * area * length, len(length)
    inertia_y, inertia_z = section.inertia_y.mean(axis=1), section.inertia_z.mean(axis=1)
    shears = (section.shear_y != 0.0).all(axis=1) & (section.shear_z != 0.0).all(axis=1) & with_shear
    result = np.zeros((ne, 12, 12))
    _couple(result, (0, 6), mass / 3, mass / 6)
    twist = density * length * (inertia_y + inertia_z)
    _couple(result, (3, 9), twist / 3, twist / 6)
    for plane, sign, inertia, factor in ((Y_PLANE, 1.0, inertia_z, "y"), (Z_PLANE, -1.0, inertia_y, "z")):
        factors = getattr(section, f"shear_{factor}")
        first, last = (a / np.where(f == 0.0, 1.0, f) for a, f in zip(section.area.T, factors.T))
        power = np.where(section.variation == CONSTANT, 1, section.variation)
        phi = np.where(shears, 12 * young * inertia / (shear * harmonic_mean(first, last, power) * length**2), 0.0)
        turning = np.where(shears, inertia / (area * length**2), 0.0)
        rotations = np.array([1.0, sign, 1.0, sign])
        block = _bending(mass, phi, turning, length) * rotations[:, None] * rotations
        result[np.ix_(range(ne), plane, plane)] = block
    return _with_offset(result, mass, length, *section.offset)


def _couple(matrix, places, own, between):
    first, last = places
    matrix[:, first, first] = matrix[:, last, last] = own
    matrix[:, first, last] = matrix[:, last, first] = between


def _bending(mass, phi, r, length):
    """(ne, 4, 4) on (v1, t1, v2, t2): shear ratio phi, r = I / (A l^2)."""
    l, p2 = length, phi**2  # noqa: E741
    a = 13 / 35 + 7 * phi / 10 + p2 / 3 + 6 * r / 5
    b = l * (11 / 210 + 11 * phi / 120 + p2 / 24 + r / 10 - phi * r / 2)
    c = 9 / 70 + 3 * phi / 10 + p2 / 6 - 6 * r / 5
    d = l * (-13 / 420 - 3 * phi / 40 - p2 / 24 + r / 10 - phi * r / 2)
    e = l**2 * (1 / 105 + phi / 60 + p2 / 120 + r * (2 / 15 + phi / 6 + p2 / 3))
    f = l**2 * (-1 / 140 - phi / 60 - p2 / 120 - r * (1 / 30 + phi / 6 - p2 / 6))
    rows = np.array([[a, b, c, d], [b, e, -d, f], [c, -d, a, -b], [d, f, -b, e]])
    return np.moveaxis(rows * mass / (1 + phi) ** 2, -1, 0)


def _with_offset(matrix, mass, length, y, z):
    """The centroid being away from the shear centre that the displacements of the beam are taken at."""
    if not (np.any(y) or np.any(z)):
        return matrix
    polar = mass * (y**2 + z**2)
    twist = np.zeros_like(matrix)
    _couple(twist, (3, 9), polar / 3, polar / 6)
    # code_aster gives both couplings the same sign
    for plane, arm, sign in ((Y_PLANE, -z, 1.0), (Z_PLANE, -y, -1.0)):
        near, far = arm * mass * 7 / 20, arm * mass * 3 / 20
        turn, back = sign * arm * mass * length / 20, sign * arm * mass * length / 30
        for rotation, values in ((3, (near, turn, far, -back)), (9, (far, back, near, -turn))):
            for place, value in zip(plane, values):
                twist[:, place, rotation] = twist[:, rotation, place] = value
    return offset(matrix + twist, y, z)


def lumped_mass(section: Section, length, density) -> np.ndarray:
    """(ne, 12, 12), diagonal."""
    (first, last), moments = section.area.T, section.inertia_y + section.inertia_z
    even = section.variation != HOMOTHETIC
    # code_aster lumps affine sections as if they were that of the first end all along
    near = density * length * np.where(even, first / 2, (5 * first + last) / 12)
    far = density * length * np.where(even, first / 2, (5 * last + first) / 12)
    twist = density * length * np.where(even, moments[:, 0] / 2, moments.sum(axis=1) / 4)
    base = (near + far) * length**2 / 105
    about_y = base + density * length * section.inertia_y.sum(axis=1) / 15
    about_z = base + density * length * section.inertia_z.sum(axis=1) / 15
    diagonal = [near, near, near, twist, about_y, about_z, far, far, far, twist, about_y, about_z]
    return np.stack(diagonal, axis=1)[:, :, None] * np.eye(12)


def spread(section: Section, length, force, moment=None, tapered=None) -> np.ndarray:
    """(ne, 12) nodal forces of forces by volume of section and length, linear from end to end, `force` (ne, 2, 3).

    `section` None stands for forces by length; `moment` (ne, 2, 3) are moments by length then, `tapered` (ne,) which sections vary.
    """
    ne, l = len(length), length[:, None]  # noqa: E741
    result = np.zeros((ne, 2, 6), np.result_type(force, float))
    f1, f2 = force[:, 0], force[:, 1]
    # along sections that vary code_aster takes the force at each end for what it bears (ptfop1)
    if section is None:
        even = np.full((ne, 1), True) if tapered is None else ~tapered[:, None]
        head, tail, middle = (f1, np.where(even, f2, f1)), (np.where(even, f1, f2), f2), None
    else:
        a1, a2 = section.area[:, :1], section.area[:, 1:]
        even = section.variation[:, None] == CONSTANT
        head = f1 * a1, np.where(even, f2 * a1, f1 * a2)
        tail = np.where(even, f1 * a1, f2 * a1), np.where(even, f2 * a1, f2 * a2)
        middle = np.where(section.variation[:, None] == HOMOTHETIC, np.sqrt(a1 * a2), np.nan)
    axial, near, far = _shares(head, tail)
    turn, back = head[0] / 20 + head[1] / 30, tail[0] / 30 + tail[1] / 20
    if middle is not None and not np.isnan(middle).all():
        axial, near, far, turn, back = _homothetic(f1, f2, head, tail, middle, (axial, near, far, turn, back))
    result[:, 0, 0], result[:, 1, 0] = axial[0][:, 0] * length, axial[1][:, 0] * length
    result[:, 0, 1:3], result[:, 1, 1:3] = near[:, 1:] * l, far[:, 1:] * l
    result[:, 0, 5], result[:, 1, 5] = turn[:, 1] * length**2, -back[:, 1] * length**2
    result[:, 0, 4], result[:, 1, 4] = -turn[:, 2] * length**2, back[:, 2] * length**2
    if moment is not None:
        _spread_moments(result, length, moment)
    return result.reshape(ne, 12)


def _shares(head, tail):
    (h1, h2), (t1, t2) = head, tail
    return (h1 / 3 + h2 / 6, t1 / 6 + t2 / 3), (7 * h1 + 3 * h2) / 20, (3 * t1 + 7 * t2) / 20


def _homothetic(f1, f2, head, tail, middle, plain):
    own, (h1, h2), (t1, t2) = ~np.isnan(middle), head, tail
    (p1, p2), near, far, turn, back = plain
    m1, m2 = f1 * middle, f2 * middle
    return (
        (np.where(own, h1 / 4 + h2 / 12 + m1 / 6, p1), np.where(own, t1 / 12 + t2 / 4 + m2 / 6, p2)),
        np.where(own, (8 * h1 + 2 * h2 + 5 * m1) / 30, near),
        np.where(own, (2 * t1 + 8 * t2 + 5 * m2) / 30, far),
        np.where(own, (2 * h1 + h2 + 2 * m1) / 60, turn),
        np.where(own, (t1 + 2 * t2 + 2 * m2) / 60, back),
    )


def _spread_moments(result, length, moment):
    m1, m2 = moment[:, 0], moment[:, 1]
    result[:, 0, 3] += (m1[:, 0] / 3 + m2[:, 0] / 6) * length
    result[:, 1, 3] += (m1[:, 0] / 6 + m2[:, 0] / 3) * length
    about_y, about_z = (m1 + m2)[:, 1] / 2, (m1 + m2)[:, 2] / 2
    result[:, 0, 1] -= about_z
    result[:, 1, 1] += about_z
    result[:, 0, 2] += about_y
    result[:, 1, 2] -= about_y
    for axis in (1, 2):
        slope = (m2 - m1)[:, axis] * length / 12
        result[:, 0, 3 + axis] -= slope
        result[:, 1, 3 + axis] += slope


def inertia(section: Section, length, density) -> tuple[np.ndarray, np.ndarray]:
    """Where the centre of gravity stands between the ends (ne,), 0 to 1, and (ne, 5) mass, moments about it, product x z, own axes.

    Raises ComputationFailed for sections of which one dimension varies and that are no full rectangles.
    """
    area, even = section.area[:, 0], section.variation == CONSTANT
    r = np.where(even, 1.0, np.sqrt(section.area[:, 1] / area))
    share = 1 + r + r**2
    mass = density * area * length * share / 3
    place = (1 + 2 * r + 3 * r**2) / (4 * share)
    turning = density * length * (share + r**3 + r**4) / 5
    along = density * length**3 * area * (1 + 3 * r + 6 * r**2) / 30 - mass * (place * length) ** 2
    iy, iz = section.inertia_y[:, 0] * turning, section.inertia_z[:, 0] * turning
    values = np.stack([mass, iy + iz, iy + along, iz + along, np.zeros_like(mass)], axis=1)
    wedges = section.variation == AFFINE
    if wedges.any():
        place[wedges], values[wedges] = (x[wedges] for x in _of_wedges(section, length, density, wedges))
    return place, values


def _of_wedges(section, length, density, wanted):
    """As `inertia`: full rectangles 2 y by 2 z of which z grows linearly."""
    y, (z, w) = section.extreme_y[:, 0], section.extreme_z.T
    full = np.abs(section.area - 4 * y[:, None] * section.extreme_z) <= 1e-14 * section.area
    if not full[wanted].all():
        raise ComputationFailed("the moments of inertia of beams whose section varies in one dimension are known of full rectangles only")
    total, less = z + w, z - w
    second = z**2 + w**2 + 4 * z * w
    third = z**3 + 3 * z**2 * w - 3 * z * w**2 - w**3
    fourth = z**4 + w**4 + 2 * z * w * (z**2 + w**2)
    xx = length * (4 * fourth - 2 * less * third + less**2 * second) / (18 * total)
    zz = length**3 * second / (18 * total)
    xz = length**2 * (third - less * second)
    own = 2 * length * total * y**3 / 3
    mass = density * length * section.area.mean(axis=1)
    moments = [own + 2 * y * xx, 2 * y * (xx + zz), own + 2 * y * zz, 2 * y * xz]
    # code_aster leaves the product undivided by the area of the wedge
    return (z + 2 * w) / (3 * total), np.stack([mass, *(density * m for m in moments)], axis=1)
