"""Tangents of which one half counts, and damping that follows them."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.cable import Cable
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.newton import State
from pyaster_lite.fe.structure import FiniteElements, Part, mirrored


def test_one_half_is_seen_in_both():
    whole = np.array([[[1.0, 2.0], [3.0, 4.0]]])
    np.testing.assert_array_equal(mirrored(whole, "lower"), [[[1.0, 3.0], [3.0, 4.0]]])
    np.testing.assert_array_equal(mirrored(whole, "upper"), [[[1.0, 2.0], [2.0, 4.0]]])
    assert mirrored(whole, None) is whole


def hung(element=None, **words):
    """A cable of length 2 and section 0.5, pulled by 3 from the start, that damps by 0.1 of its stiffness and 0.2 of its mass."""
    element = Cable() if element is None else element
    material = {"young": 100.0, "density": 4.0, "cable_compression": 1.0, "stiffness_damping": 0.1, "mass_damping": 0.2}
    given = {"cable": np.array([[0.5, 3.0]])}
    data = ElementData(np.array([0]), np.array([[[0.0, 0, 0], [2.0, 0, 0]]]), [material], np.array([0]), given)
    return FiniteElements(6, [Part(element, data, np.arange(6)[None], BEHAVIOURS["CABLE"])], Elimination(Relations.stacked(6, [])), **words)


def test_damping_follows_the_tangents_of_what_has_no_stiffness_at_rest():
    structure, zero = hung(damped_by_tangents=True), np.zeros(6)
    u = np.array([0.0, 0, 0, 0.1, 0, 0])
    state = State(0.0, u, zero, zero, zero, zero, zero, structure.rest())
    tangent = structure.stiffness(state, np.zeros(6), 1.0, True)
    np.testing.assert_allclose(structure.damping, 0.1 * tangent + 0.2 * structure.mass, rtol=1e-12)
    strain = (2.1**2 - 4) / 8
    assert tangent[3, 3] == pytest.approx(100 * 0.5 * strain / 2 + 50 / 8 * 2.1**2)
    with pytest.raises(ComputationFailed, match="no stiffness"):
        hung()


@pytest.mark.parametrize(("kind", "kept"), [("beside", True), ("summed", False)])
def test_another_loop_of_the_step_forgets_what_was_summed_over_iterations(kind, kept):
    told = []

    class Iterated(Cable):
        iterative = kind

        def respond(self, data, *given):
            told.append("iterate" in data.characteristics)
            return super().respond(data, *given)

    structure, zero = hung(Iterated(), damped_by_tangents=True), np.zeros(6)
    state = State(0.0, zero, zero, zero, zero, zero, zero, structure.rest())
    structure.begin(state, 1.0)
    moved = np.array([0.0, 0, 0, 0.1, 0, 0])
    for _ in range(2):
        structure.internal_forces(state, moved, 1.0)
    structure.restart()
    structure.internal_forces(state, moved, 1.0)
    assert told == [False, True, kept]
