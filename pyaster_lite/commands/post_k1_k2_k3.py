"""POST_K1_K2_K3: stress intensity factors from the displacements of the lips of a crack (u4.82.05)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import ORDERS_OR_MODES, orders_or_modes
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands._crack_lips import CutFront, CutLips, FreeLips, RuledLips
from pyaster_lite.commands._mesh_words import node_groups
from pyaster_lite.commands._output_orders import some_orders
from pyaster_lite.concepts.surroundings import Surroundings
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.crack_opening import factors, spread

_ENOUGH = 3
"""Points that a line from the front must have."""


@operator(
    "POST_K1_K2_K3",
    produces="table_sdaster",
    legacy=(
        Renamed("MODELISATION", None, last="13.1.7"),
        *(Renamed(word, None, last="11.1.13") for word in ("DTAN_ORIG", "DTAN_EXTR")),
        Renamed("VECT_K1", None, last="11.1.1"),
        Renamed("MAILLAGE", None, last="11.0.27"),
    ),
    rules=(UN_PARMI("FOND_FISS", "FISSURE"), EXCLUS(*ORDERS_OR_MODES)),
    keywords=dict(
        FOND_FISS=SIMP("f", typ="fond_fissure"),
        FISSURE=SIMP("f", typ="fiss_xfem"),
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli", "mode_meca")),
        MATER=SIMP("f", typ="mater_sdaster"),
        NB_NOEUD_COUPE=SIMP("f", typ="I", defaut=5, val_min=3),
        b_fond_fiss=BLOC(
            present("FOND_FISS"),
            TYPE_MAILLAGE=SIMP("f", into=("LIBRE", "REGLE"), defaut="REGLE"),
            GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
            SANS_GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
            TOUT=SIMP("f", into=("OUI",)),
            ABSC_CURV_MAXI=SIMP("f", typ="R"),
        ),
        b_fissure=BLOC(
            present("FISSURE"),
            NB_POINT_FOND=SIMP("f", typ="I", val_min=2),
            NUME_FOND=SIMP("f", typ="I", defaut=1),
            ABSC_CURV_MAXI=SIMP("f", typ="R"),
        ),
        PREC_VIS_A_VIS=SIMP("f", typ="R", defaut=0.1),
        **orders_or_modes(),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def post_k1_k2_k3(args, context):
    """A row for each storage order and point of the front, from the displacements along the line behind it."""
    result = args.RESULTAT
    orders = some_orders(args, result, context)
    crack, lips = _drawn(args, context, orders) if args.FOND_FISS is not None else _cut(args, context, orders)
    elasticity = _Elasticity(args, crack, result)
    modal = result.kind.startswith("mode_meca")
    rows = []
    for order in orders:
        for rank, i in enumerate(lips.places):
            row = {"NUME_ORDRE": order, "FREQ" if modal else "INST": result.parameter("FREQ" if modal else "INST", order)}
            row |= _place(args, crack, i, rank)
            r, above, below = lips.line(i, order)
            young, poisson, around = elasticity.at(i, order)
            row |= around
            rows.append(row | (_values(crack, i, r, above, below, young, poisson, elasticity) if len(r) >= _ENOUGH else {}))
    _fill(rows, len(crack.points) > 1)
    return Table.from_rows(rows, _types(rows, len(crack.points) > 1, modal, elasticity.parameter), title="POST_K1_K2_K3")


def _drawn(args, context, orders):
    """(front, lines behind it) of a crack that the mesh follows."""
    crack, result = args.FOND_FISS, args.RESULTAT
    if not crack.glued:
        raise args.wrong("FOND_FISS", f"the lips of {crack.name} are apart at rest: their displacements tell no stress intensity factor")
    chosen, reach = _nodes(args, crack), _reach(args, context, crack, 4.0)
    field = "HHO_DEPL" if result.has_field("HHO_DEPL", orders[0]) else "DEPL"
    free = args.TYPE_MAILLAGE == "LIBRE" and len(crack.nodes) > 1
    args.mark_read("NB_NOEUD_COUPE")
    # in the middle of a segment the axes lie between those of its ends (fonbas2.F90), which are not quite of unit length there
    axes, name = crack.axes, crack.name
    crack = replace(crack, directions=axes.directions[crack.nodes], normals=axes.normals[crack.nodes])
    crack.name = name
    return crack, (FreeLips if free else RuledLips)(args, context, crack, chosen, reach, field, orders)


def _cut(args, context, orders):
    """(front, lines behind it) of a crack of level sets."""
    if args.RESULTAT.model is None or args.FISSURE not in args.RESULTAT.model.cracks:
        raise args.wrong("FISSURE", f"{args.FISSURE.name} is not a crack of the model of {args.RESULTAT.name}")
    crack = CutFront.of(args)
    return crack, CutLips(args, context, crack, _reach(args, context, crack, 5.0), orders)


def _reach(args, context, crack, many):
    """How far behind the front displacements are read, m."""
    reach = args.ABSC_CURV_MAXI or many * float(crack.sizes.max())
    context.say(f"POST_K1_K2_K3: up to {reach:.9g} from the front")
    return reach


def _nodes(args, crack):
    """Ranks, along the front, of its nodes that are asked for; of a closed front the first one once."""
    args.mark_read("TOUT", "GROUP_NO", "SANS_GROUP_NO")
    count = len(crack.nodes) - crack.closed
    if len(crack.nodes) == 1:
        return [0]
    asked = np.ones(count, bool)
    if args.GROUP_NO:
        asked = np.isin(crack.nodes[:count], _on_front(args, "GROUP_NO", crack))
    elif args.TOUT is None and any(block.is_quadratic for block in crack.mesh.blocks):
        asked[1::2] = False
    if args.SANS_GROUP_NO:
        asked &= ~np.isin(crack.nodes[:count], _on_front(args, "SANS_GROUP_NO", crack))
    return np.flatnonzero(asked).tolist()


def _on_front(args, word, crack):
    nodes = np.concatenate(node_groups(args, word, crack.mesh))
    lost = np.setdiff1d(nodes, crack.nodes)
    if len(lost):
        raise args.wrong(word, f"node {lost[0] + 1} is not on the front of {crack.name}")
    return nodes


class _Elasticity:
    """Young's modulus and the Poisson ratio along the front.

    flat  plane stress;  parameter  TEMP or NEUT1 where they depend on it, None else
    """

    def __init__(self, args, crack, result):
        self.crack, self.result = crack, result
        word = "FOND_FISS" if args.FISSURE is None else "FISSURE"
        start, cells = crack.mesh.cells_of_nodes()
        self._cells = [cells[start[node] : start[node + 1]] for node in crack.nodes]
        model, field = result.model, result.material_field or result.stiffness.origin.material_field
        found = [(g, c) for c in self._cells[0] for g in model.groups if c in g.cells]
        solid = [(g, c) for g, c in found if g.element.dim == (2 if len(crack.points) == 1 else 3)]
        if not solid:
            raise args.wrong(word, f"no element of the model of {result.name} stands on the front")
        self.group = solid[0][0]
        self.flat = getattr(self.group.element.continuum, "flat", False)
        given = args.get("MATER")
        self.material = given or field.of_cell(int(solid[0][1]))
        self.field = field
        if "young" not in self.material.properties:
            raise args.wrong("RESULTAT", "the material about the front has no isotropic elasticity (ELAS)")
        varying = [self.material.properties[name] for name in ("young", "poisson") if callable(self.material.properties[name])]
        if varying and given is not None:
            raise args.wrong("MATER", f"{given.name} depends on what surrounds it: only a constant material can stand for another")
        functions = [self.material.laws.get("ELAS_FO", {}).get(word) for word in ("E", "NU")]
        names = {name for function in functions for name in getattr(function, "parameters", ())}
        if len(names) > 1 or not names <= {"TEMP", "NEUT1"}:
            raise args.wrong("RESULTAT", "a material may depend on TEMP or on NEUT1 here, on one of them")
        self.parameter = names.pop() if names else None
        if self.parameter and args.FISSURE is not None and crack.sides is None:
            raise args.not_yet("NB_POINT_FOND", "elasticity that varies is read at the points of the front themselves only")

    def at(self, i, order):
        """(E, nu, the column of what they depend on) at a node of the front."""
        young, poisson = (self.material.properties[name] for name in ("young", "poisson"))
        if self.parameter is None:
            return young, poisson, {}
        t = self.result.parameter("INST", order) or 0.0
        nodes = [self.crack.nodes[i]] if getattr(self.crack, "sides", None) is None else self.crack.sides[i]
        found = [self._around(node, t) for node in nodes]
        around = {name: np.mean([own[name] for own in found]) for name in found[0]}
        value = around[self.parameter]
        variables = {name: np.array([[own]]) for name, own in around.items()} | {"INST": np.array([[t]])}
        read = [float(np.ravel(p(variables))[0]) if callable(p) else p for p in (young, poisson)]
        return *read, {self.parameter: float(value)}

    def _around(self, node, t):
        """What surrounds a node of the mesh, by name."""
        group = next(g for g in self.result.model.groups if g.element.dim == self.group.element.dim and node in g.nodes)
        row, local = np.argwhere(group.nodes == node)[0]
        return {name: values[row, local] for name, values in Surroundings(self.field.variables, group, at_nodes=True)(t).items()}


def _place(args, crack, i, rank):
    """Where a row stands."""
    row = dict(zip(("COOR_X", "COOR_Y", "COOR_Z"), crack.points[i].tolist()))
    if len(crack.points) == 1:
        return row
    if args.FISSURE is not None:
        row |= {"FISSURE": crack.name, "NUME_FOND": args.NUME_FOND}
    else:
        row |= {"FOND_FISS": crack.name, "NUME_FOND": 1, "NOEUD": str(crack.nodes[i] + 1)}
    return row | {"NUM_PT": rank + 1, "ABSC_CURV": float(crack.abscissas[i])}


def _values(crack, i, r, above, below, young, poisson, elasticity):
    """K and G of a node of the front."""
    normal, direction = (v[i] / np.linalg.norm(v[i]) for v in (crack.normals, crack.directions))
    space = len(crack.points) > 1
    if not space:
        direction = np.array([normal[1], -normal[0], 0.0])
    across = np.cross(normal, direction)
    turn = np.stack([normal, direction, across / np.linalg.norm(across)])
    upper = turn @ above.T
    lower = turn @ below.T if below is not None else upper * np.array([[-1.0], [1.0], [1.0]])
    plane = 1.0 if elasticity.flat else 1.0 - poisson**2
    root = young * np.sqrt(2 * np.pi) / 8.0
    scales = np.array([root / plane, root / plane, root / (1.0 + poisson) if space else 0.0])
    compliances = np.array([plane, plane, 1.0 + poisson]) / young
    found = factors(r, upper - lower, scales, compliances)
    modes = 3 if space else 2
    errors = spread(found, modes)
    told = {"G": found[0, 6]}
    for mode in range(modes):
        told |= {f"K{mode + 1}": found[0, 2 * mode], f"ERR_K{mode + 1}": errors[mode]}
    return told


def _fill(rows, space):
    """Nodes of the front whose line is too short take the values of the nearest one that has some, at the same order."""
    names = ("G", "K1", "ERR_K1", "K2", "ERR_K2", *(("K3", "ERR_K3") if space else ()))
    for row in [row for row in rows if "K1" not in row]:
        full = [other for other in rows if other["NUME_ORDRE"] == row["NUME_ORDRE"] and "K1" in other]
        if full and space:
            nearest = min(full, key=lambda other: abs(other["ABSC_CURV"] - row["ABSC_CURV"]))
            row.update({name: nearest[name] for name in names})
        else:
            row.update(dict.fromkeys(names, 0.0))


def _types(rows, space, modal, parameter):
    names = rows[0] if rows else {}
    types = {name: "K8" for name in ("FISSURE", "FOND_FISS") if name in names} | ({"NUME_FOND": "I"} if space else {})
    types |= {"NUME_ORDRE": "I", "FREQ" if modal else "INST": "R"}
    types |= ({"NOEUD": "K8"} if "NOEUD" in names else {}) | ({"NUM_PT": "I"} if space else {})
    types |= dict.fromkeys(("COOR_X", "COOR_Y", "COOR_Z"), "R") | ({"ABSC_CURV": "R"} if space else {})
    types |= {parameter: "R"} if parameter else {}
    return types | dict.fromkeys(("G", "K1", "ERR_K1", "K2", "ERR_K2", *(("K3", "ERR_K3") if space else ())), "R")
