"""Series of modes: what their fields know beside the shapes."""

import numpy as np
from scipy.sparse import csr_array

from pyaster_lite.concepts.matrix import AssembledMatrix
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.dofs import Dofs


def test_a_mode_of_vibration_knows_its_multipliers_by_the_size_of_the_stiffness():
    dofs = Dofs(np.array([[True], [True]]), ("DX",))
    mesh = Mesh([[0.0, 0.0], [1.0, 0.0]], [CellBlock("SEG2", np.array([[0, 1]]), np.array([0]))])
    stiffness = csr_array(np.array([[2.0, -1.0], [-1.0, 1.0]]))
    for relations in (Relations.imposed(2, [0], lambda t: np.zeros(1)), Relations(csr_array([[4.0, 0.0]]), lambda t: np.zeros(1))):
        held = AssembledMatrix("matr_asse_depl_r", dofs, stiffness, relations)
        mass = AssembledMatrix("matr_asse_depl_r", dofs, csr_array(np.eye(2)), relations)
        modes = Modes("mode_meca", dofs, mesh, stiffness=held, mass=mass)
        modes.store_mode(1, np.array([0.0, 1.0]), {"OMEGA2": 1.0, "NORME": ""})
        np.testing.assert_allclose(modes.field("DEPL", 1).held * relations.matrix.data, [1.0 / 1.5])
        modes.rescale(1, 3.0, "")
        np.testing.assert_allclose(modes.field("DEPL", 1).held * relations.matrix.data, [3.0 / 1.5])
