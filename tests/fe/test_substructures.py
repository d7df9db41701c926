import numpy as np

from pyaster_lite.fe.substructures import CompatibleMotions, mates, placed


def test_a_turn_about_z_takes_x_to_y():
    np.testing.assert_allclose(placed((90.0, 0.0, 0.0)) @ [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], atol=1e-15)
    np.testing.assert_allclose(placed((0.0, 90.0, 0.0)) @ [1.0, 0.0, 0.0], [0.0, 0.0, -1.0], atol=1e-15)
    np.testing.assert_allclose(placed((0.0, 0.0, 90.0)) @ [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], atol=1e-15)
    turn = placed((20.0, -30.0, 50.0))
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-15)


def test_linked_masses_are_one_mass():
    links = CompatibleMotions(np.array([[1.0, -1.0, 0.0], [2.0, -2.0, 0.0]]))
    assert links.size == 2, "the second condition follows from the first"
    np.testing.assert_allclose(links.conditions @ links.transform, 0.0, atol=1e-15)
    values = np.linalg.eigvalsh(links.reduce_matrix(np.diag([3.0, 4.0, 5.0])))
    # the mass of two linked coordinates, and the third one, whatever the coordinates that are left
    np.testing.assert_allclose(np.prod(values) / np.linalg.det(links.transform.T @ links.transform), 3.5 * 5.0)


def test_conditions_on_coordinates_of_very_different_size_count():
    links = CompatibleMotions(np.array([[1.0, -1.0, 0.0, 0.0], [0.0, 0.0, 1e-11, -1e-11]]))
    assert links.size == 2


def test_coordinates_are_those_of_a_motion_that_satisfies_the_conditions():
    links = CompatibleMotions(np.array([[1.0, -1.0, 0.0], [2.0, -2.0, 0.0]]))
    motion = np.array([0.3, 0.3, -2.0])
    np.testing.assert_allclose(links.transform @ links.coordinates(motion), motion, atol=1e-14)


def test_mates_face_each_other():
    first = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
    nearest, distance = mates(first, first[[2, 0, 1]] + 1e-3)
    assert nearest.tolist() == [1, 2, 0]
    np.testing.assert_allclose(distance, 1e-3 * np.sqrt(3.0))


def test_plain_conditions_are_lost_where_the_pivots_fall():
    conditions = np.array([[1.0, -1.0, 0.0, 0.0], [0.0, 0.0, 1e-7, -1e-7]])
    assert CompatibleMotions(conditions).size == 2
    assert CompatibleMotions(conditions, plain=True).size == 3
