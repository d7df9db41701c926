"""Factors from the parting of the lips."""

import numpy as np

from pyaster_lite.fe.crack_opening import factors, spread

SCALES, COMPLIANCES = np.array([2.0, 2.0, 3.0]), np.array([0.5, 0.5, 0.25])


def test_the_near_field_gives_its_factors_back():
    r, wanted = np.array([0.0, 1.0, 2.0, 4.0]), np.array([5.0, -2.0, 1.0])
    parting = wanted[:, None] / SCALES[:, None] * np.sqrt(r)
    found = factors(r, parting, SCALES, COMPLIANCES)
    for method in (0, 1):
        np.testing.assert_allclose(found[method, :6], np.repeat(wanted, 2), rtol=1e-12)
        np.testing.assert_allclose(found[method, 6:], COMPLIANCES @ wanted**2)
    np.testing.assert_allclose(found[2, :6], np.repeat(wanted, 2))
    np.testing.assert_allclose(spread(found, 3), 0.0, atol=1e-12)


def test_the_first_method_forgets_what_grows_with_the_distance():
    r = np.linspace(0.0, 1.0, 5)
    parting = np.zeros((3, 5))
    parting[0] = np.sqrt(r * (1.0 + 0.5 * r)) / SCALES[0]
    found = factors(r, parting, SCALES, COMPLIANCES)
    np.testing.assert_allclose(found[0, :2], 1.0)
    assert found[1, 0] > 1.2 and spread(found, 2)[0] > 0.1
