"""DEFI_FOND_FISS: the front of a meshed crack and its lips (u4.82.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Given, Old, Renamed
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.versions import version
from pyaster_lite.commands._mesh_words import cell_groups, node_groups, one_node
from pyaster_lite.concepts.crack import Crack
from pyaster_lite.concepts.crack_front import FrontAxes, NoFront, nodes_across
from pyaster_lite.concepts.mesh_lines import NoLine, ordered_line

NAMED = version("14.3.2")
"""Since then the upper lip is named always, and a front in space is told by its segments."""
_LIP = SIMP("o", typ="grma", max="**", validators=(no_repeat,))


@operator(
    "DEFI_FOND_FISS",
    produces="fond_fissure",
    early=True,
    legacy=(
        Renamed("DTAN_ORIG", "FOND_FISS/DTAN_ORIG", last="11.0.11"),
        Renamed("DTAN_EXTR", "FOND_FISS/DTAN_EXTR", last="11.0.11"),
        Given("SYME", "NON", last="14.2.10"),
        Old("FOND_FISS/DTAN_ORIG", "the direction that the cells tell", "15.2.17+"),
        Old("FOND_FISS/DTAN_EXTR", "the direction that the cells tell", "15.2.17+"),
    ),
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        FOND_FISS=FACT(
            "o",
            rules=UN_PARMI("GROUP_NO", "GROUP_MA"),
            TYPE_FOND=SIMP("f", into=("OUVERT", "FERME"), defaut="OUVERT"),
            GROUP_NO=SIMP("f", typ="grno", max="**"),
            GROUP_MA=SIMP("f", typ="grma"),
            DTAN_ORIG=SIMP("f", typ="R", min=3, max=3),
            DTAN_EXTR=SIMP("f", typ="R", min=3, max=3),
            b_grma=BLOC(
                present("GROUP_MA"),
                GROUP_NO_ORIG=SIMP("f", typ="grno"),
                b_ordo=BLOC(equal("TYPE_FOND", "OUVERT") & present("GROUP_NO_ORIG"), GROUP_NO_EXTR=SIMP("f", typ="grno")),
                b_ordo_ferme=BLOC(equal("TYPE_FOND", "FERME") & present("GROUP_NO_ORIG"), GROUP_MA_ORIG=SIMP("f", typ="grma")),
            ),
        ),
        SYME=SIMP("o", into=("OUI", "NON")),
        LEVRE_SUP=FACT("f", GROUP_MA=_LIP),
        b_levre_inf=BLOC(equal("SYME", "NON"), LEVRE_INF=FACT("f", GROUP_MA=_LIP)),
        CONFIG_INIT=SIMP("f", into=("COLLEE", "DECOLLEE"), defaut="COLLEE"),
        b_decolle=BLOC(equal("CONFIG_INIT", "DECOLLEE"), NORMALE=SIMP("o", typ="R", max=3)),
        b_collee=BLOC(equal("CONFIG_INIT", "COLLEE"), NORMALE=SIMP("f", typ="R", max=3)),
        PREC_NORM=SIMP("f", typ="R", defaut=0.1),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_fond_fiss(args, context):
    """The nodes of the front in order, the axes along it, and the nodes of the lips across it."""
    mesh, symmetric, glued = args.MAILLAGE, args.SYME == "OUI", args.CONFIG_INIT == "COLLEE"
    front = args.FOND_FISS
    closed = front.TYPE_FOND == "FERME"
    nodes, quadratic = _front(args, context, mesh, closed)
    upper = _upper(args, context, mesh, nodes)
    lower = np.empty(0, int) if symmetric or args.get("LEVRE_INF") is None else _lip(args.LEVRE_INF, mesh, nodes)
    if len(both := np.intersect1d(upper, lower)):
        raise args.LEVRE_INF.wrong("GROUP_MA", f"the cell {both[0] + 1} is in both lips")
    normal = _three(args) if args.get("NORMALE") is not None else None
    if glued and normal is not None and (len(nodes) > 1 or len(upper)):
        raise args.wrong("NORMALE", "beside lips or a front in space the normal goes with CONFIG_INIT='DECOLLEE'")
    try:
        directions, normals, sizes = FrontAxes(mesh, nodes, quadratic, closed, symmetric, upper, normal).find()
    except NoFront as why:
        raise args.wrong("FOND_FISS", str(why)) from None
    for word, at in (("DTAN_ORIG", 0), ("DTAN_EXTR", -1)):
        if front.get(word) is not None:
            directions[at] = np.asarray(front[word]) / np.linalg.norm(front[word])
    crack = Crack(mesh, nodes, quadratic, closed, symmetric, glued, upper, lower, directions, normals, sizes)
    lower_level = None if symmetric else args.get("LEVRE_INF")
    crack.lips = args.LEVRE_SUP.GROUP_MA[0] if len(upper) else "", "" if lower_level is None else lower_level.GROUP_MA[0]
    precision = args.PREC_NORM
    if glued and len(upper):
        _find_rows(crack, precision)
    return crack


def _find_rows(crack, precision):
    """The nodes of the lips across each node of the front; where one lip has none, the other's do not count either."""
    lips = (crack.upper, crack.lower) if len(crack.lower) else (crack.upper,)
    rows = [nodes_across(crack.mesh, crack.nodes, crack.closed, crack.directions, crack.normals, lip, precision) for lip in lips]
    for i in range(len(rows[0])):
        if not all(len(lip[i]) for lip in rows):
            for lip in rows:
                lip[i] = np.empty(0, int)
    crack.rows_above, crack.rows_below = rows[0], rows[1] if len(rows) > 1 else []


