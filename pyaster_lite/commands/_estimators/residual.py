"""ERME_ELEM and QIRE_ELEM: estimates from what the stresses lack of equilibrium (u4.81.06, r4.10.02, r4.10.06)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._distributed_loads import FORCES, PRESSURE, Loads, at_nodes
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe import residual_error as error
from pyaster_lite.fe.crack_energy import AXES, Cells
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.extended import residual as pieces
from pyaster_lite.fe.extended.element import EnrichedSolid
from pyaster_lite.fe.sides import geometry, sides_of
from pyaster_lite.fe.solid import Solid

COMPONENTS = ("ERREST", "NUEST", "SIGCAL", "TERMRE", "TERMR2", "TERMNO", "TERMN2", "TERMSA", "TERMS2", "TAILLE")
_PLACES = {"inner": 3, "outer": 5, "jumps": 7}


class Problem:
    """A result seen at a storage order: its stresses at the nodes of cells and its loads.

    derivation  commands._derived_fields.Derivation of the result
    """

    def __init__(self, derivation, order):
        self.derivation, self.order, self.t = derivation, order, derivation.time(order) or 0.0
        self.model = derivation.model
        self.loads = Loads(derivation.loads, derivation.data)
        self._stress = derivation.field("SIGM_ELNO", order)

    def stress(self, group) -> np.ndarray:
        """(ne, nn, 3, 3) at the nodes of the cells of a solid."""
        return _tensor(group, *self._stress.on(group.cells))

    def stress_of_pieces(self, group, data) -> np.ndarray:
        """(ne, pieces, vertices, 3, 3) in cells that cracks run through."""
        values, names = self.derivation.field("SIGM_ELGA", self.order).on(group.cells)
        return _tensor(group, pieces.at_vertices(group.element, data, values), names)

    def volume_force(self, index) -> np.ndarray | None:
        """(ne, nn, 3) at the nodes of the cells of a group."""
        return self.loads.volume_forces(index, self.t, self.order)

    def side_force(self, index, nodes, normals):
        """(forces by area (ne, ns, 3) at the nodes of the cells of a skin, where they push (ne,)); normals (ne, ns, 3) there.

        In the plane forces count only where no load presses, in space pressures only where nothing else pushes.
        """
        along = np.stack([normals[..., 1], -normals[..., 0], np.zeros(normals.shape[:2])], axis=-1)
        plane = self.model.groups[index].element.dim == 1
        presses = any(term.word in PRESSURE for load in self.loads.excitations for term in load.load.forces)
        force, there = np.zeros((*nodes.shape, 3)), np.zeros(len(nodes), bool)
        for words in (PRESSURE,) if plane and presses else (FORCES, PRESSURE):
            pushed = there.copy()
            for own, rows in self.loads.on_side(index, words, self.t, self.order, at_nodes, normals, along if plane else None):
                fresh = ~pushed[rows]
                # In space code_aster sets forces by area against the stress on the inward normal; pressures turn with it.
                force[rows[fresh]] += own[fresh] if plane or words is PRESSURE else -own[fresh]
                there[rows[fresh]] = True
        return force, there


def _tensor(group, values, names):
    tensor = np.zeros((*values.shape[:-1], 3, 3))
    for a, b in group.element.continuum.strains:
        i, j = AXES[a], AXES[b]
        tensor[..., i, j] = tensor[..., j, i] = values[..., names.index(f"SI{a}{b}")]
    return tensor


class Residual:
    """The residuals of problems on one model, which are estimated together by (weights of the problems, sign of each)."""

    def __init__(self, model, data):
        self.model, self.data = model, data
        self.dim = max(g.element.dim for g in model.groups if isinstance(g.element, Solid))
        self.sides = sides_of([(g.element.cell, g.nodes) for g in model.groups], self.dim)
        self.plane = self.dim == 2

    def mechanics(self, problem: Problem, t: float) -> ElementField:
        """The field of ERME_ELEM."""
        blocks = []
        for index, (balance, cells, size) in self._balances([problem], np.ones((1, 1)), roots=not self.plane).items():
            group = self.model.groups[index]
            scale = np.sqrt(error.constant(group.element)) * np.ones(len(group.cells))
            if self.plane:
                own = self.data[index].between(t, t)
                scale *= np.sqrt(own.overall("young") / (1.0 - own.overall("poisson")))
            if isinstance(group.element, EnrichedSolid):
                norm = pieces.stress_norm(group.element, self.data[index], problem.stress(group))
            else:
                norm = error.stress_norm(cells, problem.stress(group))
            values = np.zeros((len(group.cells), 1, len(COMPONENTS)))
            found = balance[0].estimates(scale)
            for name, place in {"whole": 0, **_PLACES}.items():
                values[:, 0, place], values[:, 0, place + 1] = found[name], error.relative(found[name], norm)
            values[:, 0, 2], values[:, 0, -1] = np.sqrt(norm), size
            blocks.append(ElementBlock(group.cells, values, COMPONENTS, group.element))
        return ElementField(self.model.mesh, "ERRE_R", "ELEM", blocks)

    def interest(self, problem: Problem, dual: Problem, share: float) -> ElementField:
        """The field of QIRE_ELEM, `share` the s of fe.residual_error."""
        blocks, weights = [], np.array([[share, 1.0 / share], [share, -1.0 / share]])
        for index, (balance, _, size) in self._balances([problem, dual], weights, roots=False).items():
            group = self.model.groups[index]
            more, less = (one.estimates(np.sqrt(error.constant(group.element)) * np.ones(len(group.cells))) for one in balance)
            values = np.zeros((len(group.cells), 1, len(COMPONENTS)))
            for name, place in {"whole": 0, **_PLACES}.items():
                values[:, 0, place] = 0.25 * (more[name] - less[name])
            values[:, 0, -1] = size
            blocks.append(ElementBlock(group.cells, values, COMPONENTS, group.element))
        return ElementField(self.model.mesh, "ERRE_R", "ELEM", blocks)

    def _balances(self, problems, weights, roots):
        """By group of solids: (a Balance for each row of weights (k, problems), its Cells, diameters)."""
        made = {}
        stresses = [{i: p.stress(g) for i, g in self._solids()} for p in problems]
        for index, group in self._solids():
            cells, size = Cells(group.element, self.data[index]), error.diameter(group.element, self.data[index].coordinates)
            if isinstance(group.element, EnrichedSolid):
                made[index] = self._of_pieces(index, group, problems, roots), cells, size
                continue
            lacking = [error.imbalance(cells, s[index], p.volume_force(index)) for p, s in zip(problems, stresses)]
            balances = [error.Balance(len(group.cells), roots) for _ in weights]
            for balance, row in zip(balances, weights):
                balance.add("inner", slice(None), error.volume_term(cells, size, _mixed(row, lacking)))
            made[index] = balances, cells, size
        for side in self.sides:
            if side.group in made:
                self._add_side(side, problems, stresses, weights, made[side.group][0])
        return made

    def _of_pieces(self, index, group, problems, roots):
        """One Balance, of the pieces of cells that cracks run through."""
        if len(problems) > 1 or self.dim != 2 or group.element.enrichment.made.simplex != "TRIA3":
            raise ComputationFailed("errors of cells that cracks run through are estimated by ERME_ELEM, in linear plane cells alone")
        stress = problems[0].stress_of_pieces(group, self.data[index])
        balance = error.Balance(len(group.cells), roots)
        for name, values, share in zip(("inner", "jumps"), pieces.inner_terms(group.element, self.data[index], stress), (1.0, 0.5)):
            balance.add(name, slice(None), values, share)
        return [balance]

    def _solids(self):
        return [(i, g) for i, g in enumerate(self.model.groups) if isinstance(g.element, Solid)]

    def _add_side(self, side, problems, stresses, weights, balances):
        element, places = self.model.groups[side.group].element, self.model.mesh.coordinates
        shape = geometry(side.kind, places[side.nodes], element.continuum.revolves)
        for other in np.unique(side.other[side.other >= 0]):
            rows = np.flatnonzero(side.other == other)
            beyond = self.sides[other]
            solid = isinstance(self.model.groups[beyond.group].element, Solid)
            lacking = [
                self._jump(side, beyond, rows, s) if solid else self._open(side, beyond, rows, p, s, shape.normals[rows])
                for p, s in zip(problems, stresses)
            ]
            part = type(shape)(shape.normals[rows], shape.weights[rows], shape.size[rows])
            for balance, row in zip(balances, weights):
                missing = _mixed(row, [np.einsum("enij,enj->eni", x, part.normals) if solid else x for x in lacking])
                balance.add("jumps" if solid else "outer", rows, error.side_term(part, missing), 0.5 if solid else 1.0)

    @staticmethod
    def _aligned(side, beyond, rows):
        """(rows there, places of its nodes that face those of the side, (n, ns))."""
        there = side.row[rows]
        own, other = side.order()[rows], beyond.order()[there]
        place = np.empty_like(own)
        np.put_along_axis(place, own, other, axis=1)
        return there, place

    def _jump(self, side, beyond, rows, stresses):
        there, place = self._aligned(side, beyond, rows)
        other = stresses[beyond.group][there[:, None], beyond.local[place]]
        return stresses[side.group][rows][:, side.local] - other

    def _open(self, side, beyond, rows, problem, stresses, normals):
        """t - s.n where something pushes, zero elsewhere."""
        there, place = self._aligned(side, beyond, rows)
        turned = np.zeros((len(beyond.nodes), *normals.shape[1:]))
        back = np.argsort(place, axis=1)
        turned[there] = np.take_along_axis(normals, back[..., None], axis=1)
        force, pushed = problem.side_force(beyond.group, beyond.nodes, turned)
        force = np.take_along_axis(force[there], place[..., None], axis=1)
        stress = stresses[side.group][rows][:, side.local]
        return np.where(pushed[there][:, None, None], force - np.einsum("enij,enj->eni", stress, normals), 0.0)


def _mixed(weights, parts):
    return sum(weight * part for weight, part in zip(weights, parts))


def whole(field: ElementField) -> dict[str, float]:
    """The estimate over all cells, that of the stress, and the former by the latter in per cent."""
    squares = np.zeros(2)
    for block in field.blocks:
        squares += (block.values[:, 0, [0, 2]] ** 2).sum(axis=0)
    total = squares.sum()
    return {"estimate": float(np.sqrt(squares[0])), "norm": float(np.sqrt(squares[1])),
            "relative": float(100.0 * np.sqrt(squares[0] / total)) if total > 0.0 else 0.0}  # fmt: skip
