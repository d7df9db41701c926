"""Fields of complex motions: real and imaginary part by itself, energies of both together, none that is not linear (routine meceuc)."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS, OPTIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.options._option import Given
from tests.options.test_enel_elga import SQUARE


def plate_moved():
    """(element, data, u (1, nd) complex): a plate DKT in a motion at random."""
    plate = MODELISATIONS["DKT"].element("QUAD4")
    elastic = {"elasticity": np.eye(6), "young": 1.0, "poisson": 0.0, "density": 2.0}
    data = ElementData(np.zeros(1, int), SQUARE, [elastic], np.zeros(1, int), {"thickness": np.array([0.5])}, None)
    real, imaginary = np.random.default_rng(3).standard_normal((2, 1, plate.size))
    return plate, data, real + 1j * imaginary


def test_nodal_forces_are_those_of_the_stiffness():
    plate, data, u = plate_moved()
    stress = OPTIONS["SIEF_ELGA"].computed(plate, data, Given(u=u))
    given = Given(u=u, fields={"stress": stress[:2]})
    assert given.is_complex
    found = OPTIONS["FORC_NODA"].computed(plate, data, given)
    # all but the turns about the normal, whose small stiffness holds no stress
    np.testing.assert_allclose(found[0], plate.stiffness(data)[0] @ u[0], atol=1e-5)


@pytest.mark.parametrize(("word", "matrix"), [("EPOT_ELEM", "stiffness"), ("ECIN_ELEM", "mass")])
def test_energies_are_of_both_parts_together(word, matrix):
    plate, data, u = plate_moved()
    values, names = OPTIONS[word].computed(plate, data, Given(u=u, omega2=1.0))[:2]
    assert values.dtype == float
    expected = 0.5 * np.real(u[0].conj() @ getattr(plate, matrix)(data)[0] @ u[0])
    np.testing.assert_allclose(values[0, 0, names.index("TOTALE")], expected, rtol=1e-6)


def test_what_surrounds_points_stays_real():
    plate, data, u = plate_moved()
    assert OPTIONS["MATE_ELEM"].complexes == OPTIONS["VARC_ELGA"].complexes == "WHOLE"
    assert OPTIONS["SIEQ_ELGA"].complexes == OPTIONS["EPSG_ELGA"].complexes == "NONE"
    assert not Given(u=u, fields={"points": (np.zeros((1, 4, 1)), ("TEMP",))}).is_complex
