"""The bars found balance what acts on the section; the diagrams and the facets keep their invariants."""

import numpy as np
import pytest

from pyaster_lite.fe.reinforcement.beams import beam_bars
from pyaster_lite.fe.reinforcement.bending import bars_of, diagram
from pyaster_lite.fe.reinforcement.cracking import Cracking
from pyaster_lite.fe.reinforcement.design import CrackingDesign, Rules, ServiceDesign, UltimateDesign
from pyaster_lite.fe.reinforcement.facets import facets, least_pair
from pyaster_lite.fe.reinforcement.section import OVERLOADED, Section, Wishes
from pyaster_lite.fe.reinforcement.service import Service
from pyaster_lite.fe.reinforcement.shear import Strengths
from pyaster_lite.fe.reinforcement.ultimate import Ultimate

SECTION = Section(0.5, 0.3, 0.04, 0.05)
ULTIMATE = Ultimate.eurocode(30e6, 1.0, 1.5, 500e6, 1.15, 210e9, "B", False, 1e-6)
SERVICE = Service(400e6, 18e6, 18e6, 15.0, 1e-6)
SHEAR = Strengths(True, False, 30e6, 1.0, 1.0, 1.5, False)


def test_simple_bending_by_the_rectangle_of_stresses():
    moment = np.array([2e5])
    bars = bars_of(ULTIMATE, SECTION, moment, np.zeros(1), Wishes())
    d = SECTION.effective
    alpha = (1 - np.sqrt(1 - 2 * moment / (0.3 * d**2 * 20e6))) / 0.8
    assert bars.lower == pytest.approx(0.8 * alpha * d * 0.3 * 20e6 / (500e6 / 1.15))
    assert bars.upper == 0


def test_the_section_upside_down_has_its_bars_exchanged():
    moment, normal = np.array([2e5, 3e5, 6e5]), np.array([-4e5, 1e6, 0.0])
    wishes = Wishes(compressed=True)
    bars, other = (bars_of(ULTIMATE, one, turn, normal, wishes) for one, turn in ((SECTION, moment), (SECTION.turned(), -moment)))
    np.testing.assert_allclose(bars.lower, other.upper)
    np.testing.assert_allclose(bars.upper, other.lower)
    assert bars.upper[2] > 0


@pytest.mark.parametrize("limit", [ULTIMATE, SERVICE])
@pytest.mark.parametrize("load", [(3e5, -2e5), (-4e5, 1.5e6), (9e5, 3e5)])
def test_the_diagram_of_the_bars_found_passes_near_the_load(limit, load):
    moment, normal = (np.array([value]) for value in load)
    bars = bars_of(limit, SECTION, moment, normal, Wishes(compressed=True))
    assert bars.error == 0 and bars.lower + bars.upper > 0
    forces, moments, half = diagram(limit, SECTION, bars.lower, bars.upper)
    side = slice(0, half) if load[0] > 0 else slice(half, None)
    order = np.argsort(forces[0, side])
    resisted = np.interp(load[1], forces[0, side][order], moments[0, side][order])
    assert resisted == pytest.approx(load[0], rel=0.05)


def test_bars_in_compression_only_if_they_may():
    bars = bars_of(ULTIMATE, SECTION, np.array([0.0]), np.array([1e7]), Wishes())
    assert bars.error == OVERLOADED
    assert bars_of(ULTIMATE, SECTION, np.array([0.0]), np.array([1e7]), Wishes(compressed=True)).lower > 0


def test_cracks_ask_for_more_bars():
    rules = Rules(Wishes(), SHEAR)
    services = ServiceDesign((Service(500e6, 18e6, 18e6, 15.0, 1e-6),) * 2, rules)
    laws = Cracking(18e6, 15.0, 500e6, 210e9, 2.9e6, 0.4, 2e-4, 2e-4)
    cracks = CrackingDesign((laws,) * 2, ((0.016, 0.016),) * 2, rules)
    forces, covers = np.array([[0.0, 0.0, 0.0, 0.0, 1e5, 0.0]]), {"y": (0.04, 0.04), "z": (0.04, 0.04)}
    plain, narrow = (beam_bars(design, np.array([[0.3, 0.5]]), covers, forces)[0][0] for design in (services, cracks))
    assert narrow[5] > plain[5] > 0


def test_two_moments_need_more_than_each():
    design = UltimateDesign(ULTIMATE, Rules(Wishes(compressed=True), SHEAR))
    forces = np.array([[-5e5, 0, 0, 0, 2e5, 0], [-5e5, 0, 0, 0, 0, 1e5], [-5e5, 0, 0, 0, 2e5, 1e5]], float)
    areas, error, crushed = beam_bars(design, np.full((3, 2), 0.4), {"y": (0.04, 0.04), "z": (0.04, 0.04)}, forces)
    assert not error.any() and not crushed.any()
    assert areas[2, 5] >= areas[0, 5] + areas[1, 5] - 1e-12


def test_two_directions_serve_every_facet_at_the_least_sum():
    cosine, sine = facets(36)
    rng = np.random.default_rng(3)
    need = rng.random((20, 36))
    x, y = least_pair(cosine, sine, need)
    left = x[:, None] * cosine**2 + y[:, None] * sine**2 - need
    assert left.min() > -1e-9
    grid = np.linspace(0, 3, 301)
    for row in range(20):
        lines = [(need[row, 1:18] - cosine[1:18] ** 2 * value) / sine[1:18] ** 2 for value in grid]
        more = [(need[row, 19:] - cosine[19:] ** 2 * value) / sine[19:] ** 2 for value in grid]
        best = [value + max(one.max(), two.max(), need[row, 0]) for value, one, two in zip(grid, lines, more) if value >= need[row, 18]]
        assert x[row] + y[row] <= min(best) * 1.0002


def test_equal_needs_give_equal_directions():
    cosine, sine = facets(36)
    x, y = least_pair(cosine, sine, np.full((1, 36), 2.5))
    assert x == pytest.approx(2.5) and y == pytest.approx(2.5)
