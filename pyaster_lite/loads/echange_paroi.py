"""ECHANGE_PAROI: heat exchanged between two walls that face each other, h (T_2 - T_1) into the first (u4.44.02).

Each side of the first wall, moved by TRAN, faces one of the second, node by node, so that the distances of the corners add up to least.
In the plane the sizes and places of the two count in equal parts, in space those of the first alone, as in code_aster (te0301, te0302).
FISSURE names cracks that the mesh does not follow: heat passes from one lip to the other, or as if there were no crack (TEMP_CONTINUE).
"""

import itertools

import numpy as np
from scipy.sparse import coo_array, csr_array

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import absent, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.conduction import HeatSide
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.extended.status import FRONT, JUMP
from pyaster_lite.fe.terms import ForceTerm

from ._imposed import imposed_term
from ._lips import lips_term
from ._member import LoadKeyword, at, varies

FAMILIES = {"SEG2": "FPG2"}
"""Quadratures that differ from those of the sides by themselves."""


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("GROUP_MA_1", "FISSURE"), UN_PARMI("GROUP_MA_2", "FISSURE"), UN_PARMI("COEF_H", "TEMP_CONTINUE")),
        **{f"GROUP_MA_{side}": SIMP("f", typ="grma", max="**", validators=(no_repeat,)) for side in (1, 2)},
        FISSURE=SIMP("f", typ="fiss_xfem", max=100, validators=(no_repeat,)),
        COEF_H=SIMP("f", typ=value),
        b_paroi_maillee=BLOC(absent("FISSURE"), TRAN=SIMP("f", typ="R", min=2, max=3)),
        b_xfem=BLOC(present("FISSURE"), TEMP_CONTINUE=SIMP("f", into=("OUI",))),
    )


class Walls:
    """Sides of one type that face each other: nodes (k, nn) of both, in the same order, and what integrates over them."""

    def __init__(self, model, element, first, second, coefficient):
        self.coefficient = coefficient
        self._element = HeatSide(element.cell, element.continuum, FAMILIES.get(element.cell, element.family))
        own = [model.mesh.coordinates[nodes] for nodes in (first, second)]
        if element.continuum.dim == 3:
            own = own[:1]
        self._places = np.mean(own, axis=0)
        weights = [self._element.point_weights(ElementData(np.arange(len(where)), where)) for where in own]
        if element.continuum.revolves:
            # in code_aster walls of revolution have the elements of plane ones: the radius does not count
            weights = [weight / self._element.points(where)[..., 0] for weight, where in zip(weights, own)]
        self._weights = np.mean(weights, axis=0)
        self.equations = np.concatenate([model.dofs.index(nodes, "TEMP") for nodes in (first, second)], axis=1)

    def matrices(self, t: float) -> np.ndarray:
        """(k, 2 nn, 2 nn) what leaves the nodes at unit temperatures."""
        functions = self._element.point_functions
        coefficient = at(self.coefficient, t, self._element.points(self._places))
        one = np.einsum("eg,gn,gm->enm", self._weights * coefficient, functions, functions)
        return np.block([[one, -one], [-one, one]])


def terms(occurrences, model):
    """One term of all walls, one of the lips of cracks; relations where the temperature is continuous across them."""
    cracked = [occurrence for occurrence in occurrences if "FISSURE" in occurrence]
    closed = [occurrence for occurrence in cracked if "TEMP_CONTINUE" in occurrence]
    passing = [occurrence for occurrence in cracked if "TEMP_CONTINUE" not in occurrence]
    made = [_closed(closed, model)] if closed else []
    made += [lips_term(passing, model, "ECHANGE_PAROI", ("COEF_H",), stiffness=_across, started=_across_at_start)] if passing else []
    meshed = [occurrence for occurrence in occurrences if "FISSURE" not in occurrence]
    return made + ([_walls_term(meshed, model)] if meshed else [])


def _across(lips, data, values, read):
    return lips.exchange(data, read(values["COEF_H"]))


def _across_at_start(lips, data, values, read):
    return lips.exchange_at_start(data, read(values["COEF_H"]))


def _closed(occurrences, model):
    """The relations that take away what cracks add to the temperature."""
    imposed = {}
    for occurrence in occurrences:
        occurrence.mark_read("TEMP_CONTINUE")
        for crack in occurrence.FISSURE:
            status = abs(crack.status)
            for name, nodes in (("H1", np.flatnonzero(status & JUMP)), ("E1", np.flatnonzero(status >= FRONT))):
                equations = model.dofs.index(nodes, name)
                imposed |= dict.fromkeys(equations[equations >= 0].tolist(), 0.0)
    return imposed_term(model, imposed, "ECHANGE_PAROI")


