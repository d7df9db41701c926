"""Reinforcing bars that are pulled and pressed in turn: the traction curve, the returns, the tangent."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData

YOUNG, YIELD, MOST, HARD, LAST = 2e11, 4e8, 6e8, 0.01, 0.1
LAW = BEHAVIOURS["GRILLE_PINTO_MEN"]


def bar(**more):
    given = dict(sy=YIELD, epsi_ultm=LAST, sigm_ultm=MOST, epsp_hard=HARD, elan=4.0, r_pm=20.0, a1_pm=18.5, a2_pm=0.15, a6_pm=620.0)
    given |= dict(c_pm=0.5, a_pm=6e-3, ep_sur_e=0.01) | more
    materials = [{"young": YOUNG} | {f"pinto_{word}": value for word, value in given.items()}]
    return ElementData(np.array([0]), np.zeros((1, 2, 3)), materials, np.array([0]))


def pulled(data, strains):
    """Stress after strains one by one, and what the law then is: (stress, internal)."""
    stress, internal, at = np.zeros((1, 1)), np.zeros((1, 1, 16)), 0.0
    for strain in strains:
        stress, internal, _ = LAW.stretch(np.full((1, 1), strain - at), stress, internal, data)
        at = strain
    return stress, internal


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_first_pull_follows_the_traction_curve(sign):
    data = bar()
    for strain, stress in (
        (1e-3, YOUNG * 1e-3),
        (5e-3, YIELD),
        (0.05, MOST - (MOST - YIELD) * ((LAST - 0.05) / (LAST - HARD)) ** 4),
        (0.2, MOST),
    ):
        assert pulled(data, [sign * strain])[0][0, 0] == pytest.approx(sign * stress)


def test_a_return_starts_a_loop_elastic_at_first():
    data = bar()
    top = pulled(data, [0.02])[0][0, 0]
    assert pulled(data, [0.02, 0.02 - 1e-4])[0][0, 0] == pytest.approx(top - YOUNG * 1e-4, rel=1e-4)
    stress, internal = pulled(data, [0.02, 0.015])
    assert internal[0, 0, 5] == 1.0 and internal[0, 0, 1:3] == pytest.approx([0.02, top])
    far = pulled(data, [0.02, *np.linspace(0.019, -0.03, 30)])[0][0, 0]
    assert -1.2 * MOST < far < -YIELD


def test_slender_bars_buckle():
    path = [0.02, *np.linspace(0.019, -0.01, 30)]
    stress, internal = pulled(bar(elan=9.0), path)
    assert internal[0, 0, 7] == 1.0
    assert abs(stress[0, 0]) < abs(pulled(bar(), path)[0][0, 0])


@pytest.mark.parametrize("slender", [4.0, 9.0])
@pytest.mark.parametrize("path", [[0.02, 0.012], [0.02, 0.012, 0.008], [0.02, 0.0, 0.01], [0.02, 0.0, 0.01, 0.002]])
def test_the_tangent_of_loops_is_the_derivative(path, slender):
    data = bar(elan=slender)
    stress, internal = pulled(data, path[:-1])
    step, small = path[-1] - path[-2], 1e-7
    ahead, behind, here = (LAW.stretch(np.full((1, 1), step + d), stress, internal, data) for d in (small, -small, 0.0))
    assert here[2][0, 0] == pytest.approx((ahead[0] - behind[0])[0, 0] / (2 * small), rel=1e-5)
