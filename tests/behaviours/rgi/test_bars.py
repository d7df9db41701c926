"""Bars smeared in concrete, against what can be solved by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.behaviours.rgi import _bars
from pyaster_lite.behaviours.rgi._cracks import Openings
from pyaster_lite.behaviours.rgi._points import Points
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.rgi.test_swelling_concrete import FT, NU, E, data

STEEL = {
    "share": 0.02, "diameter": 0.01, "young": 2e5, "strength": 400.0, "hardening": 1000.0, "kelvin_time": 5.0, "maxwell_time": 0.0,
    "creep_strain": 1e-3, "creep_stress": 1000.0, "activation": 1e-4, "coupling": 4.0, "nonlinear": 1.0, "pre": 0.0, "reference": 20.0,
    "exponent": 1.2, "threshold": 0.7, "kelvin_ratio": 100.0,
}  # fmt: skip


def bar(direction=(1.0, 0.0, 0.0), **more):
    return Points(**{name: np.array([value]) for name, value in {**STEEL, **more}.items()}, direction=np.array([direction], float))


def along_bar(strains, dt=1.0, heat=20.0, **more):
    """The variables of a bar at the end of a path of strains."""
    state, first = np.zeros((1, 7)), np.array([True])
    for strain in strains:
        state = _bars.answered(bar(**more), state, np.array([strain]), first, heat, dt)
        first = np.array([False])
    return dict(zip(_bars.NAMES, state[0]))


def test_a_bar_hardens_kinematically():
    up = along_bar([1e-3, 6e-3])
    assert up["SNR"] == pytest.approx((400.0 + 1000.0 * 6e-3) / (1 + 1000.0 / 2e5), rel=1e-12)
    back = along_bar([6e-3, 6e-3 - 2 * 400.0 / 2e5 * 0.99])
    assert back["EPSEQ"] == pytest.approx(up["EPSEQ"], rel=1e-12)
    assert along_bar([6e-3, 0.0])["EPSEQ"] < up["EPSEQ"]


def test_a_bar_that_is_held_relaxes():
    """Maxwell's strain consolidates: m = a f ln(1 + t/TAUM), the elastic strain a hardly changing."""
    held = np.full(200, 1e-4)
    slow = along_bar(held, dt=0.1, maxwell_time=100.0, creep_strain=1e-4, kelvin_time=0.0)
    f = 1e-4 / (1000.0 / 2e5)
    assert slow["ERM"] == pytest.approx(1e-4 * f * np.log(1 + 19.95 / 100.0), rel=3e-3)
    assert slow["SNR"] == pytest.approx(2e5 * (1e-4 - slow["ERM"]), rel=1e-12)


def test_a_bar_that_creeps_yields_where_its_strength_says():
    bent = along_bar([6e-3, 1e-2], maxwell_time=1e3)
    assert bent["SNR"] - 1000.0 * bent["EPSEQ"] == pytest.approx(400.0, rel=1e-12)
    assert bent["SNR"] == pytest.approx(2e5 * (1e-2 - bent["EPSEQ"] - bent["ERM"] - bent["ERK"]), rel=1e-12)
    with pytest.raises(LawFailed, match="load or their temperature"):
        along_bar([1e-3], heat=2000.0, maxwell_time=1e3)


def test_heat_makes_a_bar_creep_more():
    cold, warm = (along_bar([1e-3, 1e-3], heat=heat, maxwell_time=1e3)["ERM"] for heat in (20.0, 80.0))
    assert 0 < cold < warm


def test_prestress_is_there_at_first_and_when_it_changes():
    assert along_bar([0.0], pre=120.0)["SNR"] == 120.0
    state = _bars.answered(bar(pre=120.0), np.zeros((1, 7)), np.zeros(1), np.array([True]), 20.0, 1.0)
    state = _bars.answered(bar(pre=150.0), state, np.array([1e-4]), np.array([False]), 20.0, 1.0)
    assert state[0, _bars.STRESS] == 150.0


def test_a_bar_is_stretched_by_what_turns_it_too():
    strain = np.array([[[1e-3, 2e-3, 0], [2e-3, 0, 0], [0, 0, 0]]])
    assert _bars.stretched(strain, np.array([[1.0, 0, 0]]))[0] == pytest.approx(1e-3 + 0.5 * 4e-6)


@pytest.mark.parametrize("closing", [0.0, 0.4])
def test_bars_share_the_stress_with_concrete(closing):
    """A bar square to a crack carries the same through it as beside it."""
    cracked = SimpleNamespace(openings=Openings.closed(1), closing=np.array([[closing, 0, 0]]), tension=np.array([[closing, 0, 0]]))
    held = np.diag([1.0, 2.0, 3.0])[None]
    total = _bars.together([bar()], np.array([[300.0]]), held, cracked, np.array([40.0]))
    np.testing.assert_allclose(total[0], 0.98 * held[0] + np.diag([6.0, 0, 0]), rtol=1e-12)


def test_a_bar_across_an_open_crack_is_bent_towards_its_opening():
    angle = np.pi / 6
    steel = bar((np.cos(angle), np.sin(angle), 0.0))
    axes = np.eye(3)[None]
    shut = _bars._dowel(steel, np.array([0.0]), axes, 0, np.array([100.0]), np.array([40.0]))[0]
    np.testing.assert_allclose(shut, np.cos(angle) ** 2 * np.array([np.cos(angle), np.sin(angle), 0.0]), atol=1e-12)
    wide = _bars._dowel(steel, np.array([1.0]), axes, 0, np.array([100.0]), np.array([40.0]))[0]
    assert wide[1] < shut[1] and np.linalg.norm(wide) == pytest.approx(np.cos(angle))


def test_a_pulled_bar_of_concrete_is_both():
    law, zero = BEHAVIOURS["RGI_BETON_BA"], np.zeros((1, 1, 6))
    words = {f"bar1_{name}": value for name, value in STEEL.items()} | {"bar1_x": 0.0, "bar1_y": 2.0, "bar1_z": 0.0, "bars": 1.0}
    around = data(0.0, 1e-6, matrix_young=E, matrix_poisson=NU, asr_volume=0.0, **words)
    strain = zero.copy()
    strain[..., 1] = 0.5 * FT / E
    stress, internal, _ = law.integrate(strain, PointState(zero, zero, np.zeros((1, 1, law.internal_size))), around, Space())
    lame, two_mu = E * NU / (1 + NU) / (1 - 2 * NU), E / (1 + NU)
    concrete = np.array([lame, lame + two_mu, lame]) * 0.5 * FT / E
    np.testing.assert_allclose(stress[0, 0, :3], 0.98 * concrete + [0, 0.02 * 2e5 * 0.5 * FT / E, 0], rtol=1e-5)
    np.testing.assert_allclose(internal[0, 0, -3:], np.sort(concrete)[::-1], rtol=1e-5)
    _, _, secant = law.of_damage(True).integrate(strain, PointState(zero, zero, np.zeros((1, 1, law.internal_size))), around, Space())
    assert secant[0, 0, 1, 1] == pytest.approx(0.98 * (lame + two_mu) + 0.02 * 2e5, rel=1e-5)
