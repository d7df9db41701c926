"""Layered reinforced sections against plain concrete and sums of bars."""

import numpy as np
import pytest

from pyaster_lite.fe.reinforced_plate import BarLayers, LayeredSection, moment_at

YOUNG, POISSON, TENSION, CRUSH, H = 3.2e10, 0.2, 3.4e6, -3.0e7, 0.3


def section(area, place, prestress=(0.0, 0.0), sheet=0.0, poisson=0.0):
    n = len(area)
    area, place = np.tile(np.array(area, float), (2, 1)), np.tile(np.array(place, float), (2, 1))
    bars = BarLayers(np.full(n, 2.0e11), np.full(n, poisson), np.full(n, 5.0e8), area, place, np.full(n, sheet))
    return LayeredSection(YOUNG, POISSON, TENSION, CRUSH, H, bars, prestress)


def test_plain_concrete_is_an_elastic_plate():
    plain = section([0.0], [0.0])
    np.testing.assert_allclose(plain.moduli(), (YOUNG, POISSON, YOUNG, POISSON), rtol=1e-12)
    np.testing.assert_allclose(plain.membrane()[2, 2], YOUNG * H / 2 / (1 + POISSON), rtol=1e-12)
    first = TENSION * H**2 / 6 / (1 - POISSON**2)
    np.testing.assert_allclose(plain.cracking(), (first, -first), rtol=1e-12)


def test_bars_stiffen_along_themselves_and_sheets_in_shear_too():
    area = 8e-4
    plain, barred, clad = section([0.0], [0.0]), section([area, area], [-0.8, 0.8]), section([area], [1.0], sheet=1.0, poisson=0.3)
    np.testing.assert_allclose(barred.membrane() - plain.membrane(), np.diag([3.2e8, 3.2e8, 0.0]), atol=1.0)
    bent = [s.moduli()[2] * H**3 / 12 / (1 - s.moduli()[3] ** 2) for s in (plain, barred)]
    assert bent[1] - bent[0] == pytest.approx(2 * 2.0e11 * area * (0.8 * H / 2) ** 2)
    assert clad.membrane()[2, 2] - plain.membrane()[2, 2] == pytest.approx(2.0e11 * area / 2 / 1.3)


def test_prestress_delays_cracks_of_both_faces():
    free, pressed = section([8e-4], [0.0]).cracking(), section([8e-4], [0.0], (-1e6, -1e6)).cracking()
    assert pressed[0] > free[0] and pressed[1] < free[1]


def test_plain_concrete_yields_where_half_of_it_is_crushed():
    curves = section([0.0], [0.0]).yield_moments(0)
    force = np.array([0.0, 0.25, 0.5, 0.75, 1.0]) * CRUSH * H
    share = force / (CRUSH * H)
    moment = -CRUSH * H**2 / 2 * share * (1 - share)
    for curve, sign in zip(curves, (1.0, -1.0)):
        np.testing.assert_allclose(moment_at(np.tile(curve, (5, 1)), force), sign * moment, atol=2e-3 * moment.max())


def test_bars_alike_on_both_faces_yield_alike_and_carry_the_moment_without_force():
    area, place = 8e-4, 0.8
    curves = section([area, area], [-place, place]).yield_moments(0)
    moments = moment_at(curves, np.array([0.0, 0.0]))
    assert moments[0] == pytest.approx(-moments[1], rel=1e-6)
    compressed = area * 5.0e8 * 2 / -CRUSH
    assert moments[0] == pytest.approx(2 * area * 5.0e8 * (H - compressed) / 2, rel=0.25)


def test_chords_go_on_beyond_the_ends():
    curve = np.array([[1.0, 0.0, 1.0, 0.0, 2.0, 3.0]] * 3)
    np.testing.assert_allclose(moment_at(curve, np.array([0.5, 3.0, -1.0])), [1.5, 8.0, 0.0])
