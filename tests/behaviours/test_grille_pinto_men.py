"""Bars under cycles: first loading, small and large reversals, buckling."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from tests.behaviours.steel import points

LAW = BEHAVIOURS["GRILLE_PINTO_MEN"]
E, SY, SU, LAST, PLATEAU = 2e11, 2e8, 2.58e8, 3e-2, 2.3e-3
BARS = {
    "young": E, "bars.sy": SY, "bars.sigm_ultm": SU, "bars.epsi_ultm": LAST, "bars.epsp_hard": PLATEAU, "bars.ep_sur_e": 0.01,
    "bars.elan": 4.0, "bars.r_pm": 20.0, "bars.a1_pm": 18.5, "bars.a2_pm": 0.15, "bars.a6_pm": 620.0, "bars.c_pm": 0.5, "bars.a_pm": 6e-3,
}  # fmt: skip


def along(path, **more):
    """Stresses, tangents and variables along strains, from rest."""
    data, strain = points(BARS | {f"bars.{word}": value for word, value in more.items()}), 0.0
    stress, internal, found = np.zeros((2, 3)), np.zeros((2, 3, 16)), []
    for target in path:
        stress, internal, tangent = LAW.stretch(np.full((2, 3), target - strain), stress, internal, data)
        strain = target
        found.append((stress[0, 0], tangent[0, 0], internal[0, 0]))
    return found


def test_the_first_curve():
    (elastic, slope, _), (flat, _, _), (hard, _, _) = along([5e-4, 2e-3, 1e-2])
    assert elastic == pytest.approx(E * 5e-4) and slope == pytest.approx(E) and flat == pytest.approx(SY)
    assert hard == pytest.approx(SU - (SU - SY) * ((LAST - 1e-2) / (LAST - PLATEAU)) ** 4)


def test_a_large_reversal_goes_along_the_curve_to_the_asymptote():
    top, (stress, slope, variables) = along([1e-2, 5e-3])
    hard = (SU - SY) / (LAST - SY / E)
    place = -(top[0] + SY - hard * SY / E - E * 1e-2) / (E - hard)
    height = hard * (place + SY / E) - SY
    x, xi = (5e-3 - 1e-2) / (place - 1e-2), (-SY / E - place) / (place - 1e-2)
    r = 20.0 - 18.5 * xi / (0.15 + xi)
    assert stress == pytest.approx(top[0] + (height - top[0]) * (0.01 * x + 0.99 * x / (1 + x**r) ** (1 / r)))
    assert variables[5] == 1.0 and variables[1] == pytest.approx(1e-2) and slope > 0


def test_the_slope_of_the_curve_is_its_derivative():
    path = [1e-2, 7e-3]
    ahead, behind = (along([path[0], path[1] + sign * 1e-8])[-1][0] for sign in (1, -1))
    assert (ahead - behind) / 2e-8 == pytest.approx(along(path)[-1][1], rel=1e-5)


def test_slender_bars_soften_when_they_are_pushed():
    stout, slender = (along([1e-2, 2e-3, -1e-2], elan=elan)[-1] for elan in (4.0, 8.0))
    assert abs(slender[0]) < abs(stout[0]) and slender[2][7] == 1.0 and stout[2][7] == 0.0
