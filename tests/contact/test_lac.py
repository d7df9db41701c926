"""Patches with one pressure each: they carry what presses them, close on the mean of their gaps, and are let go when pulled."""

import numpy as np
import pytest

from pyaster_lite.contact.lac import LocalAverage, PatchGeometry, PatchLaw
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.iteration_matrix import IterationMatrix
from pyaster_lite.fe.mortar_patches import Patchwork
from pyaster_lite.fe.mortar_skin import Skin
from pyaster_lite.fe.pairing_space import Facets

TABLE = np.stack([2 * np.arange(5), 2 * np.arange(5) + 1, np.full(5, -1)], axis=1)


def patch(height=0.0, starts="closed", tolerance=np.inf, **options):
    """A patch of two segments, 1 m long together, above a table that is held; corrections may be large beside displacements."""
    at = np.array([[0, 0, 0], [2, 0, 0], [0.5, height, 0], [1.0, height, 0], [1.5, height, 0]], float)
    # outward normals are (dy, -dx): down for the slave side, up for the table
    slaves = Skin(Facets.of([("SEG2", np.array([2, 3])), ("SEG2", np.array([3, 4]))]), False)
    masters = Skin(Facets.of([("SEG2", np.array([1, 0]))]), False)
    geometry = PatchGeometry([Patchwork(slaves, masters, np.array([0, 0]), **options)], at, TABLE, np.array([0]))
    return LocalAverage(geometry, [PatchLaw(starts, 1e-6)], tolerance=tolerance)


def turn(made, load, u=None):
    """One iteration, the slave nodes on springs of 10 N/m and pushed by `load` (N) each."""
    held = Elimination(Relations.imposed(10, [0, 1, 2, 3], lambda t: np.zeros(4)))
    matrix = IterationMatrix(np.eye(10) * 10.0, held, True, True)
    u = np.zeros(10) if u is None else u
    force = np.zeros(10)
    force[[5, 7, 9]] = load
    x = made.solve(matrix, force - 10.0 * u, None, u, u)
    made.move(u + x, u + x)
    return u + x


def test_the_pressure_carries_the_load_where_the_mean_gap_is_closed():
    made = patch()
    made.begin(1.0)
    u = turn(made, np.array([-1.0, -2.0, -1.0]))
    assert made.judged(u, u) and made.gaps[0] == pytest.approx(0.0, abs=1e-14)
    # B u = 0 with shares 1/4, 1/2, 1/4: the springs that are left carry nothing in the mean
    assert made.pressures[0] == pytest.approx(-(0.25 * 1 + 0.5 * 2 + 0.25 * 1) / (0.25**2 + 0.5**2 + 0.25**2))
    u = turn(made, np.array([-1.0, -2.0, -1.0]), u)
    total = np.zeros(10)
    made.add_force(total)
    assert total[[5, 7, 9]].sum() == pytest.approx(made.pressures[0])
    assert total[[1, 3]].sum() == pytest.approx(-made.pressures[0])


def test_a_pulled_patch_is_let_go():
    made = patch()
    made.begin(1.0)
    u = turn(made, 1.0)
    assert not made.judged(u, u) and not made.closed.any()
    u = turn(made, 1.0, u)
    assert made.judged(u, u) and made.pressures[0] == 0.0
    assert u[[5, 7, 9]] == pytest.approx([0.1, 0.1, 0.1])


def test_corrections_are_elastic_until_patches_have_stayed_as_long_as_asked():
    made = patch()
    assert not made.restless
    made = LocalAverage(made.geometry, [PatchLaw("closed", 1e-6)], calm=1, tolerance=np.inf)
    made.begin(1.0)
    u = turn(made, 1.0)
    assert made.restless and not made.judged(u, u) and made.restless
    u = turn(made, 1.0, u)
    assert made.judged(u, u) and not made.restless


@pytest.mark.parametrize("starts, closed", [("closed", True), ("penetrating", False), ("open", False)])
def test_what_is_closed_at_first(starts, closed):
    made = patch(height=0.1, starts=starts)
    made.begin(1.0)
    u = turn(made, 0.0)
    assert made.closed[0] == closed
    assert u[7] == pytest.approx(-0.1 / 0.375 * 0.5 if closed else 0.0)


def test_a_patch_that_faces_nothing_stays_free():
    made = patch(height=0.0)
    made.geometry.coordinates[2:, 0] += 10.0
    made.begin(1.0)
    u = turn(made, -1.0)
    assert np.isnan(made.gaps[0]) and made.judged(u, u)
    assert u[[5, 7, 9]] == pytest.approx([-0.1] * 3)


def test_in_revolution_pressures_act_on_rings():
    made = patch(revolves=True)
    made.begin(1.0)
    turn(made, -1.0)
    made._measure(made.geometry.coordinates)
    assert made._weight[0] == pytest.approx(1.0)
    assert np.asarray(made._matrix).sum(axis=1)[0] == pytest.approx(0.0, abs=1e-14)


def test_a_step_that_is_tried_again_starts_from_the_last_balance():
    made = patch()
    made.begin(1.0)
    u = turn(made, 1.0)
    made.judged(u, u)
    made.begin(2.0)
    made.closed[:] = True
    made.begin(2.0)
    assert not made.closed.any() and not made.pressures.any()


def test_an_open_patch_that_faces_something_at_last_has_changed():
    made = patch(0.5, "open")
    made.begin(1.0)
    u = turn(made, 0.0)
    assert made.judged(u, u) and made.facing.all()
    made.facing[:] = False
    assert not made.judged(u, u) and made.judged(u, u)


def test_a_step_goes_on_while_corrections_are_a_large_share_of_the_displacements():
    made = patch(0.5, "open", tolerance=1e-3)
    made.begin(1.0)
    u = turn(made, -1.0)
    assert made.closed.any() or not made.judged(u, u)
    assert made.judged(u * 1.0009, u) and not made.judged(u * 1.003, u)


def test_nothing_that_moves_is_no_small_correction():
    made = patch(0.5, "open", tolerance=1e-3)
    made.begin(1.0)
    u = turn(made, 0.0)
    assert not u.any() and not made.judged(u, u)


def test_a_patch_that_leaves_what_it_faced_faces_nothing_at_once():
    made = patch()
    made.begin(1.0)
    u = turn(made, 0.0)
    assert made.judged(u, u) and made.closed.all()
    u[[4, 6, 8]] += 10.0
    made.move(u, u)
    assert not made.judged(u, u) and np.isnan(made.gaps[0]) and not made.closed.any()
