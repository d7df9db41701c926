"""CREA_MAILLAGE/DECOUPE_LAC: the slave side of contact cut into patches, for ALGO_CONT='LAC' (u4.23.02)."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.commands._mesh_words import cell_groups
from pyaster_lite.concepts.mesh_patches import NoPatch, patched

DECOUPE_LAC = FACT(
    GROUP_MA_ESCL=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
    DECOUPE_HEXA=SIMP("f", into=("PYRA", "HEXA"), defaut="PYRA"),
)


def cut_patches(args, context, mesh):
    """The mesh with every group of GROUP_MA_ESCL cut into patches, and the cells behind it."""
    cell_groups(args, "GROUP_MA_ESCL", mesh)
    try:
        result = patched(mesh, [name.strip() for name in args.GROUP_MA_ESCL], args.DECOUPE_HEXA == "HEXA")
    except NoPatch as reason:
        raise args.wrong("GROUP_MA_ESCL", str(reason)) from None
    context.say(f"{len(result.patches.nodes)} patches")
    return result
