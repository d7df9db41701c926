"""Points of Hujeux's law walked one by one in plain numbers, against the arrays of many points."""

import numpy as np
import pytest

from pyaster_lite.behaviours.hujeux import _steps
from pyaster_lite.behaviours.hujeux._alike import ROUNDING, alike
from pyaster_lite.behaviours.hujeux._lone import Ground, Together
from pyaster_lite.behaviours.hujeux._memory import TOLD
from pyaster_lite.behaviours.hujeux._point import answered, stepped
from pyaster_lite.behaviours.hujeux._steps import Control
from tests.behaviours.test_hujeux import SAND

SQUEEZE = np.array([0.6, 0.8, -2.0, 0.3, 0.1, -0.2])
EASE = np.array([1.0, 1.1, -1.7, 0.0, 0.0, 0.2])
SHEAR = np.array([0.2, -0.5, 0.1, 1.5, -0.4, 0.7])


def walked(alone, monkeypatch, parts, tries):
    """Stresses and variables along a path of loads that turn, and how many parts were left to the arrays."""
    left = []
    part = _steps._Attempt._part
    monkeypatch.setattr(_steps._Attempt, "_part", lambda self, rows: (left.append(1), part(self, rows))[1])
    stress, values, seen = np.array([[-1e5, -1.1e5, -1.3e5, 2e3, 1e3, -3e3]]), np.zeros((1, 50)), []
    with np.errstate(all="ignore"):
        for direction, count in parts:
            for _ in range(count):
                step = (SAND, Control(1e-7, tries), 5e-6 * direction[None], stress, values)
                stress, values, tangent, lost = answered(*step) if alone else stepped(*step)
                assert not lost.any()
                values = values.copy()
                seen.append((stress, np.delete(values, TOLD, axis=1), tangent / 1e9))
    monkeypatch.undo()
    return seen, len(left)


def test_a_point_alone_goes_as_points_together(monkeypatch):
    path = [(SQUEEZE, 4), (-SQUEEZE / 5, 3), (SHEAR / 5, 3), (-SHEAR / 5, 4)]
    together, every = walked(False, monkeypatch, path, 1)
    alone, left = walked(True, monkeypatch, path, 1)
    assert left < 0.5 * every
    for one, many in zip(alone, together, strict=True):
        for a, b in zip(one, many, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("tries, share", [(1, 0.3), (-20, 0.2)])
def test_a_point_alone_goes_as_points_together_where_the_pressure_turns(monkeypatch, tries, share):
    path = [(SQUEEZE, 3), (EASE, 12), (-EASE / 4, 4), (EASE / 2, 6)]
    together, every = walked(False, monkeypatch, path, tries)
    alone, left = walked(True, monkeypatch, path, tries)
    assert left < share * every
    for one, many in zip(alone, together, strict=True):
        for a, b in zip(one, many, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-7, atol=1e-9)


def test_points_on_an_edge_go_together_from_the_start(monkeypatch):
    """Where rounding says which way iterations go, no point answers for those alike: the arrays answer, bit by bit."""

    def on_edge(*asked):
        raise Together

    monkeypatch.setattr(_steps, "advance", on_edge)
    step = (SAND, Control(1e-7, 1), 5e-6 * np.tile(SQUEEZE, (3, 1)), np.tile(-1e5 * np.eye(6)[:3].sum(0), (3, 1)), np.zeros((3, 50)))
    for own, many in zip(answered(*step), stepped(*step), strict=True):
        np.testing.assert_array_equal(own, many)


def test_an_elastic_trial_is_that_of_the_arrays():
    stress, strain = np.array([[-9e4, -1.2e5, -1.8e5, 1e4, -5e3, 8e3]]), 1e-5 * np.array([SQUEEZE, -SQUEEZE])
    for step in strain:
        np.testing.assert_allclose(Ground(SAND).trial(stress[0].tolist(), step.tolist()), SAND.trial(stress, step[None])[0], rtol=1e-12)


def test_points_alike_by_rounding_answer_for_each_other():
    strain, stress = np.tile(SQUEEZE, (4, 1)), np.full((4, 6), -1e5)
    strain[1] *= 1 + ROUNDING / 10
    stress[3, 0] *= 1.01
    few, owner = alike(strain, stress, np.ones((4, 3)), 4)
    np.testing.assert_array_equal(few, [0, 3])
    np.testing.assert_array_equal(owner, [0, 0, 0, 1])
