"""Load cases of substructures that have a course in time."""

import numpy as np

from pyaster_lite.concepts.substructuring import CaseCourse

COURSE = CaseCourse(np.array([0.0, 1.0, 3.0]), np.array([[1.0, 0.0], [3.0, 2.0], [3.0, 6.0]]))


def test_forces_go_on_straight_lines_and_stay_beyond_them():
    for t, expected in ((-1.0, [1.0, 0.0]), (0.0, [1.0, 0.0]), (0.25, [1.5, 0.5]), (1.0, [3.0, 2.0]), (2.0, [3.0, 4.0]), (9.0, [3.0, 6.0])):
        np.testing.assert_allclose(COURSE.at(t), expected, err_msg=str(t))


def test_without_a_time_there_are_no_forces():
    assert not COURSE.at(None).any()
