"""The work of stresses along the path of strains: of cells with stresses of hourglass, and of those with a pressure."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS, OPTIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.options._option import Given


def _pulled(word, cell, names):
    element = MODELISATIONS[word].elements[cell]
    nodes = reference_cell(cell).nodes
    data = ElementData(np.array([0]), nodes[None].copy(), [{"young": 200.0, "poisson": 0.3}], np.array([0]), {})
    u = np.zeros((1, element.size))
    u[0, :: element.dim] = 1e-3 * nodes[:, 0]
    stress = np.arange(1.0, len(names) + 1)
    return element, data, Given(u=u, fields={"stress": (np.tile(stress, (1, len(element.rule()), 1)), names)})


@pytest.mark.parametrize("more", [0, 72])
def test_stresses_of_hourglass_are_left_out(more):
    names = ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ", *(f"FSTAB{i + 1}" for i in range(more)))
    values, told = OPTIONS["ETOT_ELGA"].compute(*_pulled("3D_SI", "HEXA8", names))
    np.testing.assert_allclose(values, 0.5 * 1e-3)
    assert told == ("TOTALE",)


def test_cells_with_a_pressure_have_no_such_work():
    names = ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ", "SIP")
    element = MODELISATIONS["3D_INCO_UP"].elements["HEXA20"]
    given = Given(u=np.zeros((1, element.size)), fields={"stress": (np.zeros((1, 8, 7)), names)})
    assert OPTIONS["ETOT_ELGA"].compute(element, None, given) is None
