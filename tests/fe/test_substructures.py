import numpy as np

from pyaster_lite.fe.substructures import CompatibleMotions, HeldMotions, mates, placed, shown


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


def test_multipliers_leave_the_motions_that_satisfy_the_conditions():
    """Accelerations of coordinates that satisfy the conditions are those of the motions that remain, whatever is put on."""
    rng = np.random.default_rng(4)
    condition = np.array([[1.0, -0.5, 0.0]])
    mass, stiffness = np.diag([3.0, 4.0, 5.0]), np.diag([7.0, 2.0, 9.0])
    links, held = CompatibleMotions(condition), HeldMotions(condition, mass, stiffness, np.zeros((3, 3)), False)
    q, force = links.transform @ rng.standard_normal(2), rng.standard_normal(3)
    expected = links.transform @ np.linalg.solve(links.reduce_matrix(mass), links.transform.T @ (force - stiffness @ q))
    found = np.linalg.solve(held.mass, held.transform.T @ force - held.stiffness @ held.coordinates(q))
    np.testing.assert_allclose(held.transform @ found, expected, rtol=1e-12)
    # alone, they swing about what holds the condition: both alike, by the largest term of the stiffness
    alone = np.zeros(5)
    alone[3:] = 0.1
    moved = np.linalg.solve(held.mass, -held.stiffness @ alone)
    np.testing.assert_allclose(moved, np.concatenate([np.zeros(3), [-0.9, -0.9]]), atol=1e-12)


def test_mates_face_each_other():
    first = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
    nearest, distance = mates(first, first[[2, 0, 1]] + 1e-3)
    assert nearest.tolist() == [1, 2, 0]
    np.testing.assert_allclose(distance, 1e-3 * np.sqrt(3.0))


def test_plain_conditions_are_lost_where_the_pivots_fall():
    conditions = np.array([[1.0, -1.0, 0.0, 0.0], [0.0, 0.0, 1e-7, -1e-7]])
    assert CompatibleMotions(conditions).size == 2
    assert CompatibleMotions(conditions, plain=True).size == 3


def test_responses_are_shown_by_the_three_turns_the_other_way_round():
    """By 90 degrees about Z and Y: what is along X goes to -Z where modes are shown, to Y where responses are."""
    np.testing.assert_allclose(placed((90.0, 90.0, 0.0)) @ [1.0, 0.0, 0.0], [0.0, 0.0, -1.0], atol=1e-15)
    np.testing.assert_allclose(shown((90.0, 90.0, 0.0)) @ [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], atol=1e-15)
    np.testing.assert_allclose(shown((0.0, 30.0, 0.0)), placed((0.0, 30.0, 0.0)), atol=1e-15)
