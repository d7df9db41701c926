"""Energies of plates by area: against the stiffness, and their shares."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.plate_energy import NAMES, energy_by_area, over_area

MATERIAL = {"young": 2e11, "poisson": 0.3, "density": 7800.0}
CORNERS = {"TRIA3": [[0, 0, 0], [2, 0.1, 0], [0.2, 1, 0]], "QUAD4": [[0, 0, 0], [2, 0.1, 0], [2.1, 1.2, 0], [0, 1, 0]]}


@pytest.mark.parametrize("word,cell", [("DKT", "TRIA3"), ("DKT", "QUAD4"), ("DKTG", "QUAD4")])
@pytest.mark.parametrize("offset", [0.0, 0.07])
def test_membrane_bending_and_their_coupling_are_what_the_stiffness_stores(word, cell, offset):
    element = MODELISATIONS[word].elements[cell]
    given = {"thickness": np.array([0.1]), "plate_offset": np.array([offset])}
    data = ElementData(np.array([0]), np.array([CORNERS[cell]], float), [MATERIAL], np.array([0]), given)
    u = 1e-3 * np.random.default_rng(4).standard_normal((1, element.size))
    u[:, 5::6] = 0.0
    parts = dict(zip(NAMES, over_area(element, data, energy_by_area(element, data, u))[0]))
    stored = 0.5 * u[0] @ element.stiffness(data)[0] @ u[0]
    assert parts["MEMBRANE"] + parts["FLEXION"] + parts["COUPL_MF"] == pytest.approx(stored, rel=1e-9)
    assert parts["TOTALE"] == pytest.approx(stored + parts["CISAILLE"], rel=1e-9) and parts["CISAILLE"] > 0.0
    assert (parts["COUPL_MF"] == 0.0) == (offset == 0.0)
