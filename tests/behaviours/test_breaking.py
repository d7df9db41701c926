"""Cells that break: when, what is left of them, and the work that is told."""

import numpy as np
import pytest

from pyaster_lite.behaviours._breaking import Breaking
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import von_mises
from tests.behaviours.steel import NU, STEEL, E, at_rest, follow, points

FRAGILE = STEEL | {"breaking_stress": 3e8, "breaking_loss": 100.0}
PULL = np.array([1.0, -NU, -NU, 0.0, 0.0, 0.0])


def stretched(law, size, state=None, cells=2):
    return follow(law, Space(), [size * PULL], points(FRAGILE, cells=cells), state)


@pytest.mark.parametrize("word", ["VMIS_ISOT_LINE", "VMIS_ISOT_TRAC"])
def test_a_cell_breaks_by_its_mean_stress_and_forgets_its_stress(word):
    law = Breaking(BEHAVIOURS[word])
    sound, _ = stretched(law, 0.9e-3)
    assert not sound.internal[..., -6:].any()
    data = points(FRAGILE)
    strain = np.broadcast_to(np.array([0.9e-3, 8e-3])[:, None, None] * PULL, (2, 3, 6))
    stress, internal, _ = law.integrate(strain, at_rest(law, Space()), data, Space())
    own = BEHAVIOURS[word].integrate(strain, at_rest(BEHAVIOURS[word], Space()), data, Space())
    np.testing.assert_allclose(stress, own[0])
    np.testing.assert_array_equal(internal[..., -1], [[0.0] * 3, [1.0] * 3])
    work = own[1][1, 0, 0] * von_mises(own[0][1, 0])
    np.testing.assert_allclose(internal[1, :, -5], work)
    np.testing.assert_allclose(internal[1, :, -6], own[1][1, 0, 0])
    broken, tangent = stretched(law, 9e-3, state=type(sound)(strain, stress, internal))
    np.testing.assert_allclose(broken.stress[1, :, 0], E / 100.0 * 1e-3)
    np.testing.assert_allclose(tangent[1, 0, 3, 3], E / 1.3 / 100.0)
    np.testing.assert_array_equal(broken.internal[1, :, -1], 1.0)
    np.testing.assert_allclose(broken.internal[1, :, -4], work)


def test_stresses_of_points_of_both_signs_even_out():
    """The mean of the points is what breaks, not the largest."""
    law = Breaking(BEHAVIOURS["VMIS_ISOT_LINE"])
    strain = np.array([8e-3, -8e-3, 0.0])[None, :, None] * PULL
    _, internal, _ = law.integrate(strain, at_rest(law, Space(), (1, 3)), points(FRAGILE, cells=1), Space())
    assert not internal[..., -1].any()


def test_large_strains_of_broken_cells_keep_their_strain():
    law = Breaking(BEHAVIOURS["VMIS_ISOT_LINE"])
    f = np.eye(3) * np.array([1.01, 1.0, 1.0])
    internal = np.zeros((1, 1, 14))
    stress, _, new = law.kirchhoff(f[None, None], np.eye(3)[None, None], internal, points(FRAGILE, cells=1))
    assert new[0, 0, -1] == 1.0 and new[0, 0, 0] > 0.0
    again, _, last = law.kirchhoff(f[None, None], f[None, None], new, points(FRAGILE, cells=1))
    np.testing.assert_allclose(again, stress / 100.0, rtol=1e-9)
    assert last[0, 0, 1] == 0.0
    np.testing.assert_allclose(np.delete(last[..., :8], 1, axis=-1), np.delete(new[..., :8], 1, axis=-1), atol=1e-15)
