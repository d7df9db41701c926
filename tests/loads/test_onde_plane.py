from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.loads.onde_plane import Frame, _in_space, rays


@pytest.mark.parametrize("plane", [True, False])
@pytest.mark.parametrize("kind", ["P", "SV", "SH"])
def test_no_traction_on_the_free_surface(plane, kind):
    if plane and kind == "SH":
        return
    lame, shear, density = 1.0, 1.5, 2.0
    horizontal = [1.0, 0.0] if plane else [0.6, 0.8]
    direction = np.array([0.4 * horizontal[0], 0.4 * horizontal[1], np.sqrt(1 - 0.16)])
    speeds = np.sqrt((lame + 2 * shear) / density), np.sqrt(shear / density)
    source, mirror = np.array([0.0, 0.0, -3.0]), np.array([0.0, 0.0, 2.0])
    found = rays(Frame.of(direction, plane), direction, kind, source, mirror, speeds, speeds[0] / speeds[1])
    points = np.array([[[x, 0.0 if plane else y, 2.0] for x in (-0.3, 0.5) for y in (0.1, 0.7)]])
    signal = SimpleNamespace(evaluate=lambda INST: np.sin(INST) ** 2)
    for t in (6.0, 7.3, 9.1):
        values = [ray.value(signal, t, points) for ray in found]
        gradient = sum(ray.gradient(value) for ray, value in zip(found, values))
        strain = (gradient + gradient.swapaxes(-1, -2)) / 2
        stress = lame * np.trace(strain, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) + 2 * shear * strain
        assert max(abs(value).max() for value in values) > 0.1
        assert abs(stress[..., 2]).max() < 1e-12


@pytest.mark.parametrize("given, plane, expected", [([1, 2], True, [1, 0, 2]), ([1, 2], False, [1, 2, 0]), ([1, 2, 3], True, [1, 0, 2])])
def test_points_of_two_coordinates(given, plane, expected):
    assert _in_space(given, plane).tolist() == expected
