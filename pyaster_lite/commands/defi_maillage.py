"""DEFI_MAILLAGE: a mesh whose cells are substructures condensed on their nodes (u4.23.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE, UN_PARMI
from pyaster_lite.commands._super_mesh import Placed, glued_by_groups, glued_everywhere, group_names, node_names
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.modal_cells import ModalPlaces, NoPlaces
from pyaster_lite.concepts.super_cells import SuperCell
from pyaster_lite.fe.substructures import placed


def _nearness():
    return dict(CRITERE=SIMP("f", defaut="RELATIF", into=("RELATIF", "ABSOLU")), PRECISION=SIMP("f", typ="R", defaut=1e-3))


@operator(
    "DEFI_MAILLAGE",
    produces="maillage_sdaster",
    keywords=dict(
        DEFI_SUPER_MAILLE=FACT(
            "o",
            max="**",
            MACR_ELEM=SIMP("o", typ=("macr_elem_stat", "macr_elem_dyna"), max="**"),
            SUPER_MAILLE=SIMP("f", max="**"),
            TRAN=SIMP("f", typ="R", max=3),
            ANGL_NAUT=SIMP("f", typ="R", max=3),
            b_angl_naut=BLOC(present("ANGL_NAUT"), CENTRE=SIMP("f", typ="R", max=3)),
        ),
        RECO_GLOBAL=FACT(
            "f",
            rules=(UN_PARMI("TOUT", "SUPER_MAILLE"),),
            TOUT=SIMP("f", into=("OUI",)),
            SUPER_MAILLE=SIMP("f", max="**"),
            **_nearness(),
        ),
        RECO_SUPER_MAILLE=FACT(
            "f",
            max="**",
            SUPER_MAILLE=SIMP("o", max="**"),
            GROUP_NO=SIMP("o", max="**"),
            OPTION=SIMP("f", defaut="GEOMETRIQUE", into=("GEOMETRIQUE", "NOEUD_A_NOEUD", "INVERSE")),
            b_geometrique=BLOC(equal("OPTION", "GEOMETRIQUE"), **_nearness()),
        ),
        DEFI_NOEUD=FACT(
            "f",
            max="**",
            rules=(UN_PARMI("TOUT", "NOEUD_INIT"),),
            TOUT=SIMP("f", into=("OUI",)),
            NOEUD_INIT=SIMP("f"),
            b_tout=BLOC(present("TOUT"), PREFIXE=SIMP("f"), INDEX=SIMP("o", typ="I", min=4, max=4)),
            b_noeud_init=BLOC(present("NOEUD_INIT"), SUPER_MAILLE=SIMP("o"), NOEUD_FIN=SIMP("o")),
        ),
        DEFI_GROUP_NO=FACT(
            "f",
            max="**",
            rules=(UN_PARMI("TOUT", "SUPER_MAILLE"), AU_MOINS_UN("INDEX", "GROUP_NO_FIN"), ENSEMBLE("GROUP_NO_INIT", "GROUP_NO_FIN")),
            TOUT=SIMP("f", into=("OUI",)),
            SUPER_MAILLE=SIMP("f"),
            GROUP_NO_INIT=SIMP("f"),
            PREFIXE=SIMP("f"),
            INDEX=SIMP("f", typ="I", min=4, max=4),
            GROUP_NO_FIN=SIMP("f"),
        ),
    ),
)
def defi_maillage(args, context):
    """The exterior nodes of each substructure where it stands; nodes that are found to be the same are one."""
    cells = _placed(args)
    points = np.concatenate([cell.points for cell in cells.values()])
    same = np.arange(len(points))
    for level in args.RECO_SUPER_MAILLE:
        glued_by_groups(level, context, cells, points, same)
    if args.RECO_GLOBAL is not None:
        glued_everywhere(args.RECO_GLOBAL, cells, points, same)
    while (same[same] != same).any():
        same = same[same]
    kept = same == np.arange(len(points))
    number = (np.cumsum(kept) - 1)[same]
    names = node_names(args.DEFI_NOEUD, context, cells, same)
    names = [name or f"N{i + 1}" for i, name in enumerate(name for name, own in zip(names, kept) if own)]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise args.wrong("DEFI_NOEUD", f"two nodes are called {twice}")
    dimension = max(cell.macro.mesh.space_dimension for cell in cells.values())
    groups = {name: number[nodes] for name, nodes in group_names(args.DEFI_GROUP_NO, context, cells).items()}
    mesh = Mesh(points[kept], [], groups, space_dimension=dimension, node_names=names)
    mesh.own_names = True
    for name, cell in cells.items():
        mesh.super_cells[name] = SuperCell(name, cell.macro, number[cell.start + np.arange(len(cell.points))], cell.rotation)
    return mesh


def _placed(args):
    """The substructures by name, in the order of the deck."""
    cells, start = {}, 0
    for level in args.DEFI_SUPER_MAILLE:
        names = level.SUPER_MAILLE or tuple(macro.name for macro in level.MACR_ELEM)
        if len(names) != len(level.MACR_ELEM):
            raise level.wrong("SUPER_MAILLE", f"{len(level.MACR_ELEM)} super-elements are given, and {len(names)} names")
        move, angles, centre = (np.array((*(level.get(word) or ()), 0.0, 0.0, 0.0)[:3]) for word in ("TRAN", "ANGL_NAUT", "CENTRE"))
        rotation = placed(angles)
        for name, macro in zip(names, level.MACR_ELEM):
            if macro.kind == "macr_elem_dyna":
                macro = _standing(level, macro, rotation)
            if name in cells:
                raise level.wrong("SUPER_MAILLE", f"two super-cells are called {name}")
            points = (macro.mesh.coordinates[macro.exterior] - centre) @ rotation.T + centre + move
            cells[name.strip()] = Placed(macro, points, rotation, start)
            start += len(points)
    return cells


def _standing(level, macro, rotation):
    """A substructure reduced to modes, its coordinates at its nodes."""
    if not np.array_equal(rotation, np.eye(3)):
        raise level.not_yet("ANGL_NAUT", "substructures reduced to modes cannot be turned yet")
    try:
        return ModalPlaces(macro, macro.avoided, macro.given).stood()
    except NoPlaces as failure:
        raise level.wrong("MACR_ELEM", str(failure)) from None
