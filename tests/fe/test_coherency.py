"""Coherency of the ground: alike at one place, less and less so apart; shapes that make it up."""

import numpy as np
import pytest

from pyaster_lite.fe.coherency import abrahamson, luco, measured, shapes

DISTANCE = np.array([0.0, 10.0, 40.0])


@pytest.mark.parametrize("ground", ["any", "rock", "soil"])
def test_motions_are_alike_at_one_place_and_less_so_apart_or_quicker(ground):
    slow, quick = abrahamson(DISTANCE, 2.0, ground), abrahamson(DISTANCE, 12.0, ground)
    assert slow[0] == quick[0] == 1.0
    assert (np.diff(slow) < 0).all() and (quick[1:] < slow[1:]).all()


def test_luco_falls_as_a_bell():
    f, v, alpha = 3.0, 200.0, 0.5
    assert luco(DISTANCE, f, v, alpha) == pytest.approx(np.exp(-((alpha * 2 * np.pi * f * DISTANCE / v) ** 2)))


def test_all_shapes_make_up_the_coherency_and_few_hold_most_of_it():
    x = np.linspace(0.0, 30.0, 6)
    whole = luco(abs(x[:, None] - x), 4.0, 200.0, 0.5)
    everything = shapes(whole, 1.0)
    np.testing.assert_allclose(everything.T @ everything, whole, atol=1e-9)
    few = shapes(whole, 0.95)
    assert 0 < len(few) < 6
    values = np.sort(np.linalg.eigvalsh(whole))[::-1] ** 2
    assert values[: len(few)].sum() > 0.95 * values.sum() >= values[: len(few) - 1].sum()


def test_signals_are_wholly_alike_with_themselves():
    signals = np.random.default_rng(3).standard_normal((2, 200))
    frequencies, values = measured(signals, 2.0 * signals, 0.01, 8)
    np.testing.assert_allclose(values, 1.0)
    assert len(frequencies) == 184 and abs(frequencies).max() < 50.0


def test_signals_of_chance_are_hardly_alike():
    one, other = np.random.default_rng(5).standard_normal((2, 6, 800))
    assert abs(measured(one, other, 0.01, 40)[1]).mean() < 0.15
