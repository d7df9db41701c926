"""What MODE_NON_LINE, CALC_STABILITE and REST_MODE_NONL share: contacts as rows of a table, the unknowns that move, points of a branch."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.nonlinear_modes.contacts import CIRCLE, PLANE, PLANES, Contact

KINDS = {"PLAN": PLANE, "BI_PLAN": PLANES, "CERCLE": CIRCLE}
AXES = ("DX", "DY", "DZ")
CONTACTS = {
    "NUME_CHOC": "I", "TYPE_CHOC": "K8", "NOEUD_CHOC": "K8", "NOM_CMP_1": "K8", "NOM_CMP_2": "K8", "RIGI_NOR": "R", "PARA_REGUL": "R",
    "JEU": "R", "ORIG_OBST_X": "R", "ORIG_OBST_Y": "R", "ORIG_OBST_Z": "R",
}  # fmt: skip
"""The columns of the table of contacts."""
POINTS = {
    "NUME_ORDRE": "I", "FREQUENCE": "R", "ENERGIE": "R", "NB_COEF_FOURIER": "I", "NOM_SD": "K8", "TYPE_OBJET": "K16", "NOM_OBJET": "K16",
    "CARA_CHOC": "K8", "HARM_MAX": "I", "BIFURCATION": "K16", "STABILITE": "K16", "NUME_REPRISE": "I",
}  # fmt: skip
"""The columns of the table of points: NOM_SD names the harmonics of each."""


class Moving:
    """The unknowns of two matrices that no support holds: `free`, and the matrices (nd, nd) on them."""

    def __init__(self, args, word: str, stiffness, mass):
        elimination = Elimination(stiffness.relations)
        if not elimination.simple:
            raise args.not_yet(word, f"relations between unknowns of {stiffness.name} are not there yet: supports alone")
        self.dofs, self.free, self.mesh = stiffness.dofs, elimination.free, stiffness.model.mesh
        self.stiffness, self.mass = (matrix.matrix[self.free][:, self.free] for matrix in (stiffness, mass))

    def place(self, args, word: str, node: int, component: str) -> int:
        """The unknown of a node among those that move."""
        equation = int(self.dofs.index([node], component)[0])
        found = np.flatnonzero(self.free == equation)
        if equation < 0 or not found.size:
            raise args.wrong(word, f"{component} of {self.mesh.node_names[node]} does not move")
        return int(found[0])

    def contacts(self, args, word: str, rows: list[dict]) -> list[Contact]:
        """The contacts of rows of a table, in the units of the matrices."""
        made = []
        for row in rows:
            node = self.mesh.find_node(row["NOEUD_CHOC"].strip())
            names = [row[column].strip() for column in ("NOM_CMP_1", "NOM_CMP_2") if row[column]]
            unknowns = tuple(self.place(args, word, node, name) for name in names)
            centre = tuple(row[f"ORIG_OBST_{name[-1]}"] for name in names)
            kind = KINDS[row["TYPE_CHOC"].strip()]
            made.append(Contact(kind, unknowns, row["JEU"], row["RIGI_NOR"], row["PARA_REGUL"], centre if kind == CIRCLE else (0.0, 0.0)))
        return made

    def harmonics(self, modes: Modes) -> np.ndarray:
        """(2H + 1, nd) those of a point of a branch."""
        return np.array([modes.vectors[order][self.free] for order in modes.orders])

    def whole(self, moved: np.ndarray) -> np.ndarray:
        """(2H + 1, n) on all unknowns."""
        found = np.zeros((len(moved), self.dofs.size))
        found[:, self.free] = moved
        return found


def point_of(args, table: Table, order: int) -> tuple[dict, Modes]:
    """The row of a NUME_ORDRE of a table of points, and its harmonics."""
    if "NOM_SD" not in table.cells or "NUME_ORDRE" not in table.cells:
        raise args.wrong("MODE_NON_LINE", f"{table.name} holds no nonlinear modes")
    found = next((row for row in table.rows() if row["NUME_ORDRE"] == order), None)
    if found is None:
        raise args.wrong("NUME_ORDRE", f"{table.name} has no point of number {order}")
    return found, table.objects[found["NOM_SD"].strip()]
