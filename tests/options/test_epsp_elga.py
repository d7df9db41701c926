"""Plastic strains."""

from types import SimpleNamespace

import numpy as np

from pyaster_lite.fe.kinematics import Space
from pyaster_lite.options._option import Given
from pyaster_lite.options.epsp_elga import compute

STRAIN = np.arange(12.0).reshape(2, 1, 6)
ELEMENT = SimpleNamespace(
    section_points="",
    mandel=np.ones(6),
    continuum=Space(),
    kept=lambda data, stress: stress,
    plastic_strains=lambda data, u, stress: STRAIN.copy(),
)
DATA = SimpleNamespace(subset=lambda rows: rows)
FIELDS = {"stress": (np.zeros((2, 1, 6)), ())}


class Creeping:
    """Creep that is the first six variables."""

    @staticmethod
    def basic_creep(internal, data, ns):
        """As they are."""
        return internal[..., :ns]


def test_creep_that_is_apart_is_no_plastic_strain_of_the_cells_that_have_it():
    variables = np.full((2, 1, 7), 3.0)
    given = Given(u=np.zeros((2, 24)), fields=FIELDS, crept=lambda: (np.array([False, True]), Creeping, variables))
    values, names = compute(ELEMENT, DATA, given)
    np.testing.assert_array_equal(values, STRAIN - np.array([0.0, 3.0])[:, None, None])
    assert names[0] == "EPXX"


def test_without_creep_all_is_plastic():
    for crept in (None, lambda: None):
        np.testing.assert_array_equal(compute(ELEMENT, DATA, Given(u=np.zeros((2, 24)), fields=FIELDS, crept=crept))[0], STRAIN)