def _walls_term(occurrences, model):
    walls = [part for occurrence in occurrences for part in _walls(occurrence, model)]
    size = model.dofs.size

    def stiffness(data, t, temperature):
        total = csr_array((size, size))
        for part in walls:
            e = part.equations
            rows, columns = np.repeat(e, e.shape[1], axis=1), np.tile(e, (1, e.shape[1]))
            # code_aster assembles one triangle: where a node stands on both walls, as at the tip of a crack, its exchange
            # with itself is taken away once only.
            values = part.matrices(t) * ~(np.triu(np.ones((e.shape[1],) * 2, bool), 1) & (e[:, :, None] == e[:, None, :]))
            total = total + csr_array(coo_array((values.ravel(), (rows.ravel(), columns.ravel())), shape=(size, size)))
        return total

    def vector(data, t, temperature):
        total = np.zeros(size)
        for part in walls if temperature is not None else ():
            np.subtract.at(total, part.equations, np.einsum("enm,em->en", part.matrices(t), temperature[part.equations]))
        return total

    constant = not any(varies(part.coefficient) for part in walls)
    return ForceTerm(vector, constant, "ECHANGE_PAROI", True, stiffness)


def _walls(occurrence, model):
    mesh = model.mesh
    first, second = (np.concatenate(look_up(occurrence, f"GROUP_MA_{side}", mesh.cell_group)) for side in (1, 2))
    shift = np.array((*(occurrence.TRAN or ()), 0.0, 0.0, 0.0)[:3])
    others = {block.type: block.nodes for block in mesh.select(second)}
    if len(first) != len(second):
        raise occurrence.wrong("GROUP_MA_2", f"the two walls have {len(first)} and {len(second)} sides: they cannot face each other")
    for block in mesh.select(first):
        groups = [model.groups[index].element for index, _ in model.rows(block.cells)]
        element = next((element for element in groups if hasattr(element, "exchange")), None)
        if element is None:
            raise occurrence.wrong("GROUP_MA_1", "ECHANGE_PAROI: none of these cells can carry it, it would have no effect")
        facing = others.get(block.type)
        if facing is None or len(facing) != len(block.nodes):
            raise occurrence.wrong("GROUP_MA_2", f"the two walls have not the same number of sides {block.type}")
        faced = _facing(occurrence, mesh, block.nodes, facing, shift, reference_cell(element.cell).corners)
        yield Walls(model, element, block.nodes, faced, occurrence.COEF_H)


def _facing(occurrence, mesh, nodes, others, shift, corners):
    """(k, nn) the nodes that face those of each side: of the other side, and the way round it, whose corners are nearest in sum."""
    images, targets = mesh.coordinates[nodes] + shift, mesh.coordinates[others]
    towards = _direction(images[:, :corners]) @ _direction(targets[:, :corners]).T
    best, faced, order = np.full(len(nodes), np.inf), np.zeros(len(nodes), int), np.zeros(nodes.shape, int)
    for sense, ways in _ways_round(corners, nodes.shape[1]).items():
        for way in ways:
            apart = sum(np.linalg.norm(images[:, None, i] - targets[None, :, way[i]], axis=2) for i in range(corners))
            apart[towards * sense <= 0] = np.inf
            nearest = apart.argmin(axis=1)
            least = apart[np.arange(len(nodes)), nearest]
            better = least < best
            best[better], faced[better], order[better] = least[better], nearest[better], way
    if np.isinf(best).any():
        raise occurrence.wrong("GROUP_MA_2", "some sides of the first wall are perpendicular to every one of the second")
    if len(set(faced)) < len(faced):
        raise occurrence.wrong("GROUP_MA_1", "several sides of the first wall are nearest to one of the second")
    return np.take_along_axis(others[faced], order, axis=1)


def _direction(corners):
    """(k, 3) along segments, across faces."""
    if corners.shape[1] == 2:
        return corners[:, 1] - corners[:, 0]
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1])


def _ways_round(corners, count):
    """{1: the ways to go round a side as it is, -1: the other way round}, as orders of its nodes."""
    if corners == 2:
        return {1: [np.arange(count)], -1: [np.array([1, 0, 2, 3][:count])]}
    found = {1: [], -1: []}
    for start, sense in itertools.product(range(corners), (1, -1)):
        along = (start + sense * np.arange(corners)) % corners
        edges = (along if sense == 1 else along - 1) % corners + corners
        found[sense].append(np.concatenate([along, edges, np.arange(2 * corners, count)])[:count])
    return found


LOADS.add("ECHANGE_PAROI", LoadKeyword(declare, terms, phenomena=("THERMIQUE",)))
