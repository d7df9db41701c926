"""ERME_ELEM of saturated porous media: an estimate from what stresses and flows lack of balance over each step (u4.81.06).

On a side between two cells the jump of the stress of the skeleton and of the flow is counted, on one that is pushed what the whole stress
lacks of the push, on one that a flow goes through what the flow lacks of it. Over a step flows are those of its scheme (PARM_THETA). As in
code_aster of several loads of one kind the last one holds, without its multiplier, and where no load stands on a side nothing is lacking.
The estimates of a step are local; those of the evolution are the largest one of mechanics, the sum of its rate and the root of the sum of
squares of hydraulics.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._distributed_loads import Loads, at_nodes
from pyaster_lite.commands._estimators.residual import Residual
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.porous.element import Porous
from pyaster_lite.fe.porous.estimates import Medium, inside, on_sides
from pyaster_lite.fe.residual_error import diameter
from pyaster_lite.fe.sides import geometry, sides_of

COMPONENTS = ("ESTERG1", "ERHMME_L", "ERHMMEDL", "ERHMHY_L", "ERHMME_G", "ERHMMEDG", "ERHMHY_G")
_VOLUME = ("FORCE_INTERNE", "PESANTEUR", "ROTATION")


class PorousResidual:
    """The estimates of an evolution, order by order; raises Refused where they cannot be made."""

    def __init__(self, args, derivation):
        self.args, self.derivation, self.model = args, derivation, derivation.model
        self.size, self.pressure = sizes_of(args, self.model)
        porous = [group.element for _, group in self._porous()]
        if self.model.dimension != 2 or any(not own.layout.mechanical or own.layout.constituents != ((1, 1),) for own in porous):
            raise args.not_yet("OPTION", "residuals of porous media are estimated in the plane, of one liquid in a skeleton that moves")
        if any(term.word in _VOLUME for load in derivation.loads for term in load.load.forces):
            raise args.not_yet("OPTION", "residuals of porous media are estimated without forces by volume so far")
        self.sides = sides_of([(g.element.cell, g.nodes) for g in self.model.groups], 2)
        self.pushes, self.flows = (self._last(word) for word in ("PRES_REP", "FLUX_THM_REP"))

    def _porous(self):
        return [(i, g) for i, g in enumerate(self.model.groups) if isinstance(g.element, Porous)]

    def _last(self, word):
        own = [load for load in self.derivation.loads if any(term.word == word for term in load.load.forces)]
        return Loads(own[-1:], self.derivation.data)

    def field(self, order, earlier: ElementField | None) -> ElementField:
        """At an order, `earlier` being the estimates of the order before, None where it is the first."""
        result = self.derivation.result
        times = [self.derivation.time(order), self.derivation.time(order - 1)]
        theta = result.parameter("PARM_THETA", order)
        steps = [_Instant(self, order, times[0]), _Instant(self, order - 1, times[1])]
        theta = (0.57 if theta is None else theta, 1.0 - (0.57 if theta is None else theta))
        squares = {i: np.zeros((3, len(g.cells))) for i, g in self._porous()}
        for side in self.sides:
            if side.group in squares:
                for other in np.unique(side.other[side.other >= 0]):
                    rows = np.flatnonzero(side.other == other)
                    squares[side.group][:, rows] += self._side(steps, theta, side, self.sides[other], rows)
        blocks = []
        for index, group in self._porous():
            data, element = self.derivation.data[index], group.element
            medium, wide = Medium.of(data, times[0], self.size, self.pressure), diameter(element, data.coordinates)
            dt = times[0] - times[1]
            stresses, unknowns = [one.tensors(group) for one in steps], [one.unknowns(index) for one in steps]
            own = inside(element, data, medium, wide, stresses, unknowns, dt) + on_sides(medium, 2, wide, dt, squares[index])
            blocks.append(ElementBlock(group.cells, _over_time(own, group, earlier)[:, None], COMPONENTS, element))
        return ElementField(self.model.mesh, "ERRE_R", "ELEM", blocks)

    def _side(self, steps, theta, side, beyond, rows):
        """(3, n) the integrals over some sides of one cell of what they lack: of mechanics, its rate and hydraulics."""
        model = self.model
        group = model.groups[side.group]
        shape = geometry(side.kind, model.mesh.coordinates[side.nodes[rows]], group.element.layout.continuum.revolves)
        there, place = Residual._aligned(side, beyond, rows)
        if isinstance(model.groups[beyond.group].element, Porous):
            other = model.groups[beyond.group]
            lacking = [
                np.einsum(
                    "enij,enj->eni",
                    one.tensors(group)[rows][:, side.local] - one.tensors(other)[there[:, None], beyond.local[place]],
                    shape.normals,
                )
                for one in steps
            ]
            through = [
                ((one.flow(group)[rows][:, side.local] - one.flow(other)[there[:, None], beyond.local[place]]) * shape.normals).sum(axis=-1)
                for one in steps
            ]
        else:
            lacking = [self._pushed(one, group, side, beyond, rows, there, place, shape.normals) for one in steps]
            through = [self._drained(one, group, side, beyond, rows, there, place, shape.normals) for one in steps]
        flow = sum(share * one for share, one in zip(theta, through))
        squares = [(lacking[0] ** 2).sum(axis=-1), ((lacking[0] - lacking[1]) ** 2).sum(axis=-1), flow**2]
        return np.array([(square * shape.weights).sum(axis=1) for square in squares])

    def _pushed(self, one, group, side, beyond, rows, there, place, normals):
        """(n, ns, 3) what the whole stress lacks of the push, zero where nothing pushes."""
        push, named = self._told(self.pushes, ("PRES", "CISA_2D"), one, beyond, there, place)
        along = np.stack([-normals[..., 1], normals[..., 0], np.zeros(normals.shape[:2])], axis=-1)
        force = -push[0][..., None] * normals + push[1][..., None] * along
        stress = one.tensors(group, whole=True)[rows][:, side.local]
        return np.where(named[:, None, None], force - np.einsum("enij,enj->eni", stress, normals), 0.0)

    def _drained(self, one, group, side, beyond, rows, there, place, normals):
        """(n, ns) what the flow lacks of that which goes through, zero where none is said."""
        (told,), named = self._told(self.flows, ("FLUN_HYDR1",), one, beyond, there, place)
        own = (one.flow(group)[rows][:, side.local] * normals).sum(axis=-1)
        return np.where(named[:, None], told - own, 0.0)

    def _told(self, loads, words, one, beyond, there, place):
        """(values (n, ns) of each word, whether a load names the side (n,))."""
        values, named = [np.zeros(beyond.nodes.shape) for _ in words], np.zeros(len(beyond.nodes), bool)
        words_of = {"PRES": ("PRES_REP",), "FLUN_HYDR1": ("FLUX_THM_REP",)}[words[0]]
        for _, cells, found in loads.told(words_of, beyond.group, one.time, one.order, at_nodes):
            if any(word in found for word in words):
                named[cells] = True
                for array, word in zip(values, words):
                    array[cells] = found.get(word, 0.0)
        return [np.take_along_axis(array[there], place, axis=1) for array in values], named[there]


class _Instant:
    """The stresses and flows of a storage order at the nodes of cells."""

    def __init__(self, residual, order, time):
        self.derivation, self.order, self.time = residual.derivation, order, time
        self._kept = {}

    def _values(self, group, names):
        key = id(group)
        if key not in self._kept:
            self._kept[key] = self.derivation.field("SIEF_ELNO", self.order).on(group.cells)
        values, own = self._kept[key]
        return values[..., [own.index(name) for name in names]]

    def tensors(self, group, whole=False):
        """(ne, nn, 3, 3) of the skeleton, or with the pressure of the pores."""
        xx, yy, zz, xy = np.moveaxis(self._values(group, ("SIXX", "SIYY", "SIZZ", "SIXY")), -1, 0)
        if whole:
            more = np.moveaxis(self._values(group, ("SIPXX", "SIPYY", "SIPZZ", "SIPXY")), -1, 0)
            xx, yy, zz, xy = xx + more[0], yy + more[1], zz + more[2], xy + more[3]
        made = np.zeros((*xx.shape, 3, 3))
        made[..., 0, 0], made[..., 1, 1], made[..., 2, 2] = xx, yy, zz
        made[..., 0, 1] = made[..., 1, 0] = xy
        return made

    def flow(self, group):
        """(ne, nn, 3)."""
        return np.pad(self._values(group, ("FH11X", "FH11Y")), ((0, 0), (0, 0), (0, 1)))

    def unknowns(self, index):
        """(ne, nd)."""
        return self.derivation.vector("DEPL", self.order)[self.derivation.model.assembler.equations[index]]


def _over_time(own, group, earlier):
    """(ne, 7) of the squares of a step (3, ne) and of the estimates before."""
    before = np.zeros((len(group.cells), 3))
    if earlier is not None:
        before = np.stack([earlier.component(name, group.cells)[:, 0] for name in COMPONENTS[4:]], axis=1)
    mechanics, rate, hydraulics = np.sqrt(own)
    ever = np.stack([np.maximum(before[:, 0], mechanics), before[:, 1] + rate, np.hypot(before[:, 2], hydraulics)], axis=1)
    return np.concatenate([ever.sum(axis=1, keepdims=True), own.T, ever], axis=1)


def sizes_of(args, model):
    """(m, Pa) GRANDEUR_CARA of the model; raises Refused where it is not there."""
    known = getattr(model, "sizes", {})
    if not (known.get("LONGUEUR") and known.get("PRESSION")):
        text = f"the estimates of porous media need the size and the pressure of the whole, which {model.name} does not know"
        raise args.wrong(None, text, help="AFFE_MODELE/GRANDEUR_CARA gives LONGUEUR and PRESSION")
    return known["LONGUEUR"], known["PRESSION"]
