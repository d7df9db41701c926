"""Back stresses of Chaboche: the yield criterion after a step, what is remembered of strains, loads out of line, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import Step
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.material_point import MaterialPoint
from pyaster_lite.fe.newton import State
from pyaster_lite.fe.tensors import deviator, norm
from tests.behaviours.steel import STEEL, follow, points

METAL = STEEL | {"creep_exponent": 8.0, "creep_rate": 1e-9, "creep_hardening": 0.0}
PATH = [np.array([e, -0.4 * e, -0.3 * e, 0.5 * e, 0.2 * e, 0.0]) for e in (2e-3, 5e-3, -4e-3)]
TURNED = np.array([2e-3, -1e-3, -1e-3, -3e-3, 2e-3, 1e-3])
SCALE = np.array([1, 1, 1, np.sqrt(2), np.sqrt(2), np.sqrt(2)])


@pytest.mark.parametrize("word,backs", [("VMIS_CIN1_CHAB", 1), ("VMIS_CIN2_CHAB", 2), ("VISC_CIN1_CHAB", 1), ("VISC_CIN2_CHAB", 2)])
def test_the_criterion_holds_after_each_step(word, backs):
    state, before = None, 0.0
    for strain in PATH:
        state, _ = follow(BEHAVIOURS[word], Space(), [strain], points(METAL, cells=1), state)
        v, m = state.internal[0, 0], {name[9:]: value for name, value in METAL.items() if name.startswith("chaboche_")}
        p = v[0]
        assert v[1] >= 1.0 and p > before
        radius = m["last"] + (m["first"] - m["last"]) * np.exp(-m["rate"] * p)
        x = deviator(state.stress[0, 0])
        for i in range(backs):
            modulus = m[f"modulus_{i + 1}"] * (1 + (m["kinematic_ratio"] - 1) * np.exp(-m["kinematic_rate"] * p))
            x = x - 2 / 3 * modulus * v[2 + 6 * i : 8 + 6 * i] * SCALE
        drag = 1e9 * (p - before) ** (1 / 8) if "VISC" in word else 0.0
        assert np.sqrt(1.5) * norm(x) == pytest.approx(radius + drag, rel=1e-10)
        before = p


def test_a_first_load_is_remembered_whole_and_hardens_by_it():
    """Under a steady direction the largest strain is p: its radius is ETA p about (1 - ETA) times the plastic strain."""
    law = BEHAVIOURS["VMIS_CIN2_MEMO"]
    state, _ = follow(law, Space(), [PATH[0], 3 * PATH[0]], points(METAL, cells=1))
    v = state.internal[0, 0]
    share, p, h, radius, centre, plastic = METAL["memory_share"], v[0], v[14], v[15], v[16:22], v[22:28]
    assert np.sqrt(2 / 3) * norm(plastic) == pytest.approx(p, rel=1e-12) and radius == pytest.approx(share * p, rel=1e-12)
    np.testing.assert_allclose(centre, (1 - share) * plastic, rtol=1e-12, atol=1e-15)
    back, _ = follow(law, Space(), [0.9 * 3 * PATH[0], -0.2 * PATH[0]], points(METAL, cells=1), state)
    w = back.internal[0, 0]
    assert w[0] > p and w[15] == radius and w[14] > h


def test_loads_in_line_are_felt_as_without_the_effect_and_others_less():
    for far, same in ((PATH[:1], True), (PATH, True), ([PATH[0], PATH[0][[1, 0, 2, 4, 3, 5]]], False)):
        data = points(METAL, cells=1)
        found = [follow(BEHAVIOURS[f"VMIS_CIN2_{word}"], Space(), far, data)[0].stress for word in ("CHAB", "NRAD")]
        assert np.allclose(*found, rtol=1e-9) == same


def test_loads_in_line_or_out_of_it_felt_alike_have_the_tangent_without_the_effect():
    data = points(METAL | {"chaboche_radial_1": 1.0, "chaboche_radial_2": 1.0}, cells=1)
    found = [follow(BEHAVIOURS[f"VMIS_CIN2_{word}"], Space(), PATH[:2], data)[1] for word in ("CHAB", "NRAD")]
    np.testing.assert_allclose(*found, rtol=1e-8, atol=1e-8 * METAL["young"])


@pytest.mark.parametrize("algorithm", ["SECANTE", "BRENT"])
def test_either_search_finds_the_same(algorithm):
    data, law = points(METAL, cells=1), BEHAVIOURS["VISC_MEMO_NRAD"]
    wanted = follow(law, Space(), PATH, data)[0].stress
    np.testing.assert_allclose(follow(law.solved_by(algorithm), Space(), PATH, data)[0].stress, wanted, rtol=1e-9)
    with pytest.raises(ValueError, match="SECANTE or BRENT"):
        law.solved_by("DEKKER")


def test_a_search_that_may_not_go_on_says_so():
    with pytest.raises(LawFailed, match="ITER_INTE_MAXI"):
        follow(BEHAVIOURS["VISC_CIN2_CHAB"].within(1e-12, 2), Space(), PATH[:1], points(METAL, cells=1))


def test_hardening_of_lemaitre_is_refused():
    with pytest.raises(LawFailed, match="UN_SUR_M"):
        follow(BEHAVIOURS["VISC_CIN1_CHAB"], Space(), PATH[:1], points(STEEL, cells=1))


@pytest.mark.parametrize("word,radial,shift", [("VMIS_CIN1_CHAB", 1.0, 1.0), ("VMIS_CIN1_CHAB", 1.0, 0.8), ("VMIS_CIN2_NRAD", 0.4, 0.8)])
def test_the_tangent_of_rates_weighs_hardening_by_the_surface_beside_the_stress(word, radial, shift):
    """Along x = s - X of size q, off the surface of size R: 9 mu^2 x x / (q (q (3mu + C) + R (R' - q'))), q' that of X's modulus.

    How loads out of line are told apart does not count, but in what X's modulus falls by.
    """
    law, metal = BEHAVIOURS[word], METAL | {"chaboche_radial_1": radial, "chaboche_modulus_2": 0.0}
    state, _ = follow(law, Space(), [PATH[1]], points(metal, cells=1))
    state = replace(state, stress=shift * state.stress)
    data = replace(points(metal, cells=1), step=Step(0.0, 1.0, predicting=True))
    _, _, tangent = law.integrate(state.strain, state, data, Space())
    m, v = {name[9:]: value for name, value in METAL.items() if name.startswith("chaboche_")}, state.internal[0, 0]
    mu, bulk = METAL["young"] / 2 / (1 + METAL["poisson"]), METAL["young"] / 3 / (1 - 2 * METAL["poisson"])
    fade = (m["kinematic_ratio"] - 1) * np.exp(-m["kinematic_rate"] * v[0])
    modulus, recall = m["modulus_1"] * (1 + fade), m["recall_1"] * (m["recall_ratio"] + (1 - m["recall_ratio"]) * np.exp(-m["rate"] * v[0]))
    change = -m["modulus_1"] * m["kinematic_rate"] * fade - radial * modulus * recall
    a = v[2:8] * SCALE
    x = deviator(state.stress[0, 0]) - 2 / 3 * modulus * a
    q, size = np.sqrt(1.5) * norm(x), m["last"] + (m["first"] - m["last"]) * np.exp(-m["rate"] * v[0])
    grows, turns = m["rate"] * (m["last"] - size), -change * (x @ a) / q
    held = 9 * mu**2 / (q * (q * (3 * mu + modulus) + size * (grows - turns))) * np.outer(x, x)
    one = np.array([1.0, 1, 1, 0, 0, 0])
    elastic = 2 * mu * (np.eye(6) - np.outer(one, one) / 3) + bulk * np.outer(one, one)
    np.testing.assert_allclose(tangent[0, 0], elastic - held, atol=1e-9 * mu)


def test_a_point_alone_takes_the_tangent_that_code_aster_writes_transposed():
    law, data = BEHAVIOURS["VMIS_CIN2_CHAB"], points(METAL, cells=1)
    state, _ = follow(law, Space(), PATH[:1], data)
    _, _, tangent = law.integrate(TURNED[None, None], state, data, Space())
    point = MaterialPoint(data, law, Space(), {}, np.zeros)
    nothing = np.zeros(6)
    at = State(0.0, state.strain[0, 0], nothing, nothing, nothing, nothing, nothing, state)
    found = point.stiffness(at, TURNED - state.strain[0, 0], 1.0, True)
    np.testing.assert_allclose(found, tangent[0, 0].T, rtol=1e-12)
    assert abs(found - found.T).max() > 1e-3 * METAL["young"]
