"""Displacements of the lips of a crack along lines behind its front."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.fe.point_location import Cells, locate

_MOST = 20
"""Nodes of a line that count."""
_AXES = ("DX", "DY", "DZ")


class RuledLips:
    """Lines of nodes of the mesh, as DEFI_FOND_FISS found them.

    places  ranks of the nodes of the front that have lines long enough
    """

    def __init__(self, args, context, crack, chosen, reach, field, orders):
        self.crack, self.result, self.field = crack, args.RESULTAT, field
        if not any(len(row) for row in crack.rows_above):
            raise args.wrong("FOND_FISS", f"{crack.name} has no lines of nodes across its front")
        self._rows, far, apart = {}, reach * (1.0 + args.PREC_VIS_A_VIS / 10.0), args.PREC_VIS_A_VIS * reach
        for i in chosen:
            found = self._pair(i, far, apart, lambda text: context.warn(args, "FOND_FISS", text))
            if found is not None:
                self._rows[i] = found
        self.places = list(self._rows)
        if not self.places:
            raise args.wrong(
                "FOND_FISS", f"no node of the front of {crack.name} has three nodes behind it, on each lip, within {reach:.6g}"
            )

    def _pair(self, i, far, apart, warn):
        """(upper nodes, lower nodes or None) of a line, None when it is too short."""
        crack, places = self.crack, self.crack.mesh.coordinates
        name = crack.mesh.node_names[crack.nodes[i]]
        above = crack.rows_above[i][:_MOST] if i < len(crack.rows_above) else np.empty(0, int)
        near = np.linalg.norm(places[above] - places[crack.nodes[i]], axis=1) < far
        upper, lower = above[near], None
        if not crack.symmetric:
            below = crack.rows_below[i][:_MOST] if i < len(crack.rows_below) else np.empty(0, int)
            count = min(len(above), len(below))
            facing = np.linalg.norm(places[above[:count]] - places[below[:count]], axis=1) <= apart
            if not facing[near[:count]].all():
                warn(f"nodes of the lips behind {name} do not face each other")
            lower = below[:count][near[:count] & facing]
        if len(upper) < 3 or (lower is not None and len(lower) < 3):
            warn(f"the node {name} of the front has fewer than three nodes behind it: nothing is told of it")
            return None
        return tuple(None if nodes is None else self._sorted(nodes, i) for nodes in (upper, lower))

    def _sorted(self, nodes, i):
        places = self.crack.mesh.coordinates
        return nodes[np.argsort(np.linalg.norm(places[nodes] - places[self.crack.nodes[i]], axis=1), kind="stable")]

    def line(self, i, order):
        """(distances (n,), displacements of the upper lip (n, 3), of the lower one or None)."""
        upper, lower = self._rows[i]
        places = self.crack.mesh.coordinates
        distance = np.linalg.norm(places[upper] - places[self.crack.nodes[i]], axis=1)
        return distance, self._moved(upper, order), None if lower is None else self._moved(lower, order)

    def _moved(self, nodes, order):
        field = self.result.field(self.field, order)
        return np.stack([field.component(axis)[nodes] if axis in field.components else np.zeros(len(nodes)) for axis in _AXES], axis=-1)


class FreeLips:
    """Lines of equal steps, on whose points the displacements of the cells of the lips are read; attributes as RuledLips."""

    def __init__(self, args, context, crack, chosen, reach, field, orders):
        self.places, self._orders = list(chosen), orders
        result = args.RESULTAT
        lines = [_segment(args, crack, i, reach) for i in chosen]
        words = dict(RESULTAT=result, NOM_CHAM=field, MODELE=result.model, LIGN_COUPE=lines, NUME_ORDRE=list(orders))
        names = [name for name in crack.lips if name]
        self._tables = [_by_line(context.run("MACR_LIGN_COUPE", VIS_A_VIS={"GROUP_MA_1": name}, **words)) for name in names]

    def line(self, i, order):
        """As RuledLips.line."""
        key = f"l.coupe{self.places.index(i) + 1}", order
        distance, above = self._tables[0].get(key, (np.empty(0), np.empty((0, 3))))
        if len(self._tables) == 1:
            return distance, above, None
        _, below = self._tables[1].get(key, (distance, np.empty((0, 3))))
        count = min(len(above), len(below))
        return distance[:count], above[:count], below[:count]


@dataclass(frozen=True)
class CutFront:
    """A front of a crack of level sets, at the points where values are asked for.

    points, normals, directions  (m, 3);  abscissas  (m,)
    sizes  of the cells at all the fronts of the crack, m;  nodes  (1,) a node of the mesh at the start of this one
    """

    name: str
    mesh: object
    points: np.ndarray
    normals: np.ndarray
    directions: np.ndarray
    abscissas: np.ndarray
    sizes: np.ndarray
    nodes: np.ndarray
    sides: list[np.ndarray] | None

    @classmethod
    def of(cls, args) -> CutFront:
        """What FISSURE, NUME_FOND and NB_POINT_FOND name."""
        crack, front = args.FISSURE, args.FISSURE.front
        count = 0 if front is None else len(front.starts)
        if not 1 <= args.NUME_FOND <= count:
            raise args.wrong("NUME_FOND", f"{crack.name} has {count} fronts")
        part = slice(front.starts[args.NUME_FOND - 1], front.stops()[args.NUME_FOND - 1])
        rows, own = [values[part] for values in (front.places, front.normals, front.directions)], front.abscissas[part]
        sides = [side[side >= 0] for side in front.sides[part]]
        if args.NB_POINT_FOND is not None and crack.mesh.dimension == 3:
            sides = None
            even = np.linspace(0.0, own[-1], args.NB_POINT_FOND)
            rows = [np.stack([np.interp(even, own, column) for column in values.T], axis=-1) for values in rows]
            own = even
        # the crack may be drawn on the same mesh: its own nodes are none of the body
        mesh = crack.mesh
        body = mesh.nodes_of_cells(np.flatnonzero(mesh.cell_dim() == mesh.dimension))
        nearest = body[np.linalg.norm(mesh.coordinates[body] - rows[0][0], axis=1).argmin()]
        return cls(crack.name, mesh, *rows, own, front.sizes, np.array([nearest]), sides)


class CutLips:
    """Lines of equal steps in the surface of a crack of level sets; attributes as RuledLips.

    The lips part by twice the functions of sign, and by those of the front between the nodes, where these vanish: as code_aster's
    verified values have it, these do not count in modes of vibration.
    """

    def __init__(self, args, context, crack, reach, orders):
        self.places, self._result, dim = list(range(len(crack.points))), args.RESULTAT, crack.mesh.dimension
        lines = [_segment(args, crack, i, reach) for i in self.places]
        table = context.run("MACR_LIGN_COUPE", RESULTAT=args.RESULTAT, NOM_CHAM="DEPL", LIGN_COUPE=lines, NUME_ORDRE=list(orders))
        self._halves = _by_line(table, ("H1X", "H1Y", "H1Z")[:dim])
        self._points = _by_line(table, ("COOR_X", "COOR_Y", "COOR_Z")[:dim])
        model, material = args.RESULTAT.model, args.RESULTAT.material_field
        data = model.data(material, args.RESULTAT.characteristics)
        solids = [i for i, g in enumerate(model.groups) if g.element.dim == dim and hasattr(g.element, "continuum")]
        self._solids = [(model.groups[i], data[i]) for i in solids]
        self._parts = [Cells(g.element.cell, CELL_TYPES[g.element.cell].linear, g.cells, g.nodes) for g, _ in self._solids]

    def line(self, i, order):
        """As RuledLips.line."""
        key = f"l.coupe{i + 1}", order
        if key not in self._halves:
            return np.empty(0), np.empty((0, 3)), np.empty((0, 3))
        distance, half = self._halves[key]
        if not self._result.kind.startswith("mode_meca"):
            half = half + 0.5 * self._about_front(self._points[key][1], order)
        half = np.pad(half, ((0, 0), (0, 3 - half.shape[1])))
        return distance, half, -half

    def _about_front(self, points, order):
        """(n, dim) how far the functions of the front part the lips."""
        parted, field = np.zeros(points.shape), self._result.field("DEPL", order)
        t = self._result.parameter("INST", order) or 0.0
        found = locate(points, field.mesh.coordinates[:, : points.shape[1]], self._parts)
        for group, data in self._solids:
            element = group.element
            if not getattr(element, "modes", ()):
                continue
            hit = np.flatnonzero(np.isin(found.cells, group.cells))
            if not hit.size:
                continue
            ranks = np.argsort(group.cells)
            rows = ranks[np.searchsorted(group.cells, found.cells[hit], sorter=ranks)]
            functions = found.weights[hit, : group.nodes.shape[1]]
            factors = np.stack([field.component(name)[group.nodes[rows]] for name in element.modes], axis=-1)
            parted[hit] = element.parting(data.subset(rows).between(t, t), functions, np.nan_to_num(factors))
        return parted


def _segment(args, crack, i, reach):
    """The line behind a point of a front, as LIGN_COUPE has it."""
    start = crack.points[i]
    end = start - reach * crack.directions[i]
    words = {"TYPE": "SEGMENT", "NB_POINTS": args.NB_NOEUD_COUPE, "DISTANCE_MAX": reach * args.PREC_VIS_A_VIS}
    return words | {"COOR_ORIG": tuple(start.tolist()), "COOR_EXTR": tuple(end.tolist())}


def _by_line(table, axes=_AXES):
    """{(title of the line, order): (abscissas, displacements (n, 3))}."""
    rows = {}
    for row in table.rows():
        moved = [row.get(axis) or 0.0 for axis in axes]
        rows.setdefault((row["INTITULE"].strip(), row["NUME_ORDRE"]), []).append((row["ABSC_CURV"], moved))
    return {key: (np.array([s for s, _ in own]), np.array([u for _, u in own])) for key, own in rows.items()}
