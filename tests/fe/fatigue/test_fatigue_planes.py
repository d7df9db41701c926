"""Planes through a point, circles around shear, and the planes that loads harm most."""

import numpy as np
import pytest

from pyaster_lite.fe.fatigue import planes, shear_planes, variable
from pyaster_lite.fe.fatigue.circle import enclosing_radii, enclosing_sphere
from pyaster_lite.fe.fatigue.history import QUANTITIES, History, deviator


def history(stress, young=1e5):
    stress = np.asarray(stress, float)
    return History(stress, stress / young, np.zeros_like(stress))


def pulled(values):
    return np.outer(values, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def test_the_frames_are_orthonormal():
    for frames in (planes.half_sphere(), planes.around(np.array([0.6, 0.0, 0.8]), 2.0, 5.0), planes.around(np.eye(3)[2], 2.0, 5.0)):
        np.testing.assert_allclose(np.einsum("mik,mjk->mij", frames, frames), np.broadcast_to(np.eye(3), frames.shape), atol=1e-14)


def test_shear_and_normal_part_make_the_traction():
    stress = np.random.default_rng(1).normal(size=(4, 6))
    frames = planes.half_sphere()
    shear, normal = planes.resolved(stress, frames)
    traction = np.einsum("nij,mj->mni", planes.full(stress), frames[:, 0])
    np.testing.assert_allclose((shear**2).sum(-1) + normal**2, (traction**2).sum(-1), rtol=1e-12)


def test_circles_around_two_and_three_points():
    triangle = np.array([[np.cos(a), np.sin(a)] for a in (0.0, 2.1, 4.2)])
    pair = np.array([[0.0, 0.0], [3.0, 4.0], [1.5, 2.0]])
    np.testing.assert_allclose(enclosing_radii(np.stack([triangle, pair])), [1.0, 2.5], rtol=1e-12)


def test_a_circle_of_many_points_holds_them_all():
    points = np.random.default_rng(2).normal(size=(1, 60, 2))
    radius = enclosing_radii(points)[0]
    widest = np.linalg.norm(points[0, :, None] - points[0], axis=-1).max()
    assert widest / 2.0 <= radius <= widest / np.sqrt(3.0) * (1.0 + 1e-12)


def test_a_bar_shears_most_at_45_degrees():
    first, second = shear_planes.most_sheared(history(pulled([0.0, 100.0, -100.0, 0.0])))
    assert first.shear == pytest.approx(100.0 * 0.5, rel=2e-5) and second.shear == pytest.approx(first.shear, rel=1e-3)
    assert abs(first.normal[0]) == pytest.approx(np.sqrt(0.5), rel=2e-2)
    assert first.most_stress == pytest.approx(50.0, rel=2e-2)


def test_the_critical_plane_of_the_normal_stress_is_that_of_the_bar():
    (normal, parts), _ = shear_planes.critical(history(pulled([0.0, 10.0])), lambda found: found["MSINCR"], ("MSINCR",))
    assert parts["MSINCR"] == pytest.approx(10.0, rel=1e-3) and abs(normal[0]) == pytest.approx(1.0, abs=1e-2)


def test_quantities_of_an_alternating_bar():
    h = history(pulled([0.0, 100.0, -100.0]))
    told = {name: QUANTITIES[name](h) for name in ("PHYDRM", "APHYDR", "MPHYDR", "DSIGEQ", "SIGPR1", "DSITRE", "AMPCIS", "EPSNM1")}
    expected = dict(
        PHYDRM=100 / 3, APHYDR=100 / 3, MPHYDR=0.0, DSIGEQ=100.0, SIGPR1=50.0, DSITRE=25.0, AMPCIS=100 / np.sqrt(3.0), EPSNM1=1e-3
    )
    assert told == pytest.approx(expected)


def test_the_sphere_around_an_alternating_bar():
    stress = pulled(100.0 * np.sin(np.linspace(0.0, 2.0 * np.pi, 21)))
    assert enclosing_sphere(deviator(stress)) == pytest.approx(100.0 / np.sqrt(3.0), rel=1e-4)


def test_cycles_know_their_instants():
    values = [0.0, 10.0, 4.0, 6.0, -8.0, 0.0]
    found = {(values[low], values[high]) for low, high in variable.cycles_of(values, 0.0)}
    assert found == {(4.0, 6.0), (-8.0, 10.0)}


def test_the_load_along_its_longer_diagonal():
    shear = np.outer([0.0, 1.0, -1.0], [3.0, -4.0])[None]
    along = variable.along_axis(shear, both=False)
    np.testing.assert_allclose(along[0], [0.0, 5.0, -5.0], atol=1e-12)
    np.testing.assert_allclose(variable.along_axis(shear, both=True), along, atol=1e-12)


def test_a_bar_of_varying_load_is_harmed_most_at_45_degrees():
    stress = pulled([0.0, 80.0, -40.0, 60.0, 0.0])
    normal, _, harm = variable.worst_planes(stress, 1.0, False, 0.0, lambda planes, row, low, high, least, most: np.abs(most - least) ** 3)
    assert abs(normal[0]) == pytest.approx(np.sqrt(0.5), rel=2e-2)
    assert harm == pytest.approx(60.0**3 + 30.0**3, rel=1e-3)
