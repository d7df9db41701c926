"""DEFI_SQUELETTE, RECO_GLOBAL: a skeleton whose substructures share the nodes that lie on each other at their interfaces (u4.24.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_PRESENT
from pyaster_lite.concepts.mesh_building import merge_blocks
from pyaster_lite.concepts.substructuring import Skeleton

FIRST, SECOND = 1, 0
"""Which interface of a structure a group of nodes is: the second one on one side, the first on the other, as in code_aster (rec110)."""


def merging_words() -> dict:
    """RECO_GLOBAL, and the skeleton to start from; without it nothing is merged, as in code_aster."""
    return dict(
        SQUELETTE=SIMP("f", typ="squelette"),
        RECO_GLOBAL=FACT(
            "f",
            max="**",
            rules=(
                EXCLUS("TOUT", "GROUP_NO_1"),
                PRESENT_PRESENT("GROUP_NO_1", "GROUP_NO_2"),
                PRESENT_PRESENT("GROUP_NO_1", "SOUS_STRUC_1"),
                PRESENT_PRESENT("GROUP_NO_2", "SOUS_STRUC_2"),
                PRESENT_PRESENT("SOUS_STRUC_1", "SOUS_STRUC_2"),
            ),
            TOUT=SIMP("f", into=("OUI",)),
            **{f"{word}_{i}": SIMP("f", **typ) for word, typ in (("GROUP_NO", {"typ": "grno"}), ("SOUS_STRUC", {})) for i in (1, 2)},
            PRECISION=SIMP("f", typ="R", defaut=1e-3),
            CRITERE=SIMP("f", defaut="RELATIF", into=("RELATIF", "ABSOLU")),
            DIST_REFE=SIMP("f", typ="R"),
        ),
    )


def merged(args) -> Skeleton:
    """The skeleton with one node for all that are as near as RECO_GLOBAL says; what moves it is the last of them."""
    given, whole = args.SQUELETTE, args.MODELE_GENE
    if given.whole is not whole:
        raise args.wrong("SQUELETTE", f"{given.name} is not the skeleton of the substructures of {whole.name}")
    if not args.RECO_GLOBAL:
        raise args.wrong("SQUELETTE", "RECO_GLOBAL must say which nodes are shared")
    to = np.arange(given.n_nodes)
    for first, second, distance in _pairs(args, given, whole):
        gaps = np.linalg.norm(given.coordinates[first][:, None] - given.coordinates[second][None], axis=-1)
        for i, j in zip(*np.nonzero(gaps <= distance)):
            to[first[i]] = second[j]
    last = to.copy()
    while (last != to[last]).any():
        last = to[last]
    # one node takes the place of the first of those that it stands for
    _, first = np.unique(last, return_index=True)
    kept = last[np.sort(first)]
    number = np.empty(given.n_nodes, int)
    number[kept] = np.arange(len(kept))
    number = number[last]
    pieces = [(block.type, number[block.nodes], block.cells) for block in given.blocks]
    made = Skeleton(given.coordinates[kept], merge_blocks(pieces), {}, dict(given.cell_groups), cell_names=given.cell_names)
    made.whole, made.part, made.source = whole, given.part[kept], given.source[kept]
    return made


def _pairs(args, given, whole):
    """(nodes, nodes, distance) of pairs of substructures."""
    first = args.RECO_GLOBAL[0]
    if first.get("GROUP_NO_1") is None:
        for level in args.RECO_GLOBAL:
            level.mark_read("TOUT")
        names = [part.name for part in whole.parts]
        for i, one in enumerate(names):
            for other in names[i + 1 :]:
                yield _nodes(first, given, whole, one), _nodes(first, given, whole, other), _distance(first)
        return
    for level in args.RECO_GLOBAL:
        if level.get("GROUP_NO_1") is None:
            raise level.wrong("TOUT", "where one RECO_GLOBAL names groups, all of them do")
        sides = []
        for i, rank in ((1, FIRST), (2, SECOND)):
            name = level[f"SOUS_STRUC_{i}"]
            nodes = _nodes(level, given, whole, name, f"SOUS_STRUC_{i}")
            parts = whole.named(name).element.basis.interfaces.parts
            if len(parts) <= rank or parts[rank].name != level[f"GROUP_NO_{i}"]:
                raise level.wrong(f"GROUP_NO_{i}", f"this must be the interface number {rank + 1} of {name}")
            sides.append(nodes)
        yield *sides, _distance(level)


def _distance(level):
    if level.DIST_REFE is None:
        raise level.wrong("DIST_REFE", "the distance that nodes are compared with is needed")
    return level.DIST_REFE * (level.PRECISION if level.CRITERE == "RELATIF" else 1.0)


def _nodes(level, given, whole, name, word=None):
    """The nodes of the skeleton at the interfaces of a substructure."""
    part = whole.named(name)
    if part is None:
        raise level.wrong(word, f"{whole.name} has no substructure {name}")
    own = np.unique(np.concatenate([interface.nodes for interface in part.element.basis.interfaces.parts]))
    here = given.part == next(i for i, other in enumerate(whole.parts) if other.name == name)
    return np.flatnonzero(here & np.isin(given.source, own))
