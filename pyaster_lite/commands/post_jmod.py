"""POST_JMOD: the integral J of a crack in space, tube by tube along its front (post_jmod_ops).

    J = int s_ij u_i,k q_k,j - W div q dV,   and with strains that were there before  + int s : e0,k q_k dV

where q is what moves the tube of a node of the front so that the area of the crack grows by one (twice that in a symmetric mesh), and W
the work of the stresses along the path of the strains, or s : (e - e0) / 2.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._derived_fields import Derivation
from pyaster_lite.commands._front_tubes import FrontTubes
from pyaster_lite.commands._mesh_words import node_groups
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.field_places import moved
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.solid import Solid

_PAIRS = ("XX", "YY", "ZZ", "XY", "XZ", "YZ")
_SYMMETRIC = np.array([[0, 3, 4], [3, 1, 5], [4, 5, 2]])
_COLUMNS = {
    "FOND_FISS": "K8", "NUME_FOND": "I", "INST": "R", "NUME_ORDRE": "I", "NOEUD_FOND": "K8", "NUM_PT": "I", "VOLUME": "R",
    "NB_COUCHES": "I", "J": "R",
}  # fmt: skip


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
    crack = args.FOND_FISS
    if len(crack.nodes) == 1:
        raise args.not_yet("FOND_FISS", "J of a crack in the plane is not there yet by POST_JMOD")
    for word, rows in (("LEVRE_SUP", crack.rows_above), ("LEVRE_INF", crack.rows_below))[: 1 if crack.symmetric else 2]:
        if not any(len(row) for row in rows):
            raise args.wrong("FOND_FISS", f"{crack.name} has no lines of nodes across its front on {word}")
    if (10 if crack.quadratic else 20) <= args.NB_COUCHES:
        raise args.wrong("NB_COUCHES", f"there are {'nine' if crack.quadratic else 'nineteen'} rings at the most")
    tubes = FrontTubes(crack, args.NB_COUCHES)
    directions, share = tubes.directions(), 2.0 if crack.symmetric else 1.0
    chosen = _chosen(args, tubes)
    moves = {i: share * directions[i] / tubes.growth(i, directions[i]) for i in chosen}
    integral, rows = _Integral(args, args.RESULTAT, tubes), []
    for order in _orders(args):
        integral.go_to(order)
        for i in chosen:
            row = {"FOND_FISS": crack.name, "NUME_FOND": 1, "INST": args.RESULTAT.parameter("INST", order), "NUME_ORDRE": order}
            row |= {"NOEUD_FOND": crack.mesh.node_names[tubes.nodes[i]], "NUM_PT": i + 1, "NB_COUCHES": args.NB_COUCHES}
            rows.append(row | {"VOLUME": integral.volume, "J": integral.value(tubes.tubes[i], moves[i])})
    return Table.from_rows(rows, _COLUMNS, title=args.TITRE)


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
    """The integral over the cells that the tubes touch.

    volume  of these cells, m3
    """

    def __init__(self, args, result, tubes):
        self._args, self._result, self._mesh = args, result, tubes.mesh
        model = result.model
        data = model.data(result.material_field, result.characteristics)
        self._fields = Derivation(args, result, model, data)
        self._parts = []
        for group, own in zip(model.groups, data):
            rows = np.flatnonzero(np.isin(group.cells, tubes.cells))
            if not len(rows):
                continue
            if not isinstance(group.element, Solid) or group.element.dim != 3:
                raise args.wrong("RESULTAT", "J is told of solids in space")
            gradient, functions, _, weight = group.element.geometry(own.subset(rows))
            self._parts.append((group, rows, group.nodes[rows], gradient, functions, weight))
        self.volume = sum(float(weight.sum()) for *_, weight in self._parts)
        self._before = self._earlier(model)

    def _earlier(self, model):
        """(strains at points, their means at the nodes) that were there before, None where none are told."""
        if self._args.ETAT_INIT is None:
            return None
        given = self._args.ETAT_INIT.EPSI
        at_points = moved(given, "ELGA", model) if isinstance(given, NodeField) else given
        return at_points, moved(at_points, "NOEU", model)

    def go_to(self, order):
        """Read what is there at a storage order."""
        stress = self._fields.field("SIEF_ELGA", order)
        displacement = self._result.field("DEPL", order)
        u = np.stack([displacement.component(axis) for axis in ("DX", "DY", "DZ")], axis=-1)
        names = [f"SI{pair}" for pair in _PAIRS], [f"EP{pair}" for pair in _PAIRS]
        work = self._fields.field("EPSI_ELGA" if self._before else "ETOT_ELGA", order)
        self._state = []
        for group, rows, nodes, gradient, functions, weight in self._parts:
            cells = group.cells[rows]
            s = _components(stress, cells, names[0])
            slope = np.einsum("egkn,eni->egik", gradient, u[nodes])
            if self._before is None:
                energy, force = _components(work, cells, ["TOTALE"])[..., 0], None
            else:
                strain = _components(work, cells, names[1]) - _components(self._before[0], cells, names[1])
                twice = np.array([1.0, 1.0, 1.0, 2.0, 2.0, 2.0])
                energy = 0.5 * (s * strain * twice).sum(axis=-1)
                earlier = np.stack([self._before[1].component(name) for name in names[1]], axis=-1)[nodes]
                force = np.einsum("egc,c,egkn,enc->egk", s, twice, gradient, earlier)
            self._state.append((nodes, gradient, functions, weight, np.einsum("egij,egik->egkj", s[..., _SYMMETRIC], slope), energy, force))

    def value(self, tube, move) -> float:
        """J as the nodes of a tube move by `move` (3,)."""
        q, total = np.zeros((self._mesh.n_nodes, 3)), 0.0
        q[tube] = move
        for nodes, gradient, functions, weight, pulled, energy, force in self._state:
            slope = np.einsum("egjn,enk->egkj", gradient, q[nodes])
            released = (pulled * slope).sum(axis=(-2, -1)) - energy * np.einsum("egkk->eg", slope)
            if force is not None:
                released = released + np.einsum("egk,gn,enk->eg", force, functions, q[nodes])
            total += float((weight * released).sum())
        return total


def _components(field, cells, names):
    """(ne, ng, len(names)) of a field at points."""
    values, own = field.on(cells)
    return values[..., [own.index(name) for name in names]]
