"""DEFI_GROUP: groups of nodes and of cells added to a mesh, or removed from it (u4.22.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.commands._group_cells import CREA_GROUP_MA, make_cell_group
from pyaster_lite.commands._group_nodes import CREA_GROUP_NO, make_node_groups

_REMOVED = FACT(max="**", NOM=SIMP("o", max="**", validators=(no_repeat,)))


@operator(
    "DEFI_GROUP",
    produces="maillage_sdaster",
    early=True,
    reuse="MAILLAGE|GRILLE",
    modifies=("MAILLAGE", "GRILLE"),
    rules=(
        UN_PARMI("MAILLAGE", "GRILLE"),
        AU_MOINS_UN("CREA_GROUP_MA", "CREA_GROUP_NO", "DETR_GROUP_NO", "DETR_GROUP_MA"),
    ),
    keywords=dict(
        MAILLAGE=SIMP("f", typ="maillage_sdaster"),
        GRILLE=SIMP("f", typ="maillage_sdaster"),
        DETR_GROUP_MA=_REMOVED,
        DETR_GROUP_NO=_REMOVED,
        CREA_GROUP_MA=CREA_GROUP_MA,
        CREA_GROUP_NO=CREA_GROUP_NO,
        ALARME=SIMP(into=("OUI", "NON"), defaut="OUI"),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_group(args, context):
    """Remove first, then groups of cells in their order, then groups of nodes: each may use what came before it."""
    mesh = args.get("MAILLAGE") or args.GRILLE
    for words, groups in ((args.DETR_GROUP_MA, mesh.cell_groups), (args.DETR_GROUP_NO, mesh.node_groups)):
        for occurrence in words:
            for name in occurrence.NOM:
                groups.pop(name, None)
    alarm = args.ALARME == "OUI"
    for occurrence in args.CREA_GROUP_MA:
        make_cell_group(occurrence, context, mesh, alarm)
    for occurrence in args.CREA_GROUP_NO:
        make_node_groups(occurrence, context, mesh, alarm)
    return mesh
