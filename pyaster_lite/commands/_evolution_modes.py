"""CRIT_STAB and MODE_VIBR: modes around the states in which steps of an evolution end, and the table ANALYSE_MODALE of them."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.instants import Chosen
from pyaster_lite.commands._elementary import elementary_matrix
from pyaster_lite.commands._modal_search import frequency, pencil_of, pulsation2
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.stability import Follow, critical_pencil, held, normed, stiffness_pencil

LARGE = ("GREEN_LAGRANGE", "GROT_GDEP", "SIMO_MIEHE", "GDEF_LOG")
"""The DEFORMATION whose stiffness holds that of the stresses."""
COLUMNS = {
    "INST": "R", "NUME_INST": "I", "NB_MODE": "I", "NUME_MODE": "I", "TYPE_MODE": "K16", "FREQ": "R", "CHAR_CRIT": "R",
    "CHAR_STAB": "R", "NOM_OBJET": "K16", "NOM_SD": "K24",
}  # fmt: skip


class Analyses:
    """What CRIT_STAB and MODE_VIBR of a command ask for, and their rows of the table.

    table  the table of the evolution that is taken up again, or None
    """

    def __init__(self, args, structure, archive, failures, table=None):
        self._structure, self._archive, self._args = structure, archive, args
        self._dofs = args.MODELE.dofs
        self._rows, self._fields = ([], {}) if table is None else (table.rows(), dict(table.objects))
        stability, vibration = args.get("CRIT_STAB"), args.get("MODE_VIBR")
        self._members = []
        if stability is not None:
            self._members.append((Chosen(stability, "PAS_CALC"), _Stability(args, stability, structure, archive, failures), "CHAR_CRIT"))
        if vibration is not None:
            self._members.append((Chosen(vibration, "PAS_CALC"), _Vibration(vibration, structure), "FREQ"))

    def after(self, number: int, state):
        """The modes at the end of step `number`, where they are wanted; raises ComputationFailed where ECHEC stops at an instability."""
        for chosen, member, word in self._members:
            if chosen(number, state.time):
                self._add(number, state.time, word, *member.modes(state))

    def _add(self, number, t, word, kind, values, vectors):
        """The rows of some modes; `values` is how many there are where `vectors` are not wanted."""
        at = {"INST": t, "NUME_INST": number, "TYPE_MODE": kind}
        if vectors is None:
            self._rows.append(at | {"NB_MODE": values, "NUME_MODE": 1})
            return
        vectors = self._structure.elimination.transform @ vectors
        vectors = normed(vectors) if kind != "MODE_STAB" else vectors / np.linalg.norm(vectors, axis=0)
        word = "CHAR_STAB" if kind == "MODE_STAB" else word
        for i, value in enumerate(values):
            name = f"_{len(self._fields) + 1:07d}"
            self._fields[name] = NodeField(self._dofs_mesh, "DEPL_R", self._dofs.components, self._dofs.at_nodes(vectors[:, i]))
            named = {"NUME_MODE": i + 1, word: float(value), "NOM_OBJET": "CHAM_NO_SDASTER", "NOM_SD": name}
            self._rows.append(at | {"NB_MODE": len(values)} | named)

    @property
    def _dofs_mesh(self):
        return self._args.MODELE.mesh

    def table(self) -> Table | None:
        """ANALYSE_MODALE; None where neither word is given."""
        return Table.from_rows(self._rows, COLUMNS, objects=self._fields) if self._members else None


class _Stability:
    """CRIT_STAB."""

    def __init__(self, args, words, structure, archive, failures):
        self._args, self._words, self._structure, self._archive = args, words, structure, archive
        large = any(occurrence.DEFORMATION in LARGE for occurrence in args.COMPORTEMENT)
        self._linear = not large and words.RIGI_GEOM == "OUI"
        self._tangent = "rate" if (args.NEWTON.PREDICTION or args.NEWTON.MATRICE) != "ELASTIQUE" else False
        excluded = words.DDL_EXCLUS or ()
        found = [args.MODELE.dofs.index(np.arange(args.MODELE.dofs.n_nodes), name) for name in excluded]
        self._excluded = np.concatenate([own[own >= 0] for own in found]) if found else np.empty(0, int)
        self._rigid = words.MODI_RIGI == "OUI"
        self._least = words.TYPE == "STABILITE" and words.get("DDL_STAB") is not None
        self._counts = words.OPTION == "CALIBRATION"
        self._where = _follow(words, "CHAR_CRIT", lambda load: -load)
        self._first = None
        self._stops = any(f.event == "instability" and f.action == "stop" for f in failures)
        # no load may be found, or none on the side that is looked at
        words.mark_read("SIGNE", "PREC_INSTAB")

    def modes(self, state):
        """(TYPE_MODE, critical loads ascending, or how many, and the modes)."""
        structure = self._structure
        stiffness = _symmetric(structure, structure.stiffness(state, np.zeros(structure.size), state.time, self._tangent))
        scale = abs(stiffness.diagonal()).max()
        if self._rigid:
            stiffness = held(stiffness, self._excluded, scale)
        if self._linear:
            geometric = self._geometric(state)
            pencil = critical_pencil(stiffness, held(geometric, self._excluded, 0.0) if self._rigid else geometric, structure.elimination)
        else:
            pencil = stiffness_pencil(stiffness, structure.elimination, self._excluded)
        if self._counts:
            return "MODE_FLAMB", self._where.count(pencil), None
        values, vectors = self._where.find(pencil)
        if len(values):
            self._judge(-values[abs(values).argmin()], stiffness, state.time)
        if self._least:
            return self._stable(pencil)
        return "MODE_FLAMB", -values[::-1], vectors[:, ::-1]

    def _stable(self, pencil):
        values, vectors = pencil.nearest(0.0, 1)
        if values[0] < 0.0 or pencil.count_below(0.0):
            raise self._words.not_yet("TYPE", "the cone of the motions that are possible is not searched of an unstable structure yet")
        return "MODE_STAB", values, vectors

    def _geometric(self, state):
        """The stiffness of the stresses of a state."""
        args = self._args
        stress = self._archive.field("SIEF_ELGA", state)
        made = elementary_matrix("RIGI_GEOM", args.MODELE, args.CHAM_MATER, args.get("CARA_ELEM"), None, stress=stress, t=state.time)
        return args.MODELE.assembler.matrix(made.blocks)

    def _judge(self, smallest, stiffness, t):
        """Whether the structure has lost its balance: by a critical load that is reached, or an eigenvalue that has changed its sign."""
        words = self._words
        self._first = smallest if self._first is None else self._first
        if words.RIGI_GEOM == "OUI":
            sided = {"POSITIF": smallest >= 0.0, "NEGATIF": smallest <= 0.0, "POSITIF_NEGATIF": True}[words.SIGNE]
            lost = sided and abs(smallest) < 1.0 + words.PREC_INSTAB
        else:
            entries = abs(stiffness.ravel() if isinstance(stiffness, np.ndarray) else stiffness.data)
            lost = self._first * smallest < 0.0 or abs(smallest) < words.PREC_INSTAB * entries[entries > 0.0].min()
        if lost and self._stops:
            raise ComputationFailed(f"at t = {t:.6g} the structure has lost its stability: CHAR_CRIT is {smallest:.6g}")


class _Vibration:
    """MODE_VIBR."""

    def __init__(self, words, structure):
        self._structure, self._counts = structure, words.OPTION == "CALIBRATION"
        self._tangent = {"TANGENTE": "rate", "SECANTE": "unloading", "ELASTIQUE": False}[words.MATR_RIGI]
        self._where = _follow(words, "FREQ", pulsation2)

    def modes(self, state):
        """(TYPE_MODE, frequencies (Hz) ascending, or how many, and the modes)."""
        structure = self._structure
        stiffness = _symmetric(structure, structure.stiffness(state, np.zeros(structure.size), state.time, self._tangent))
        reduce = structure.elimination.reduce_matrix
        pencil = pencil_of(reduce(stiffness), reduce(structure.mass))
        if self._counts:
            return "DEPL_VIBR", self._where.count(pencil), None
        values, vectors = self._where.find(pencil)
        return "DEPL_VIBR", frequency(values), vectors


def _symmetric(structure, matrix):
    return matrix if structure.definite else 0.5 * (matrix + matrix.T)


def _follow(words, word, eigenvalue):
    if words.OPTION == "PLUS_PETITE":
        return Follow(words[f"NMAX_{word}"])
    return Follow(bounds=tuple(sorted(eigenvalue(bound) for bound in words[word])))
