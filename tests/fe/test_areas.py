"""The areas of the points of plates, shells and sheets."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData

SURFACES = [
    (word, cell)
    for word in ("DKT", "DKTG", "DST", "Q4G", "Q4GG", "MEMBRANE", "GRILLE_MEMBRANE", "COQUE_3D")
    for cell, element in MODELISATIONS[word].elements.items()
    if hasattr(element, "areas")
]


@pytest.mark.parametrize("word, cell", SURFACES)
def test_the_areas_of_points_add_up_to_that_of_the_cell(word, cell):
    """A reference cell mapped onto a plane in space, whose area is that of the reference cell times the cross product."""
    axes, element = np.array([[2.0, 0.0, 1.0], [0.5, 1.5, 0.0]]), MODELISATIONS[word].elements[cell]
    x = reference_cell(cell).nodes @ axes
    areas = element.areas(ElementData(np.array([0]), x[None]))
    whole = (0.5 if cell.startswith("TRIA") else 4.0) * np.linalg.norm(np.cross(*axes))
    assert areas.sum() == pytest.approx(whole, rel=1e-12)
    middle = x[: 3 if cell.startswith("TRIA") else 4].mean(axis=0)
    np.testing.assert_allclose(areas[0] @ (element.point_functions @ x) / whole, middle, atol=1e-12)


def test_a_shell_of_revolution_counts_by_radian():
    element = MODELISATIONS["COQUE_AXIS"].elements["SEG3"]
    x = np.array([[1.0, 0.0, 0.0], [3.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    assert element.areas(ElementData(np.array([0]), x[None])).sum() == pytest.approx((3.0**2 - 1.0) / 2)
