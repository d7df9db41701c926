"""POST_JMOD: the integral J of a crack, in space tube by tube along its front (post_jmod_ops).

    J = int s_ij u_i,k q_k,j - W div q dV,   and with strains that were there before  + int s : e0,k q_k dV

where q is what moves the tube of a node of the front so that the area of the crack grows by one (twice that in a symmetric mesh), and W
the work of the stresses along the path of the strains, or s : (e - e0) / 2. In the plane the cells around the front move by one, and

    J = ... + int s : (e - e0),k q_k - W,k q_k dV

where they are beyond the third ring of cells; in bodies of revolution hoop stresses work as well, for a unit of length of the front.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._derived_fields import Derivation
from pyaster_lite.commands._front_tubes import FrontTubes
from pyaster_lite.commands._mesh_words import node_groups
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.field_places import moved
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.solid import Solid
from pyaster_lite.fe.tensors import AXES

_PAIRS = {2: ("XX", "YY", "ZZ", "XY"), 3: AXES}
_TWICE = {2: np.array([1.0, 1.0, 1.0, 2.0]), 3: np.array([1.0, 1.0, 1.0, 2.0, 2.0, 2.0])}
_PLACES = {2: np.array([[0, 3], [3, 1]]), 3: np.array([[0, 3, 4], [3, 1, 5], [4, 5, 2]])}
_COLUMNS = {
    "FOND_FISS": "K8", "NUME_FOND": "I", "INST": "R", "NUME_ORDRE": "I", "NOEUD_FOND": "K8", "NUM_PT": "I", "VOLUME": "R",
    "NB_COUCHES": "I", "J": "R",
}  # fmt: skip
_IN_PLANE = {"INST": "R", "NUME_ORDRE": "I", "MODE": "K8", "VOLUME": "R", "NB_COUCHES": "I", "K": "R", "J": "R"}


@operator(
    "POST_JMOD",
    produces="table_sdaster",
    rules=(EXCLUS("INST", "NUME_ORDRE"),),
    keywords=dict(
        FOND_FISS=SIMP("o", typ="fond_fissure"),
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli")),
        NB_COUCHES=SIMP("f", typ="I", defaut=4, val_min=2),
        # code_aster never meets its own condition for the terms that JMOD adds: both give J
        OPTION=SIMP("f", max="**", into=("J", "JMOD"), advisory=True),
        ETAT_INIT=FACT("f", EPSI=SIMP("o", typ=("cham_no_sdaster", "cham_elem"))),
        GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
        NB_POINT_FOND=SIMP("f", typ="I", val_min=1),
        INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        b_acce_reel=BLOC(present("INST"), PRECISION=SIMP("f", typ="R", defaut=1e-6)),
        NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        TITRE=SIMP("f", defaut="POST_JMOD", advisory=True),
    ),
)
def post_jmod(args, context):
    """A row for each storage order and node of the front that is asked for."""
    return _in_plane(args) if len(args.FOND_FISS.nodes) == 1 else _in_space(args)


def _in_space(args):
    crack = args.FOND_FISS
    for word, rows in (("LEVRE_SUP", crack.rows_above), ("LEVRE_INF", crack.rows_below))[: 1 if crack.symmetric else 2]:
        if not any(len(row) for row in rows):
            raise args.wrong("FOND_FISS", f"{crack.name} has no lines of nodes across its front on {word}")
    if (10 if crack.quadratic else 20) <= args.NB_COUCHES:
        raise args.wrong("NB_COUCHES", f"there are {'nine' if crack.quadratic else 'nineteen'} rings at the most")
    tubes = FrontTubes(crack, args.NB_COUCHES)
    directions, share = tubes.directions(), 2.0 if crack.symmetric else 1.0
    chosen = _chosen(args, tubes)
    moves = {i: share * directions[i] / tubes.growth(i, directions[i]) for i in chosen}
    integral, rows = _Integral(args, args.RESULTAT, tubes.mesh, tubes.cells), []
    for order in _orders(args):
        integral.go_to(order)
        for i in chosen:
            row = {"FOND_FISS": crack.name, "NUME_FOND": 1, "INST": args.RESULTAT.parameter("INST", order), "NUME_ORDRE": order}
            row |= {"NOEUD_FOND": crack.mesh.node_names[tubes.nodes[i]], "NUM_PT": i + 1, "NB_COUCHES": args.NB_COUCHES}
            rows.append(row | {"VOLUME": integral.volume, "J": integral.value(tubes.tubes[i], moves[i])})
    return Table.from_rows(rows, _COLUMNS, title=args.TITRE)


def _in_plane(args):
    """A row for each storage order. Only the share of q along X is doubled in a symmetric mesh, as in code_aster."""
    crack, result, mesh = args.FOND_FISS, args.RESULTAT, args.FOND_FISS.mesh
    args.mark_read("GROUP_NO", "NB_POINT_FOND")
    places, front = mesh.coordinates, crack.nodes[0]
    behind = [rows[0][1] for rows in (crack.rows_above, crack.rows_below) if rows and len(rows[0]) > 1]
    if not behind:
        raise args.wrong("FOND_FISS", f"{crack.name} has no lines of nodes behind its front")
    ahead = places[front] - places[behind].mean(axis=0)
    move = ahead / np.linalg.norm(ahead) * ([2.0, 1.0, 1.0] if crack.symmetric else 1.0)
    rings = list(accumulate(range(max(args.NB_COUCHES + 1, 2) + 1), lambda cells, _: _wider(mesh, cells), initial=np.array([front])))
    rings = [mesh.cells_around(nodes) for nodes in rings]
    cells = rings[args.NB_COUCHES + 1]
    integral = _Integral(args, result, mesh, cells, np.setdiff1d(cells, rings[2]))
    moving, rows = mesh.nodes_of_cells(rings[args.NB_COUCHES]), []
    mode = "AXIS" if integral.revolves else "C_PLAN" if integral.flat else "D_PLAN"
    for order in _orders(args):
        integral.go_to(order)
        row = {"INST": result.parameter("INST", order), "NUME_ORDRE": order, "MODE": mode, "VOLUME": integral.volume}
        value = integral.value(moving, move)
        row |= {"NB_COUCHES": args.NB_COUCHES, "J": value / places[front][0] if integral.revolves else value}
        rows.append(row)
    columns = dict(_IN_PLANE)
    if crack.symmetric and not integral.revolves:
        young, poisson = integral.elasticity(front)
        for row in rows:
            row["K"] = float(np.sqrt(row["J"] * young / (1.0 if integral.flat else 1.0 - poisson**2)))
    else:
        del columns["K"]
    return Table.from_rows(rows, columns, title=args.TITRE)


def _wider(mesh, nodes):
    """The nodes of the cells that hold any of the nodes."""
    return mesh.nodes_of_cells(mesh.cells_around(nodes))


def _orders(args):
    """The storage orders that are asked for; INST is met within PRECISION itself, whatever its size."""
    result = args.RESULTAT
    orders = list(result.orders)
    if args.NUME_ORDRE is not None:
        orders = [order for order in orders if order in args.NUME_ORDRE]
    elif args.INST is not None:
        near = args.PRECISION
        orders = [order for order in orders if any(abs(result.parameter("INST", order) - time) <= near for time in args.INST)]
    if not orders:
        raise args.wrong("RESULTAT", f"{result.name} has none of these storage orders")
    return orders


def _chosen(args, tubes):
    """Ranks, along the front, of its nodes that are asked for."""
    n, count = len(tubes.nodes), args.NB_POINT_FOND
    if args.GROUP_NO is not None:
        if count is not None:
            raise args.wrong("NB_POINT_FOND", "GROUP_NO and NB_POINT_FOND exclude each other")
        ranks = {node: i for i, node in enumerate(tubes.nodes.tolist())}
        found = [ranks[node] for nodes in node_groups(args, "GROUP_NO", tubes.mesh) for node in nodes.tolist() if node in ranks]
        if not found:
            raise args.wrong("GROUP_NO", f"none of these nodes is on the front of {args.FOND_FISS.name}")
        return found
    if count is None:
        return list(range(n))
    if count > n:
        raise args.wrong("NB_POINT_FOND", f"the front has {n} nodes")
    between = [1 + int((n - 2) / (count - 1) * (k + 1)) for k in range(count - 2)]
    return [0, *between, n - 1][: max(count, 1)] if count > 1 else [0]


class _Integral:
    """The integral over some cells of the body; `beyond` tells those of them where the changes of strains and of work count too.

    volume  of these cells, m3 (m2 in the plane)
    """

    def __init__(self, args, result, mesh, cells, beyond=()):
        self._args, self._result, self._mesh = args, result, mesh
        model = result.model
        data = model.data(result.material_field, result.characteristics)
        self._fields = Derivation(args, result, model, data)
        self._parts, self._beyond, self.flat = [], len(beyond) > 0, None
        for group, own in zip(model.groups, data):
            rows = np.flatnonzero(np.isin(group.cells, cells))
            if not len(rows) or getattr(group.element, "loaded_only", False):
                continue
            if not isinstance(group.element, Solid) or group.element.size != group.nodes.shape[1] * group.element.dim:
                raise args.wrong("RESULTAT", "J is told of solids")
            gradient, functions, radius, weight = group.element.geometry(own.subset(rows))
            continuum = group.element.continuum
            places = radius if continuum.revolves else None
            part = _Part(group.cells[rows], group.nodes[rows], own.subset(rows), gradient, functions, weight, places)
            part.beyond = np.isin(part.cells, beyond)
            self._parts.append(part)
            self.flat, self.revolves = continuum.flat, continuum.revolves
        self.volume = sum(float(part.weight.sum()) for part in self._parts)
        self._before = self._earlier(model)

    def _earlier(self, model):
        """(strains at points, their means at the nodes) that were there before, None where none are told."""
        if self._args.ETAT_INIT is None:
            return None
        given = self._args.ETAT_INIT.EPSI
        at_points = moved(given, "ELGA", model) if isinstance(given, NodeField) else given
        return at_points, moved(at_points, "NOEU", model)

    def elasticity(self, node) -> tuple[float, float]:
        """(Young's modulus, Poisson ratio) of a cell at a node."""
        for part in self._parts:
            rows = np.flatnonzero((part.nodes == node).any(axis=1))
            if len(rows):
                return tuple(float(part.data.subset(rows[:1]).overall(name)[0]) for name in ("young", "poisson"))
        raise self._args.wrong("FOND_FISS", "no cell of the body is at the front")

    def go_to(self, order):
        """Read what is there at a storage order."""
        stress, displacement = self._fields.field("SIEF_ELGA", order), self._result.field("DEPL", order)
        done = (
            self._fields.field("ETOT_ELGA", order) if self._before is None else self._since(stress, self._fields.field("EPSI_ELGA", order))
        )
        for part in self._parts:
            dim, pairs = part.gradient.shape[2], _PAIRS[part.gradient.shape[2]]
            u = np.stack([displacement.component(axis) for axis in ("DX", "DY", "DZ")[:dim]], axis=-1)
            part.stress = _components(stress, part.cells, [f"SI{pair}" for pair in pairs])
            tensor = part.stress[..., _PLACES[dim]]
            part.pulled = np.einsum("egij,egkn,eni->egkj", tensor, part.gradient, u[part.nodes])
            part.push = np.zeros((*part.weight.shape, dim))
            part.work = _components(done, part.cells, ["TOTALE"])[..., 0]
            if self._before is not None:
                part.push += part.drawn_by(_at_nodes(self._before[1], pairs))
            if part.radius is not None:
                part.hoop = part.stress[..., 2] * (u[part.nodes][..., 0] @ part.functions.T) / part.radius - part.work
        if self._beyond:
            self._push_beyond(order, done)

    def _since(self, stress, strain):
        """The field s : (e - e0) / 2 everywhere; in the plane code_aster leaves what works across it out."""
        blocks = []
        for block in stress.blocks:
            dim = 3 if "SIXZ" in block.components else 2
            pairs = [pair for pair in _PAIRS[dim] if dim == 3 or pair != "ZZ"]
            twice = np.array([1.0 if a == b else 2.0 for a, b in pairs])
            s = _components(stress, block.cells, [f"SI{pair}" for pair in pairs])
            names = [f"EP{pair}" for pair in pairs]
            change = _components(strain, block.cells, names) - _components(self._before[0], block.cells, names)
            blocks.append(ElementBlock(block.cells, 0.5 * (s * change * twice).sum(axis=-1, keepdims=True), ("TOTALE",), block.element))
        return ElementField(self._mesh, "ENER_R", "ELGA", blocks)

    def _push_beyond(self, order, done):
        """Beyond the first rings: s : e,k - W,k, of strains and work that are meant at the nodes."""
        strain = _at_nodes(self._fields.field("EPSI_NOEU", order), _PAIRS[2])
        if self._before is not None:
            strain = strain - _at_nodes(self._before[1], _PAIRS[2])
        work = moved(done, "NOEU", self._result.model).component("TOTALE")
        for part in self._parts:
            change = part.drawn_by(strain) - np.einsum("egkn,en->egk", part.gradient, np.nan_to_num(work)[part.nodes])
            part.push += np.where(part.beyond[:, None, None], change, 0.0)

    def value(self, tube, move) -> float:
        """J as the nodes of a tube move by `move` (3,)."""
        q, total = np.zeros((self._mesh.n_nodes, 3)), 0.0
        q[tube] = move
        for part in self._parts:
            own = q[part.nodes][..., : part.gradient.shape[2]]
            at_points = np.einsum("gn,enk->egk", part.functions, own)
            slope = np.einsum("egjn,enk->egkj", part.gradient, own)
            released = (part.pulled * slope).sum(axis=(-2, -1)) - part.work * np.einsum("egkk->eg", slope)
            released = released + (part.push * at_points).sum(axis=-1)
            if part.radius is not None:
                # as in code_aster: its integrals weigh by the radius, and so do these terms besides
                released = part.radius * released + part.hoop * at_points[..., 0]
            total += float((part.weight * released).sum())
        return total


@dataclass
class _Part:
    """Cells (ne,) of one element, their nodes (ne, nn), gradients (ne, ng, dim, nn), functions (ng, nn), weights and radii (ne, ng).

    beyond   (ne,) where the changes count;  stress (ne, ng, nc), work (ne, ng), and what they make of the motion, at one storage order:
    pulled   (ne, ng, dim, dim) s_ij u_i,k;  push (ne, ng, dim) what q itself is multiplied by;  hoop (ne, ng) that along the radius
    """

    cells: np.ndarray
    nodes: np.ndarray
    data: object
    gradient: np.ndarray
    functions: np.ndarray
    weight: np.ndarray
    radius: np.ndarray | None
    beyond: np.ndarray | None = None
    stress: np.ndarray | None = None
    work: np.ndarray | None = None
    pulled: np.ndarray | None = None
    push: np.ndarray | None = None
    hoop: np.ndarray | None = None

    def drawn_by(self, strain):
        """(ne, ng, dim) s : e,k of strains (n_nodes, nc) at the nodes."""
        twice = _TWICE[self.gradient.shape[2]]
        return np.einsum("egc,c,egkn,enc->egk", self.stress, twice, self.gradient, strain[self.nodes])


def _at_nodes(field, pairs):
    """(n_nodes, nc) strains at the nodes, zero where there are none."""
    return np.nan_to_num(np.stack([field.component(f"EP{pair}") for pair in pairs], axis=-1))


def _components(field, cells, names):
    """(ne, ng, len(names)) of a field at points."""
    values, own = field.on(cells)
    return values[..., [own.index(name) for name in names]]
