"""What residuals of plates, sheets of bars and membranes are judged by, against their formulas on plain cells."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from tests.fe.test_plate import one as plate
from tests.fe.test_plate import turned_frame

SIDE, YOUNG, SECTION, HEIGHT = 2.0, 200.0, 0.02, 0.3


def square(word, characteristics, material):
    """A square cell in the plane of x and y."""
    nodes = reference_cell("QUAD4").nodes
    coordinates = np.c_[nodes * SIDE / 2.0, np.zeros(4)][None]
    given = {name: np.array([value]) for name, value in characteristics.items()}
    return MODELISATIONS[word].elements["QUAD4"], ElementData(np.array([0]), coordinates, [material], np.array([0]), given)


@pytest.mark.parametrize("word", ["DKT", "DKTG", "Q4G"])
def test_plates_meet_the_sums_of_sizes_in_their_own_axes(word):
    given = {"thickness": 0.1, "plate_offset": 0.0, "drilling": 1e-5, "rotary": 1.0, "direction": np.array([1.0, 0.0, 0.0])}
    element, data = square(word, given, {"young": YOUNG, "poisson": 0.3, "density": 1.0})
    force = element.reference_force(data, {"force": 3.0, "moment": 0.0}).reshape(4, 6)
    # over a square the size of each derivative of a corner's function is SIDE / 2; each displacement meets two of them
    np.testing.assert_allclose(force[:, :3], 3.0 * 2.0 * (2.0 * SIDE / 2.0) / 3.0)
    np.testing.assert_allclose(force[:, 3:], 0.0)


def test_references_of_plates_are_in_proportion():
    element, data = plate("DKT", "TRIA3", turned_frame())
    both = element.reference_force(data, {"force": 3.0, "moment": 5.0})
    assert (both > 0.0).all()
    np.testing.assert_allclose(element.reference_force(data, {"force": 6.0, "moment": 10.0}), 2.0 * both)
    with pytest.raises(KeyError):
        element.reference_force(data, {"force": 3.0})


def test_sheets_of_bars_take_the_root_of_the_area():
    given = {"grid_section": SECTION, "grid_direction": np.array([1.0, 0.0, 0.0]), "grid_offset": HEIGHT}
    for word in ("GRILLE_MEMBRANE", "GRILLE_EXCENTRE"):
        element, data = square(word, given, {"young": YOUNG, "density": 1.0})
        force = element.reference_force(data, {"strain": 1e-3}).reshape(4, -1)
        # measured from -1 to 1, a side of SIDE weighs SIDE / 2: the area SIDE^2 / 4
        plain = YOUNG * 1e-3 * SECTION * SIDE / 2.0
        np.testing.assert_allclose(force[:, :3], plain)
        if word == "GRILLE_EXCENTRE":
            b = element.strain_matrix(data)[0].reshape(-1, 4, 6)
            np.testing.assert_allclose(force[:, 3:], plain * np.repeat(abs(b[:, :, 3:]).max(axis=2).mean(axis=0)[:, None], 3, axis=1))


def test_membranes_take_the_mean_of_the_direct_stiffnesses():
    element, data = square("MEMBRANE", {}, {"membrane_elasticity": np.diag([10.0, 30.0, 1.0]), "density": 1.0})
    np.testing.assert_allclose(element.reference_force(data, {"strain": 0.5}), 0.5 * 20.0 * SIDE / 2.0)
