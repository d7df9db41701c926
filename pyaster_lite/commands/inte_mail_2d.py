"""INTE_MAIL_2D makes a path through a plane mesh: straight lines, arcs or chains of segments; up to version 13.1 (u4.81.11)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._mesh_paths import KINDS, cell_words, path_of_segments, segment_words
from pyaster_lite.commands._mesh_words import chosen_cells, one_node
from pyaster_lite.concepts.mesh_lines import NoLine, ordered_line
from pyaster_lite.concepts.mesh_path import MeshPath, Stretch


def _arc():
    places = {word: SIMP(typ="R", min=2, max=2) for word in ("CENTRE", "ORIGINE", "EXTREMITE")}
    nodes = {f"NOEUD_{word}": SIMP(typ="no") for word in ("CENTRE", "ORIG", "EXTR")}
    groups = {f"GROUP_NO_{word}": SIMP(typ="grno") for word in ("CENTRE", "ORIG", "EXTR")}
    return FACT(
        max="**",
        rules=(
            UN_PARMI("CENTRE", "NOEUD_CENTRE", "GROUP_NO_CENTRE"),
            UN_PARMI("RAYON", "ORIGINE", "NOEUD_ORIG", "GROUP_NO_ORIG"),
            UN_PARMI("RAYON", "EXTREMITE", "NOEUD_EXTR", "GROUP_NO_EXTR"),
            PRESENT_PRESENT("RAYON", "SECTEUR"),
        ),
        **places,
        **nodes,
        **groups,
        RAYON=SIMP(typ="R", val_min=0.0),
        SECTEUR=SIMP(typ="R", min=2, max=2, val_min=-180.0, val_max=180.0),
        PRECISION=SIMP(typ="R", defaut=1e-3),
        CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
    )


@operator(
    "INTE_MAIL_2D",
    produces="courbe_sdaster",
    rules=(
        PRESENT_ABSENT("TOUT", "GROUP_MA", "MAILLE"),
        AU_MOINS_UN("DEFI_SEGMENT", "DEFI_ARC", "DEFI_CHEMIN"),
        PRESENT_ABSENT("DEFI_CHEMIN", "DEFI_SEGMENT", "DEFI_ARC"),
        PRESENT_ABSENT("DEFI_SEGMENT", "NOEUD_ORIG", "GROUP_NO_ORIG"),
        PRESENT_ABSENT("DEFI_ARC", "NOEUD_ORIG", "GROUP_NO_ORIG"),
        EXCLUS("NOEUD_ORIG", "GROUP_NO_ORIG"),
    ),
    keywords=dict(
        **cell_words(),
        **segment_words(2),
        DEFI_ARC=_arc(),
        DEFI_CHEMIN=FACT(
            max="**",
            rules=UN_PARMI("MAILLE", "GROUP_MA"),
            MAILLE=SIMP(typ="ma", max="**", validators=(no_repeat,)),
            GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,)),
        ),
        NOEUD_ORIG=SIMP(typ="no"),
        GROUP_NO_ORIG=SIMP(typ="grno"),
        PRECISION=SIMP(typ="R", defaut=1e-3),
    ),
)
def inte_mail_2d(args, context):
    """The path, for POST_RELEVE_T."""
    mesh = args.MAILLAGE
    if np.ptp(mesh.coordinates[:, 2]):
        raise args.wrong("MAILLAGE", "the mesh must be in one plane z = constant")
    if args.DEFI_ARC:
        raise args.not_yet("DEFI_ARC", "pyaster-lite does not cut cells by arcs yet")
    if args.DEFI_SEGMENT:
        return path_of_segments(args, context, 2)
    args.mark_read("PRECISION", "TOUT", "GROUP_MA", "MAILLE")
    return MeshPath(mesh, [_chain(args, context, mesh)], KINDS[2])


def _chain(args, context, mesh):
    """The nodes along segments of the mesh, and beside each step the plane cells that share its segment."""
    cells = np.unique(np.concatenate([chosen_cells(level, mesh, context, everything=False) for level in args.DEFI_CHEMIN]))
    start = one_node(args, context, mesh, "GROUP_NO_ORIG", "NOEUD_ORIG")
    try:
        nodes, ordered = ordered_line(mesh, cells, start, closed=True)
    except NoLine as reason:
        raise args.not_yet("DEFI_CHEMIN", f"pyaster-lite makes a path of one simple line: {reason}") from None
    first, around = mesh.cells_of_nodes()
    plane = mesh.cell_dim() == 2
    steps = []
    for cell in ordered:
        own = mesh.cell_nodes(cell)
        both = [set(around[first[node] : first[node + 1]].tolist()) for node in own[:2]]
        steps += [[other for other in sorted(both[0] & both[1]) if plane[other]]] * (len(own) - 1)
    return Stretch(mesh.coordinates[nodes], 0.0, steps, nodes)
