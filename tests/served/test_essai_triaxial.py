"""The drained triaxial test in closed form."""

import numpy as np
import pytest

from pyaster_lite.served.essai_triaxial import drained_test

K, G = 100.0, 60.0
YOUNG = 150.0


@pytest.mark.parametrize("sense", [-1.0, 1.0])
def test_it_is_elastic_until_the_circle_touches_the_line(sense):
    strain, axial, side, volume, shear = map(np.array, drained_test(K, G, 30.0, 10.0, 0.5, -2.0, sense * 1e-3, sense * 0.1))
    assert len(strain) == 101 and np.allclose(np.diff(strain), sense * 1e-3) and (side == -2.0).all()
    np.testing.assert_allclose(axial[1] - axial[0], sense * 1e-3 * YOUNG)
    # 2 c cos(phi) = |s1 - s3| + (s1 + s3) sin(phi)
    np.testing.assert_allclose(sense * (axial[-1] + 2.0) + 0.5 * (axial[-1] - 2.0), np.cos(np.radians(30.0)))
    yields = abs(axial - axial[-1]) < 1e-12
    assert np.allclose(volume[~yields], 0.0, atol=1e-15) and (np.diff(volume[yields]) > 0).all()
    # dilatancy: the share of the plastic change of volume in the axial one
    t = np.sin(np.radians(10.0))
    np.testing.assert_allclose(volume[-1] / (strain[-1] - (axial[-1] + 2.0) / YOUNG), 2 * t / (t + sense))
    np.testing.assert_allclose(shear[-1] / volume[-1], np.sqrt(t * t + 3.0) / (2 * t))
