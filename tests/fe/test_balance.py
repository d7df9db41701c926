"""The criteria of balance, and the forces that reference values stand for."""

import numpy as np
import pytest

from pyaster_lite.fe.balance import Course, Criteria, Judge
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.kinematics import Plane
from pyaster_lite.fe.solid import Solid
from pyaster_lite.fe.structure import FiniteElements, Part

BEFORE = np.array([100.0, 1.0])
RESIDUAL = np.array([1e-5, 2e-6])


def judged(judge, residual=RESIDUAL, scale=100.0, number=2):
    return judge.judge(Course(10), residual, scale, BEFORE, number)


@pytest.mark.parametrize(
    ("criteria", "balanced"),
    [
        (Criteria(), True),
        (Criteria(1e-8), False),
        (Criteria(1e-8, 1e-4), False),
        (Criteria(1e-8, 1e-4, any_one=True), True),
        (Criteria(None, by_component=1e-6, components=(np.array([0]), np.array([1]))), False),
        (Criteria(None, by_component=1e-6, components=(np.array([0, 1]),)), True),
        (Criteria(None, referred=1e-6, reference=np.array([20.0, np.inf])), True),
        (Criteria(None, referred=1e-6, reference=np.array([20.0, 1.0])), False),
    ],
)
def test_criteria(criteria, balanced):
    judge = Judge(criteria)
    judged(judge, number=1)
    assert judged(judge) is balanced


def test_the_first_step_has_no_forces_by_component_yet():
    criteria = Criteria(None, by_component=1e-6, components=(np.array([0]), np.array([1])))
    assert judged(Judge(criteria), number=1)


def test_bounds_by_component_take_the_place_of_the_others_after_the_first_step():
    components = (np.array([0, 1]),)
    judge = Judge(Criteria(1e-12, by_component=1e-6, components=components))
    assert judged(judge, number=1) and judged(judge)
    judge = Judge(Criteria(None, 1.0, by_component=1e-6, components=components))
    assert not judged(judge, number=1)
    judge = Judge(Criteria(1e-6, 1e-12))
    assert not judged(judge, number=1)
    assert judged(judge, scale=1e-30) and judged(judge)


def test_what_is_left_of_a_body_that_is_only_carried_along_is_rounding():
    course, judge = Course(10), Judge(Criteria())
    assert not judge.judge(course, np.array([3e-13]), 5e-10, np.zeros(1), 1)
    assert judge.judge(course, np.array([3e-25]), 2e-25, np.zeros(1), 1) and course.relative[-1] == 0.0
    assert not Judge(Criteria()).judge(Course(10), np.array([3e-25]), 2e-25, np.zeros(1), 1)
    assert not judge.judge(course, np.array([3e-25]), 1e-19, np.zeros(1), 1)


def test_a_step_without_loads_is_judged_by_the_last_residual():
    judge = Judge(Criteria(1e-6))
    assert judged(judge, number=1)
    assert judged(judge, scale=1e-5)
    assert not judged(judge, residual=2 * RESIDUAL, scale=1e-5)


def test_reference_forces_of_a_square_and_a_spring_on_its_corner():
    square = Solid("QUAD4", Plane(), "FPG4", "FPG4")
    corners = np.array([[[0.0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]]])
    spring = Discrete("POI1", ("DX", "DY"))
    parts = [
        Part(square, ElementData(np.arange(1), corners, [{"elasticity": np.eye(6)}], np.zeros(1, int)), np.arange(8)[None]),
        Part(spring, ElementData(np.arange(1), np.zeros((1, 1, 3)), characteristics={"mass": np.eye(2)[None]}), np.array([[2, 3]])),
    ]
    structure = FiniteElements(9, parts, Elimination(Relations.stacked(9, [])), dynamic=False)
    forces = structure.reference_forces({"stress": 3.0, "force": 1.5})
    # each point has the area 1; a corner's derivatives along x and y are of sizes 0.394, 0.394, 0.106, 0.106 at the points
    each = 2 * 3.0 / 4 * (2 * (1 + 3**-0.5) / 4 + 2 * (1 - 3**-0.5) / 4)
    assert forces[:2] == pytest.approx(each)
    assert forces[2:4] == pytest.approx(min(each, 1.5))
    assert np.isinf(forces[8])
    with pytest.raises(KeyError):
        structure.reference_forces({"stress": 3.0})
