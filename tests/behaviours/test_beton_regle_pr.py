"""BETON_REGLE_PR: the curve of design rules along the principal strains."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.kinematics import Plane
from tests.behaviours.steel import STEEL, E, at_rest, points

FT, FC, EC, N, H = 3e6, 30e6, 1e-3, 2.0, -1e10
CONCRETE = STEEL | {
    "parabola_softening": H, "parabola_tension": FT, "parabola_compression": FC, "parabola_strain": EC, "parabola_power": N,
}  # fmt: skip
LAW = BEHAVIOURS["BETON_REGLE_PR"]


def answer(strain):
    whole = np.broadcast_to(np.array(strain, float), (2, 3, 4)).copy()
    stress, _, tangent = LAW.integrate(whole, at_rest(LAW, Plane()), points(CONCRETE), Plane())
    return stress[0, 0], tangent[0, 0]


@pytest.mark.parametrize(
    "strain,expected",
    [(FT / E / 2, FT / 2), (FT / E + 1e-4, FT + H * 1e-4), (FT / E - FT / H + 1e-9, 0.0), (-EC / 2, -0.75 * FC), (-2 * EC, -FC)],
)
def test_the_curve_along_an_axis(strain, expected):
    stress, _ = answer([strain, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(stress, [expected, 0.0, 0.0, 0.0], atol=1e-3)


def test_turned_strains_give_turned_stresses():
    """Shear: tension and compression at 45 degrees."""
    shear = 1e-5
    stress, _ = answer([0.0, 0.0, 0.0, shear * np.sqrt(2.0)])
    pull, push = E * shear, -FC * (1 - (1 - shear / EC) ** N)
    np.testing.assert_allclose(stress, [(pull + push) / 2, (pull + push) / 2, 0.0, (pull - push) / 2 * np.sqrt(2.0)])


def test_the_tangent_along_the_axes_is_the_slope_of_the_curve():
    _, tangent = answer([1e-6, -5e-4, 0.0, 0.0])
    np.testing.assert_allclose(np.diag(tangent)[:2], [E, FC * N / EC * 0.5])
    np.testing.assert_allclose(tangent[0, 1], 0.0, atol=1.0)


def test_softening_is_followed_by_the_secant():
    strain = FT / E + 1e-4
    _, tangent = answer([strain, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(tangent[0, 0], (FT + H * 1e-4) / strain)
