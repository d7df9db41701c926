"""The words of MODI_MAILLAGE that turn cells: ORIE_PEAU, ORIE_NORM_COQUE, ORIE_LIGNE, ORIE_FISSURE (u4.23.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.commands._mesh_words import cell_groups, one_node
from pyaster_lite.concepts.mesh_joints import orient_joints
from pyaster_lite.concepts.mesh_orientation import NotOrientable, orient_line, orient_skin, orient_surface

_GROUPS = SIMP("o", typ="grma", max="**", validators=(no_repeat,))

ORIE_PEAU = FACT(max="**", GROUP_MA_PEAU=_GROUPS, GROUP_MA_INTERNE=SIMP(typ="grma", max="**", validators=(no_repeat,)))
OLD_SKINS = (
    Renamed("MODELE", None, last="8.3.5"),
    Renamed("ORIE_PEAU_2D", "ORIE_PEAU", last="15.2.17+", still=True),
    Renamed("ORIE_PEAU_3D", "ORIE_PEAU", last="15.2.17+", still=True),
    Renamed("ORIE_PEAU/GROUP_MA", "ORIE_PEAU/GROUP_MA_PEAU", last="15.2.17+", still=True),
    Renamed("ORIE_PEAU/GROUP_MA_SURF", "ORIE_PEAU/GROUP_MA_INTERNE", last="15.2.17+", still=True),
    Renamed("ORIE_PEAU/GROUP_MA_VOLU", "ORIE_PEAU/GROUP_MA_INTERNE", last="15.2.17+", still=True),
)
ORIE_FISSURE = FACT(GROUP_MA=_GROUPS)
ORIE_NORM_COQUE = FACT(
    max="**",
    GROUP_MA=_GROUPS,
    VECT_NORM=SIMP(typ="R", max=3),
    b_vect_norm=BLOC(present("VECT_NORM"), GROUP_NO=SIMP(typ="grno")),
)
ORIE_LIGNE = FACT(
    max="**",
    GROUP_MA=_GROUPS,
    VECT_TANG=SIMP(typ="R", max=3),
    b_vect_tang=BLOC(present("VECT_TANG"), GROUP_NO=SIMP("o", typ="grno")),
)


def turn_skins(args, context, mesh):
    """ORIE_PEAU: normals leave the matter behind the skin."""
    groups = cell_groups(args, "GROUP_MA_PEAU", mesh)
    inside = np.concatenate(cell_groups(args, "GROUP_MA_INTERNE", mesh)) if args.GROUP_MA_INTERNE else None
    for item, cells in enumerate(groups):
        help = None if args.GROUP_MA_INTERNE else "GROUP_MA_INTERNE says on which side the matter is"
        count, alone = _tried(args, "GROUP_MA_PEAU", item, help, orient_skin, mesh, cells, inside)
        context.say(f"{args.GROUP_MA_PEAU[item]}: {count} of {len(cells)} cells turned")
        if len(alone):
            name = args.GROUP_MA_PEAU[item]
            context.warn(args, "GROUP_MA_PEAU", f"{len(alone)} cells of {name} are the skin of nothing: they stay as they are")


def turn_joints(args, context, mesh):
    """ORIE_FISSURE: the lips of joints lie on the matter; all groups are joints together."""
    cells = np.concatenate(cell_groups(args, "GROUP_MA", mesh))
    try:
        count = orient_joints(mesh, cells)
    except NotOrientable as reason:
        raise args.wrong("GROUP_MA", str(reason)) from None
    context.say(f"{count} of {len(cells)} joint cells turned")


def turn_shells(args, context, mesh):
    """ORIE_NORM_COQUE: normals agree from cell to cell, and with VECT_NORM where it is given."""
    groups = cell_groups(args, "GROUP_MA", mesh)
    direction, node = _direction(args, context, mesh, "VECT_NORM")
    if direction is not None and node is None:
        node = int(mesh.cell_nodes(groups[0][0])[0])
    for item, cells in enumerate(groups):
        count = _tried(args, "GROUP_MA", item, None, orient_surface, mesh, cells, node, direction)
        context.say(f"{args.GROUP_MA[item]}: {count} of {len(cells)} cells turned")


def turn_lines(args, context, mesh):
    """ORIE_LIGNE: segments follow one another, along VECT_TANG where it is given."""
    direction, node = _direction(args, context, mesh, "VECT_TANG")
    for item, cells in enumerate(cell_groups(args, "GROUP_MA", mesh)):
        count = _tried(args, "GROUP_MA", item, None, orient_line, mesh, cells, node, direction)
        context.say(f"{args.GROUP_MA[item]}: {count} of {len(cells)} cells turned")


def _direction(args, context, mesh, word):
    if not args[word]:
        return None, None
    vector = np.array([*args[word], 0.0, 0.0])[:3]
    return vector, one_node(args, context, mesh, "GROUP_NO")


def _tried(args, word, item, help, turn, mesh, cells, *more):
    try:
        return turn(mesh, cells, *more)
    except NotOrientable as reason:
        raise args.wrong(word, f"group {args[word][item]}: {reason}", help, item) from None
