"""Laws of Mazars along one axis, against their closed forms."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.materials._law import isotropic
from tests.behaviours.steel import STEEL, at_rest, follow, points

YOUNG, NU, LIMIT, AT, BT, AC, BC = 3e10, 0.2, 1e-4, 0.8, 1e4, 1.4, 1900.0
CONCRETE = STEEL | {"young": YOUNG, "poisson": NU, "elasticity": isotropic(YOUNG, NU)}


def along(word, *extensions):
    """State after a path of free bars of these extensions, one point of one cell."""
    path = [np.array([e, -NU * e, -NU * e, 0.0, 0.0, 0.0]) for e in extensions]
    return follow(BEHAVIOURS[word], Space(), path, points(CONCRETE, cells=1))[0]


def damage(y, limit, a, b):
    return 1 - limit * (1 - a) / y - a * np.exp(-b * (y - limit))


@pytest.mark.parametrize("word", ["MAZARS", "MAZARS_UNIL"])
def test_tension(word):
    state = along(word, 3e-4)
    np.testing.assert_allclose(state.stress[0, 0], [(1 - damage(3e-4, LIMIT, AT, BT)) * YOUNG * 3e-4, 0, 0, 0, 0, 0], rtol=1e-12, atol=1e-3)


def test_compression_extends_across():
    y = NU * np.sqrt(2.0) * 1e-3
    np.testing.assert_allclose(along("MAZARS", -1e-3).stress[0, 0, 0], -(1 - damage(y, LIMIT, AC, BC)) * YOUNG * 1e-3, rtol=1e-12)


def test_compression_of_the_unilateral_law():
    limit = LIMIT / (NU * np.sqrt(2.0))
    found = along("MAZARS_UNIL", -1e-3).stress[0, 0, 0]
    np.testing.assert_allclose(found, -(1 - damage(1e-3, limit, AC, BC)) * YOUNG * 1e-3, rtol=1e-12)


@pytest.mark.parametrize("word,index", [("MAZARS", 0), ("MAZARS_UNIL", 2)])
def test_damage_stays_on_the_way_back(word, index):
    out, back = along(word, 3e-4), along(word, 3e-4, 1e-4)
    assert back.internal[0, 0, index] == pytest.approx(out.internal[0, 0, index], rel=1e-12)
    np.testing.assert_allclose(back.stress, out.stress / 3, rtol=1e-9, atol=1e-3)


def test_cracks_close():
    np.testing.assert_allclose(along("MAZARS_UNIL", 3e-4, -1e-4).stress[0, 0, 0], -1e-4 * YOUNG, rtol=1e-12)
    opened = along("MAZARS", 3e-4)
    np.testing.assert_allclose(along("MAZARS", 3e-4, -1e-4).stress[0, 0, 0], -1e-4 * YOUNG * (1 - opened.internal[0, 0, 0]), rtol=1e-12)


@pytest.mark.parametrize("word,place", [("MAZARS", 2), ("MAZARS_UNIL", 6)])
def test_the_stiffness_is_that_of_the_highest_temperature_so_far(word, place):
    """A modulus that falls with the temperature does not come back when it cools."""
    course = {0.0: 20.0, 1.0: 120.0, 2.0: 70.0}
    warm = CONCRETE | {"young": lambda around: YOUNG * (1 - (around["TEMP"] - 20.0) / 200.0), "expansion": 0.0}
    around = lambda t: {"TEMP": np.full((1, 3), course[t]), "TEMP_REF": np.full((1, 3), 20.0)}  # noqa: E731
    data = points(warm, cells=1, surroundings=around)
    law, space, strain = BEHAVIOURS[word], Space(), np.zeros((1, 3, 6))
    strain[..., 0] = 1e-5
    state = at_rest(law, space)
    state = PointState(*(value[:1] for value in (state.strain, state.stress, state.internal)))
    for before, after in ((0.0, 1.0), (1.0, 2.0)):
        stress, internal, _ = law.integrate(strain, state, data.between(before, after), space)
        np.testing.assert_allclose(stress[..., 0], 0.5 * YOUNG * 1e-5 * (1 - NU) / (1 + NU) / (1 - 2 * NU))
        np.testing.assert_allclose(internal[..., place], 120.0)
        state = PointState(strain, stress, internal)


def test_bars_do_not_follow_the_law_of_fibres():
    zero = np.zeros((1, 1))
    with pytest.raises(ComputationFailed, match="not for bars"):
        BEHAVIOURS["MAZARS_UNIL"].fibre.stretch(zero, zero, np.zeros((1, 1, 8)), points(CONCRETE, cells=1))
