"""ENEL_ELGA: half of forces times strains of plates that were followed, of what laws keep where they do."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.plate import Plate
from pyaster_lite.options._option import Given
from pyaster_lite.options.enel_elga import density
from tests.modelisations.test_contract import placed

SQUARE = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]], float)


def followed(law, kept=None):
    """The energies of a plate stretched by 1E-3 along x under N = (2, 1, 0, 3, 0, 0, 0, 0)."""
    plate = Plate("QUAD4", "FPG4")
    elastic = {"elasticity": np.eye(6), "young": 1.0, "poisson": 0.0}
    data = ElementData(np.zeros(1, int), SQUARE, [elastic], np.zeros(1, int), {"thickness": np.array([1.0])}, None)
    u = np.zeros((1, plate.size))
    u[0, 0::6] = 1e-3 * SQUARE[0, :, 0]
    n = len(plate.rule())
    forces = np.broadcast_to([2.0, 1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0], (1, n, 8))
    parted = None if kept is None else (np.array([True]), np.broadcast_to(kept, (1, n, 6)))
    given = Given(u=u, nonlinear=True, fields={"stress": (forces, ())}, laws=lambda: [(np.array([0]), law)], parted=lambda: parted)
    return density(plate, data, given)


@pytest.mark.parametrize("word", ["ELAS", "GLRC_DM"])
def test_half_of_forces_times_strains(word):
    values, names, across = followed(BEHAVIOURS[word])
    assert across == 1
    np.testing.assert_allclose(values, np.broadcast_to([1e-3, 1e-3, 0.0, 0.0, 0.0], values.shape), atol=1e-15)
    assert names[:3] == ("TOTALE", "MEMBRANE", "FLEXION")


def test_strains_that_a_law_keeps():
    values, *_ = followed(BEHAVIOURS["GLRC_DM"], [4e-4, 0.0, 0.0, 2e-3, 0.0, 0.0])
    np.testing.assert_allclose(values, np.broadcast_to([3.4e-3, 4e-4, 3e-3, 0.0, 0.0], values.shape))


def test_energy_beside_plasticity_is_not_counted():
    """As in code_aster (te0412), which writes zeros."""
    values, *_ = followed(BEHAVIOURS["VMIS_ISOT_LINE"])
    assert not values.any()


@pytest.mark.parametrize("word,cell,shears", [("3D", "HEXA8", 1.0), ("D_PLAN", "QUAD4", 2.0)])
def test_the_stress_of_logarithmic_strains_has_the_energy(word, cell, shears):
    """As in code_aster (enelpg), shears in space are counted once."""
    solid, data = placed(word, cell)
    data.materials = [{"elasticity": np.eye(6), "young": 2.0, "poisson": 0.25}]
    points = np.broadcast_to([3.0, 1.0, 0.0, 0.5, 0.0, 0.0], (len(data), len(solid.rule()), 6))
    stress = np.zeros((*points.shape[:2], len(solid.continuum.strains)))
    duals = np.ones(len(data), bool), points
    values, _ = density(solid, data, Given(fields={"stress": (stress, ())}, nonlinear=True, duals=lambda: duals))
    np.testing.assert_allclose(values, 0.5 * (1.25 * (10.0 + shears * 0.25) - 0.25 * 16.0) / 2.0)
