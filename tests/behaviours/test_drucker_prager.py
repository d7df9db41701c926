"""Drucker and Prager's cone: its apex, the shapes of its hardening, and its two kinds of flow."""

import numpy as np
import pytest

from pyaster_lite.behaviours._drucker_prager import Cone
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from tests.behaviours import steel
from tests.behaviours.steel import NU, SY, E, at_rest, follow

STEEL = steel.STEEL | {"cone_slope": 0.2}
K, MU = E / (3 * (1 - 2 * NU)), E / (2 * (1 + NU))
LAWS = ("DRUCK_PRAGER", "DRUCK_PRAG_N_A")


def points(material=STEEL, **more):
    return steel.points(material, **more)


def cone(associated, **words):
    data = points(STEEL | {f"cone_{name}": value for name, value in words.items()}, cells=1)
    return Cone(data, (1, 1), associated)


def swollen(e, shear=0.0):
    return np.array([e, e, e, shear, 0.0, 0.0])


@pytest.mark.parametrize("word", LAWS)
def test_swelling_beyond_the_apex_leaves_the_mean_stress_of_the_apex(word):
    perfect = points(STEEL | {"cone_rate": 0.0}, cells=1)
    state, _ = follow(BEHAVIOURS[word], Space(), [swollen(0.01, 1e-4)], perfect)
    np.testing.assert_allclose(state.stress[0, 0, :3], SY / (3 * STEEL["cone_slope"]))
    np.testing.assert_allclose(state.stress[0, 0, 3:], 0.0, atol=1e-6 * SY)
    assert state.internal[0, 0, 2] == 2.0


@pytest.mark.parametrize("word", LAWS)
def test_pressure_makes_it_stronger(word):
    data = points(cells=1)
    free, pressed = (follow(BEHAVIOURS[word], Space(), [swollen(e), swollen(e, 0.02)], data)[0].stress[0, 0, 3] for e in (0.0, -0.002))
    assert pressed > 1.2 * free


def test_plastic_strains_grow_as_the_dilatancy_says():
    data = points(STEEL | {"cone_end": 1e9}, cells=1)
    for word, dilatancy in zip(LAWS, (STEEL["cone_slope"], STEEL["cone_dilatancy"])):
        state, _ = follow(BEHAVIOURS[word], Space(), [swollen(-0.002, 0.02)], data)
        np.testing.assert_allclose(state.internal[0, 0, 1], 3 * dilatancy * state.internal[0, 0, 0], rtol=1e-9)


@pytest.mark.parametrize("associated", [True, False])
def test_hardening_starts_ends_and_has_the_slope_it_says(associated):
    for words in ({"kind": 1.0, "end": 0.01}, {"kind": 2.0, "last": 1.7 * SY, "end": 0.01}):
        own = cone(associated, **words)
        last = words.get("last", SY + STEEL["cone_rate"] * 0.01)
        for p, expected in ((0.0, SY), (0.01, last), (0.02, last)):
            np.testing.assert_allclose(own.yield_stress(np.full((1, 1), p))[0], expected)
        slope = (own.yield_stress(np.full((1, 1), 0.0041))[0] - own.yield_stress(np.full((1, 1), 0.0039))[0]) / 2e-4
        np.testing.assert_allclose(own.yield_stress(np.full((1, 1), 0.004))[1], slope, rtol=1e-6)


def test_exponential_hardening_and_dilatancy():
    own = cone(False, kind=3.0, last=0.5 * SY, decay=0.01, last_dilatancy=0.02)
    np.testing.assert_allclose(own.yield_stress(np.full((1, 1), 0.01))[0], SY * (0.5 + 0.5 / np.e))
    np.testing.assert_allclose(own.dilatancy(np.full((1, 1), 0.01))[0], 0.02 + 0.08 / np.e)
    with pytest.raises(LawFailed, match="EXPONENTIEL"):
        law, data = BEHAVIOURS["DRUCK_PRAGER"], points(STEEL | {"cone_kind": 3.0}, cells=1)
        law.integrate(np.zeros((1, 1, 6)), at_rest(law, Space(), (1, 1)), data, Space())
