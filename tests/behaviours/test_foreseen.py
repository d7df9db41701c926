"""Laws whose second variable is the rate of the first, and steps that are solved once by what it foretells."""

import numpy as np
import pytest

from pyaster_lite.behaviours._foreseen import Foreseen, ForeseenDamage, ForeseenLine
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.evolution import evolve
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.newton import Newton, Options, State
from pyaster_lite.fe.solid import Solid
from pyaster_lite.fe.structure import FiniteElements, Part
from pyaster_lite.fe.time_list import TimeList
from pyaster_lite.fe.time_scheme import Static
from tests.behaviours.steel import STEEL

SPACE = Space()
CUBE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], float)
CONCRETE = {"young": 3e10, "poisson": 0.0, "softening_slope": -6e9, "tension_strength": 3e6, "elasticity": 3e10 * np.eye(6)}


def data(material):
    return ElementData(np.zeros(1, int), CUBE[None], [material], np.zeros(1, int))


def rest(points=1):
    zero = np.zeros((1, points, 6))
    return PointState(zero, zero, np.zeros((1, points, 2)))


def strained(value):
    found = np.zeros((1, 1, 6))
    found[..., 0] = value
    return found


def test_the_second_variable_is_a_rate_and_the_tangent_of_rates_that_of_the_law():
    law = BEHAVIOURS["VMIS_ISOT_LINE"]
    own = data(STEEL).between(1.0, 3.0)
    stress, internal, _ = Foreseen(law).integrate(strained(8e-3), rest(), own, SPACE)
    plain = law.integrate(strained(8e-3), rest(), own, SPACE)
    np.testing.assert_array_equal(stress, plain[0])
    np.testing.assert_allclose(internal[..., 1], plain[1][..., 0] / 2.0)
    ahead = own.between(3.0, 4.0, predicting=True)
    rates = Foreseen(law).integrate(strained(8e-3), PointState(strained(8e-3), stress, internal), ahead, SPACE)[2]
    wanted = law.integrate(strained(8e-3), PointState(strained(8e-3), *plain[:2]), ahead, SPACE)[2]
    np.testing.assert_array_equal(rates, wanted)


def test_a_damage_is_foreseen_to_grow_on_and_leaves_a_little():
    law, e = BEHAVIOURS["ENDO_ISOT_BETON"], 2e-4
    state = PointState(strained(e), rest().stress, np.array([[[0.2, 0.1]]]))
    for dt, d in ((1.0, 0.3), (50.0, 1.0)):
        own = data(CONCRETE).between(0.0, dt)
        left = max((1 - d) / (1 + 5 * d), 1e-5)
        np.testing.assert_allclose(ForeseenDamage(law).foreseen(state, own, SPACE)[0, 0, 0], left * 3e10 * e)
        matrix = ForeseenDamage(law).integrate(strained(e), state, own.between(0.0, dt, predicting=True), SPACE)[2]
        np.testing.assert_allclose(matrix[0, 0, 0, 0], left * 3e10)


@pytest.mark.parametrize("steps", [40, 200])
def test_a_softening_cube_is_followed_without_iterations(steps):
    """Pulled by its end, strains are known: the force follows the slope of the material, one solution a step."""
    element, law = Solid("HEXA8", SPACE, "FPG8", "FPG8"), ForeseenDamage(BEHAVIOURS["ENDO_ISOT_BETON"])
    ends = [3 * n for n in (1, 2, 5, 6)]
    held = [d for d in range(24) if d % 3 or d not in ends]
    pulled = Relations.imposed(24, held + ends, lambda t: np.array([0.0] * len(held) + [3e-4 * t] * 4))
    structure = FiniteElements(24, [Part(element, data(CONCRETE), np.arange(24)[None], law)], Elimination(pulled), dynamic=False)
    newton = Newton(structure, Options(Criteria(1e-6), most=1, accept_anyway=True))
    zero = np.zeros(24)
    start = State(0.0, zero, zero, zero, zero, zero, zero, structure.rest())
    for advance in evolve(newton, Static(), TimeList(np.linspace(0.0, 1.0, steps + 1)), start):
        assert len(advance.course) == 1
    force = structure.internal_forces(advance.state, zero, 1.0)[0][ends].sum()
    assert force == pytest.approx(3e6 - 6e9 * (3e-4 - 1e-4), rel=1e-9)
    assert advance.state.internal[0].internal[0, 0, 1] > 0.0


def test_a_bar_is_foreseen_to_yield_on():
    law = ForeseenLine(BEHAVIOURS["VMIS_ISOT_LINE"])
    young, slope, limit = (STEEL[name] for name in ("young", "traction_slope", "yield_stress"))
    own = data(STEEL).between(0.0, 2.0)
    stress, internal, tangent = law.stretch(np.array([[5e-3]]), np.zeros((1, 1)), np.zeros((1, 1, 2)), own)
    slip = internal[0, 0, 0]
    assert stress[0, 0] == pytest.approx(limit + slope * (5e-3 - limit / young)) and tangent[0, 0] == slope
    assert internal[0, 0, 1] == pytest.approx(slip / 2.0)
    state = PointState(np.zeros((1, 1, 6)), stress[..., None], internal)
    hardening = young * slope / (young - slope)
    foreseen = law.foreseen(state, own.between(2.0, 3.0), None)[0, 0, 0]
    assert foreseen == pytest.approx(stress[0, 0] / (1 + young * slip / 2 / (limit + hardening * 1.5 * slip)))
    assert law.stretch(np.zeros((1, 1)), stress, internal, own.between(2.0, 3.0, predicting=True))[2][0, 0] == young
