"""Works of reduced modes, and the motions that mend a basis."""

import numpy as np
from scipy.sparse import csr_array

from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.substructure_corrections import expanded, in_pieces, in_written_order, principal_motions, work


def test_a_mode_does_no_work():
    stiffness, mass = np.array([[2.0, -1.0], [-1.0, 2.0]]), np.eye(2)
    motions = np.array([[1.0, 1.0], [1.0, 0.0]])
    pulsations = np.array([1.0, np.sqrt(3.0)])
    residuals = stiffness @ motions - mass @ motions * pulsations**2
    np.testing.assert_allclose(work(motions, residuals, pulsations, np.array([0])), [0.0, -1.0 / np.sqrt(3.0)], atol=1e-15)


def test_multipliers_stand_before_and_behind_the_nodes_of_their_relation():
    relations = Relations(csr_array(np.array([[0.0, 1, 0, 0], [0, 1, 1, 0]])), lambda t: np.zeros(2))
    written = in_written_order(np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([0, 0, 1, 2]), relations)
    assert written[:, 0].tolist() == [0, 0, 1, 2, 0, 3, 0, 4]
    assert in_pieces(np.array([[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]), 2).tolist() == [[1.0, 3.0], [2.0, 4.0]]


def test_the_first_motion_is_followed_best():
    leading = np.vstack([np.eye(2), np.zeros((1, 2))])
    found = expanded(leading, np.eye(2), np.array([[1.0], [2.0], [5.0]]))
    np.testing.assert_allclose(found, [[1.0], [2.0]])


def test_principal_motions_leave_out_what_depends():
    found = principal_motions(np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 3.0], [0.0, 0.0, 0.0]]), np.eye(3))
    np.testing.assert_allclose(np.abs(found), [[np.sqrt(2.0), 0.0], [0.0, 1.0], [0.0, 0.0]], atol=1e-12)