def _before(context, change):
    return context.time is not None and context.time < change


def _upper(args, context, mesh, nodes):
    """The cells of the upper lip; in the plane the sides of the cells tell where the crack is, so that older decks did not name any."""
    if args.LEVRE_SUP is not None:
        return _lip(args.LEVRE_SUP, mesh, nodes)
    if not _before(context, NAMED) or len(nodes) > 1 or args.SYME == "OUI":
        raise args.wrong(None, "DEFI_FOND_FISS needs the keyword LEVRE_SUP", code="C002")
    return np.empty(0, int)


def _front(args, context, mesh, closed):
    """(nodes, whether the middles of segments are among them)."""
    front = args.FOND_FISS
    if front.GROUP_NO is not None:
        nodes = np.concatenate(node_groups(front, "GROUP_NO", mesh))
        if mesh.dimension == 3 and not _before(context, NAMED):
            raise front.wrong("GROUP_NO", "in space the front is a line: GROUP_MA gives it")
        if mesh.dimension == 2 and closed:
            raise front.wrong("TYPE_FOND", "a closed front is a line: GROUP_MA gives it")
        return (nodes[:1], False) if mesh.dimension == 2 else _row(args, mesh, nodes, closed)
    if mesh.dimension == 2:
        raise front.wrong("GROUP_MA", "in the plane the front is a node: GROUP_NO gives it")
    (cells,) = cell_groups(front, "GROUP_MA", mesh)
    start, end = one_node(front, context, mesh, "GROUP_NO_ORIG"), one_node(front, context, mesh, "GROUP_NO_EXTR")
    if closed:
        if not front.get("GROUP_MA_ORIG"):
            raise front.wrong(None, "a closed front starts with GROUP_NO_ORIG and goes on along GROUP_MA_ORIG")
        first = cell_groups(front, "GROUP_MA_ORIG", mesh)[0][0]
        if first not in cells or start not in mesh.cell_nodes(first)[:2]:
            raise front.wrong("GROUP_MA_ORIG", "the cell to start with is not on the front, or does not hold the node to start from")
        cells = np.concatenate([[first], cells[cells != first]])
    try:
        nodes, cells = ordered_line(mesh, cells, start, end, closed)
    except NoLine as why:
        raise front.wrong("GROUP_MA", str(why)) from None
    kind = mesh.cell_type(cells[0])
    if kind == "SEG4":
        raise front.wrong("GROUP_MA", "a front of segments of four nodes is not possible")
    return nodes, kind == "SEG3"


def _row(args, mesh, nodes, closed):
    """A front in space by its nodes in order, as older decks could tell it."""
    if args.LEVRE_SUP is None or len(nodes) < 2:
        raise args.FOND_FISS.wrong("GROUP_NO", "a front in space has two nodes at least, and a lip")
    if closed and nodes[0] != nodes[-1]:
        nodes = np.append(nodes, nodes[0])
    lip = cell_groups(args.LEVRE_SUP, "GROUP_MA", mesh)[0]
    return nodes, mesh.cell_type(int(lip[0])) not in ("TRIA3", "QUAD4")


def _lip(lip, mesh, nodes):
    """The cells of a lip, which must be sides of cells and reach every node of the front."""
    cells = np.concatenate(cell_groups(lip, "GROUP_MA", mesh))
    wanted = 1 if len(nodes) == 1 else 2
    if (mesh.cell_dim(cells) != wanted).any():
        kinds = "segments" if wanted == 1 else "triangles and quadrangles"
        raise lip.wrong("GROUP_MA", f"a lip is made of {kinds}")
    if len(np.unique(cells)) < len(cells):
        raise lip.wrong("GROUP_MA", "a cell is in the lip twice")
    lost = np.setdiff1d(nodes, mesh.nodes_of_cells(cells))
    if wanted == 2 and len(lost):
        raise lip.wrong("GROUP_MA", f"the lip does not reach node {lost[0] + 1} of the front")
    return cells


def _three(args):
    normal = np.zeros(3)
    normal[: len(args.NORMALE)] = args.NORMALE
    if not normal.any():
        raise args.wrong("NORMALE", "a normal cannot be the zero vector")
    return normal
