"""MODI_MAILLAGE: turning cells and moving nodes of a mesh, in place (u4.23.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, UN_PARMI
from pyaster_lite.commands import _mesh_orientation as orientation
from pyaster_lite.commands._mesh_words import cell_groups, chosen_cells, node_groups, one_node
from pyaster_lite.concepts import mesh_motion as motion
from pyaster_lite.concepts.mesh_lines import NoLine, curvilinear_abscissa

_POINT = SIMP(typ="R", min=2, max=3)
_POINT_NEEDED = SIMP("o", typ="R", min=2, max=3)
_TOPOLOGY = ("ORIE_FISSURE", "DEFORME", "ORIE_PEAU", "ORIE_NORM_COQUE", "MODI_MAILLE", "ORIE_LIGNE")
_MOTIONS = ("TRANSLATION", "ROTATION", "MODI_BASE", "ECHELLE", "SYMETRIE")


@operator(
    "MODI_MAILLAGE",
    produces="maillage_sdaster",
    early=True,
    moves=True,
    reuse="MAILLAGE",
    modifies=("MAILLAGE",),
    legacy=(*orientation.OLD_SKINS, Renamed("ROTATION/ANGL", "ROTATION/ANGLE", last="11.3.17")),
    rules=(
        AU_MOINS_UN(*_TOPOLOGY, *_MOTIONS, "ABSC_CURV"),
        EXCLUS(*_TOPOLOGY),
        EXCLUS("ROTATION", "MODI_BASE"),
        *(EXCLUS("SYMETRIE", other) for other in ("ROTATION", "TRANSLATION", "MODI_BASE", "ECHELLE")),
    ),
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        DEFORME=FACT(
            rules=UN_PARMI("DEPL", "ALEA"), OPTION=SIMP("o", into=("TRAN",)), DEPL=SIMP(typ="cham_no_sdaster"), ALEA=SIMP(typ="R")
        ),
        ORIE_FISSURE=orientation.ORIE_FISSURE,
        ORIE_PEAU=orientation.ORIE_PEAU,
        ORIE_NORM_COQUE=orientation.ORIE_NORM_COQUE,
        ORIE_LIGNE=orientation.ORIE_LIGNE,
        MODI_MAILLE=FACT(
            rules=AU_MOINS_UN("GROUP_MA_FOND", "GROUP_NO_FOND"),
            OPTION=SIMP("o", into=("NOEUD_QUART",)),
            GROUP_MA_FOND=SIMP(typ="grma"),
            GROUP_NO_FOND=SIMP(typ="grno"),
        ),
        MODI_BASE=FACT(VECT_X=_POINT_NEEDED, VECT_Y=_POINT),
        ECHELLE=SIMP(typ="R"),
        TRANSLATION=_POINT,
        ROTATION=FACT(
            max="**", rules=EXCLUS("DIR", "POIN_2"), POIN_1=_POINT_NEEDED, ANGLE=SIMP(typ="R", defaut=0.0), POIN_2=_POINT, DIR=_POINT
        ),
        SYMETRIE=FACT(POINT=_POINT_NEEDED, AXE_1=_POINT_NEEDED, AXE_2=SIMP(typ="R", min=3, max=3)),
        ABSC_CURV=FACT(
            rules=UN_PARMI("TOUT", "GROUP_MA"),
            TOUT=SIMP(into=("OUI",)),
            GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,)),
            GROUP_NO_ORIG=SIMP("o", typ="grno"),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def modi_maillage(args, context):
    """Apply what is asked in code_aster's fixed order, whatever the order in the deck."""
    mesh = args.MAILLAGE
    if "ORIE_FISSURE" in args:
        orientation.turn_joints(args.ORIE_FISSURE, context, mesh)
    moves = (_quarter_nodes, _deform, _translate, _change_axes, _rotate, _mirror, _scale)
    words = ("MODI_MAILLE", "DEFORME", "TRANSLATION", "MODI_BASE", "ROTATION", "SYMETRIE", "ECHELLE")
    for word, move in zip(words, moves):
        if word in args:
            move(args, context, mesh)
    for occurrence in args.ORIE_NORM_COQUE:
        orientation.turn_shells(occurrence, context, mesh)
    for occurrence in args.ORIE_PEAU:
        orientation.turn_skins(occurrence, context, mesh)
    for occurrence in args.ORIE_LIGNE:
        orientation.turn_lines(occurrence, context, mesh)
    if "ABSC_CURV" in args:
        _abscissa(args.ABSC_CURV, context, mesh)
    return mesh


