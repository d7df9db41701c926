"""Tangents by differences: they are a solid's own, and that of the last cell is kept to be compared."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.perturbation import Perturbation
from tests.behaviours.steel import E
from tests.fe.test_large_strain import PLASTIC, wild
from tests.modelisations.test_contract import placed


def plastic():
    element, data = placed("D_PLAN", "QUAD4", 2)
    data.materials = [PLASTIC]
    law = BEHAVIOURS["VMIS_ISOT_LINE"]
    return element, data, law, wild(element, data), element.start(data, law)


def test_differences_are_the_tangent_of_a_solid():
    element, data, law, u, rest = plastic()
    _, own, _ = element.respond(data, law, u, rest)
    found = Perturbation(1e-6).tangent(element, data, law, u, rest, own)
    np.testing.assert_allclose(found, own, atol=1e-6 * E)
    assert found is not own


def test_a_compared_tangent_is_told_with_its_differences():
    element, data, law, u, rest = plastic()
    watch = Perturbation(1e-6, compared=True)
    assert watch.both() is None
    _, own, _ = element.respond(data, law, u, rest)
    assert watch.tangent(element, data, law, u, rest, own) is own
    first, second = watch.both()
    np.testing.assert_array_equal(first, own[-1])
    np.testing.assert_allclose(second, own[-1], atol=1e-6 * E)
