"""Words that name parts of a mesh: what is told where a name could mean another node or cell."""

import numpy as np

from pyaster_lite.commands._mesh_words import named_nodes
from pyaster_lite.concepts.mesh import CellBlock, Mesh


class Around:
    """Keeps what is told."""

    def __init__(self):
        self.told = []

    def warn(self, args, word, message):
        self.told.append((word, message))


def test_names_that_mean_other_nodes_in_the_file_are_told_once_a_keyword():
    mesh = Mesh(np.zeros((4, 3)), [CellBlock("SEG2", np.array([[0, 1]]), np.array([0]))], node_names=["N2", "N1", "N3", "N5"])
    around = Around()
    assert named_nodes({"NOEUD": ("N1", "N2", "N3")}, "NOEUD", mesh, around).tolist() == [0, 1, 2]
    assert around.told == [("NOEUD", "N1 means node number 1; the mesh file calls node number 2 so (one of 2 such names)")]
    assert named_nodes({"NOEUD": "N2"}, "NOEUD", mesh, around).tolist() == [1]
    assert around.told[1:] == [("NOEUD", "N2 means node number 2; the mesh file calls node number 1 so")]