def _quarter_nodes(args, context, mesh):
    """NOEUD_QUART: middles of the edges that start at a crack front go to the quarter (Barsoum's elements)."""
    words = args.MODI_MAILLE
    words.mark_read("OPTION")
    moved = 0
    if words.GROUP_MA_FOND:
        (cells,) = cell_groups(words, "GROUP_MA_FOND", mesh)
        if mesh.space_dimension == 2:
            raise words.wrong("GROUP_MA_FOND", "in a plane mesh the front is a node: use GROUP_NO_FOND")
        if not set(mesh.cell_type(cells)) <= {"SEG3", "POI1"}:
            raise words.wrong("GROUP_MA_FOND", "a crack front is made of SEG3 or POI1")
        moved += _to_quarter(mesh, [tuple(mesh.cell_nodes(cell)[:2].tolist()) for cell in cells])
    if words.GROUP_NO_FOND:
        (nodes,) = node_groups(words, "GROUP_NO_FOND", mesh)
        if mesh.space_dimension == 2 and len(nodes) > 1:
            raise words.wrong("GROUP_NO_FOND", f"in a plane mesh the front is one node, not {len(nodes)}")
        if mesh.space_dimension == 3 and len(nodes) < 2:
            raise words.wrong("GROUP_NO_FOND", "in space the front has at least two nodes")
        moved += _to_quarter(mesh, [(node,) for node in nodes.tolist()], keep=nodes)
    if not moved:
        raise words.wrong(None, "no quadratic cell has a vertex on this front")
    context.say(f"{moved} middle nodes moved to the quarter")


def _to_quarter(mesh, front, keep=()):
    """Move middles, those in `keep` (middles of the front itself) left out; returns how many."""
    edges = motion.quarter_edges(mesh, front)
    edges = edges[~np.isin(edges[:, 2], keep)]
    near, far, middle = edges.T
    mesh.coordinates[middle] = mesh.coordinates[near] + 0.25 * (mesh.coordinates[far] - mesh.coordinates[near])
    return len(edges)


def _deform(args, context, mesh):
    words = args.DEFORME
    words.mark_read("OPTION")
    if words.ALEA is not None:
        mesh.coordinates[:] = motion.shaken(mesh.coordinates, words.ALEA)
        return
    field = words.DEPL
    if field.mesh is not mesh:
        raise words.wrong("DEPL", f"{field.name} stands on another mesh than {mesh.name}")
    if not field.quantity.startswith("DEPL"):
        raise words.wrong("DEPL", f"{field.name} is no field of displacements but {field.quantity}")
    for axis, component in enumerate(("DX", "DY", "DZ")):
        if component in field.components:
            mesh.coordinates[:, axis] += np.nan_to_num(field.component(component))


def _translate(args, context, mesh):
    mesh.coordinates[:] += _three(args.TRANSLATION)


def _change_axes(args, context, mesh):
    words = args.MODI_BASE
    x = _unit(words, "VECT_X")
    if len(words.VECT_X) == 2:
        y = np.array([-x[1], x[0], 0.0])
    elif not words.VECT_Y:
        raise words.wrong("VECT_X", "in space VECT_Y is needed too")
    else:
        y = _unit(words, "VECT_Y")
        if abs(np.dot(words.VECT_X, words.VECT_Y)) >= 1e-14:
            raise words.wrong("VECT_Y", "VECT_X and VECT_Y must be orthogonal")
    axes = np.array([x, y, np.cross(x, y)])
    mesh.coordinates[:] = mesh.coordinates @ axes.T


def _rotate(args, context, mesh):
    for words in args.ROTATION:
        point = _three(words.POIN_1)
        if len(words.POIN_1) == 2:
            axis = np.array([0.0, 0.0, 1.0])
        elif words.POIN_2:
            axis = _normalised(words, "POIN_2", _three(words.POIN_2) - point)
        elif words.DIR:
            axis = _unit(words, "DIR")
        else:
            raise words.wrong("POIN_1", "in space POIN_2 or DIR is needed too")
        mesh.coordinates[:] = motion.rotated(mesh.coordinates, point, axis, np.radians(words.ANGLE))


def _mirror(args, context, mesh):
    words = args.SYMETRIE
    if len(words.AXE_1) != len(words.POINT):
        raise words.wrong("AXE_1", "POINT and AXE_1 must have as many values")
    if len(words.POINT) == 2:
        if words.AXE_2:
            context.warn(words, "AXE_2", "AXE_2 is not used in the plane")
        x, y = words.AXE_1
        normal = np.array([-y, x, 0.0])
    elif not words.AXE_2:
        raise words.wrong("POINT", "in space AXE_2 is needed too")
    else:
        normal = np.cross(words.AXE_1, words.AXE_2)
    mesh.coordinates[:] = motion.mirrored(mesh.coordinates, _three(words.POINT), _normalised(words, "AXE_1", normal))


def _scale(args, context, mesh):
    mesh.coordinates[:] *= args.ECHELLE


def _abscissa(words, context, mesh):
    cells = chosen_cells(words, mesh, context)
    if (mesh.cell_dim(cells) > 1).any():
        raise words.wrong("GROUP_MA" if words.GROUP_MA else "TOUT", "a line is made of segments and of cells of one node")
    origin = one_node(words, context, mesh, "GROUP_NO_ORIG")
    try:
        mesh.abscissa = curvilinear_abscissa(mesh, cells, origin)
    except NoLine as reason:
        raise words.wrong("GROUP_MA" if words.GROUP_MA else "TOUT", str(reason)) from None


def _three(values):
    return np.array([*values, 0.0])[:3]


def _unit(words, word):
    return _normalised(words, word, _three(words[word]))


def _normalised(words, word, vector):
    length = np.linalg.norm(vector)
    if length < 1e-14:
        raise words.wrong(word, "the direction is the zero vector")
    return vector / length
