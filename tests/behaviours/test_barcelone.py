"""Barcelone: the ellipse holds, drying compacts, and tangents are those of the steps."""

import numpy as np
import pytest

from pyaster_lite.behaviours.barcelone import _Clay
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Plane, Space
from pyaster_lite.fe.tensors import mean
from tests.behaviours.steel import at_rest, points

SOIL = {
    "barcelone_bulk": 2e7, "barcelone_shear": 8e6, "barcelone_swelling": 0.02, "barcelone_suction": 0.01, "barcelone_modulus": 1e7,
    "barcelone_slope": 1.1, "barcelone_first": 2e5, "barcelone_yielding": 3e4, "barcelone_pulling": 0.6, "barcelone_dried": 0.1,
    "barcelone_compressed": 0.25, "barcelone_stiffening": 1e-6, "barcelone_least": 0.7, "barcelone_reference": 1e5, "barcelone_flow": 0.5,
    "barcelone_voids": 0.9,
}  # fmt: skip
LAW = BEHAVIOURS["Barcelone"].within(1e-15, 60)


def sucked(before, after):
    """Points whose suction goes from one value to the other."""
    return points(SOIL, lambda t: {"PCAP": np.full((2, 3), before if t == 0.0 else after)})


def pressed(continuum, size, shear):
    """Strains that compress, and shear."""
    found = np.zeros((2, 3, len(continuum.strains)))
    found[..., :3] = -size / 3
    found[..., 3:] = shear
    return found * np.linspace(0.98, 1.02, 6).reshape(2, 3, 1)


@pytest.mark.parametrize("continuum", [Plane(), Space()], ids=["plane", "space"])
@pytest.mark.parametrize("size,shear,suction,yielded", [(4e-3, 4e-4, 1e4, 0), (5e-2, 5e-3, 1e4, 1), (9e-3, 1e-3, 5e4, 2)])
def test_tangents_are_derivatives_where_one_surface_yields(continuum, size, shear, suction, yielded):
    data, rest = sucked(0.0, suction), at_rest(LAW, continuum)
    strain = pressed(continuum, size, shear)
    stress, internal, tangent = LAW.integrate(strain, rest, data, continuum)
    n = len(continuum.strains)
    np.testing.assert_array_equal(internal[..., n + 5], yielded)
    for j in range(n):
        step = np.zeros(n)
        step[j] = 1e-7
        ahead, behind = (LAW.integrate(strain + sign * step, rest, data, continuum)[0] for sign in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-7, tangent[..., j], atol=2e-6 * abs(tangent).max())


def test_the_stress_stays_on_the_ellipse_of_what_has_been_compacted():
    data, continuum = sucked(0.0, 1e4), Space()
    strain = pressed(continuum, 2e-2, 8e-3)
    stress, internal, _ = LAW.integrate(strain, at_rest(LAW, continuum), data, continuum)
    np.testing.assert_array_equal(internal[..., 11], 1.0)
    clay = _Clay(data, (2, 3))
    excess, _, flow, _ = clay.ellipse(stress, clay.consolidation(internal[..., 8]))
    np.testing.assert_allclose(excess, 0.0, atol=1e-6)
    np.testing.assert_allclose(internal[..., 7], internal[..., 6] * 3 * mean(flow), rtol=1e-9)
    # plastic changes of volume and elastic ones make the whole
    np.testing.assert_allclose(3 * mean(internal[..., :6]) + internal[..., 8], 3 * mean(strain), rtol=1e-9)


def test_drying_alone_compacts_by_the_logarithm_of_the_suction():
    continuum, held = Space(), pressed(Space(), 9e-3, 0.0)
    rest = at_rest(LAW, continuum)
    _, internal, _ = LAW.integrate(held, rest, sucked(0.0, 5e4), continuum)
    whole, low = 1.9, 1e7 * 0.01 / 1.9
    np.testing.assert_allclose(internal[..., 8], -(0.1 - 0.01) / whole * np.log((5e4 + low) / (3e4 + low)), rtol=1e-12)
    with pytest.raises(LawFailed, match="capillary"):
        LAW.integrate(held, rest, points(SOIL), continuum)
