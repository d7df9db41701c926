"""DEFI_SQUELETTE: the mesh on which linked substructures are shown (u4.24.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._cyclic_sectors import cyclic_mesh_words, cyclic_skeleton
from pyaster_lite.commands._merged_skeleton import merged, merging_words
from pyaster_lite.concepts.mesh_building import merge_blocks
from pyaster_lite.concepts.substructuring import Skeleton


@operator(
    "DEFI_SQUELETTE",
    produces="squelette",
    rules=(
        UN_PARMI("CYCLIQUE", "MODELE_GENE"),
        PRESENT_PRESENT("CYCLIQUE", "SECTEUR"),
        UN_PARMI("CYCLIQUE", "SQUELETTE", "SOUS_STRUC"),
        PRESENT_PRESENT("SQUELETTE", "MODELE_GENE"),
        EXCLUS("SOUS_STRUC", "SECTEUR"),
    ),
    keywords=dict(
        MODELE_GENE=SIMP("f", typ="modele_gene"),
        **cyclic_mesh_words(),
        SOUS_STRUC=FACT("f", max="**", rules=UN_PARMI("TOUT", "GROUP_MA"), NOM=SIMP("o"), **chosen(CELL_WORDS, "TOUT", "GROUP_MA")),
        **merging_words(),
        TOUT=SIMP("f", into=("OUI",), advisory=True),
        NOM_GROUP_MA=FACT("f", max="**", NOM=SIMP("o"), SOUS_STRUC=SIMP("o"), GROUP_MA=SIMP("o", typ="grma")),
        EXCLUSIF=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def defi_squelette(args, context):
    """The cells of each substructure where it stands, one substructure after the other in the order of the model, or a sector as often as
    it goes around Z."""
    whole = args.MODELE_GENE
    args.mark_read("EXCLUSIF", "NOM_GROUP_MA")
    if args.SQUELETTE is not None:
        return merged(args)
    args.mark_read("RECO_GLOBAL")
    if args.CYCLIQUE is not None:
        return cyclic_skeleton(args)
    wanted = {}
    for level in args.SOUS_STRUC:
        part = whole.named(level.NOM)
        if part is None:
            context.warn(level, "NOM", f"{whole.name} has no substructure {level.NOM}")
            continue
        cells, _ = wanted.get(level.NOM, (np.empty(0, int), False))
        wanted[level.NOM] = np.union1d(cells, cells_of(level, part.element.basis.mesh)), level.get("TOUT") == "OUI"
    if not wanted:
        raise args.wrong("SOUS_STRUC", "none of these substructures is in the model")
    return _mesh(args, whole, wanted)


def _mesh(args, whole, wanted):
    coordinates, sources, parts, pieces, groups = [], [], [], [], {}
    n_nodes = n_cells = 0
    for index, part in enumerate(whole.parts):
        if part.name not in wanted:
            continue
        cells, every = wanted[part.name]
        mesh = part.element.basis.mesh
        nodes = mesh.nodes_of_cells(cells)
        node_number = np.full(mesh.n_nodes, -1)
        node_number[nodes] = n_nodes + np.arange(len(nodes))
        cell_number = np.full(mesh.n_cells, -1)
        cell_number[cells] = n_cells + np.arange(len(cells))
        for block in mesh.blocks:
            kept = cell_number[block.cells] >= 0
            pieces.append((block.type, node_number[block.nodes[kept]], cell_number[block.cells[kept]]))
        groups[part.name] = cell_number[cells]
        if every:
            groups |= _named_groups(args, part, mesh, cell_number)
        coordinates.append(mesh.coordinates[nodes] @ part.rotation.T + part.translation)
        sources.append(nodes)
        parts.append(np.full(len(nodes), index))
        n_nodes, n_cells = n_nodes + len(nodes), n_cells + len(cells)
    names = [f"MA{i}" for i in range(1, n_cells + 1)]
    skeleton = Skeleton(np.concatenate(coordinates), merge_blocks(pieces), {}, groups, cell_names=names)
    skeleton.whole, skeleton.part, skeleton.source = whole, np.concatenate(parts), np.concatenate(sources)
    return skeleton


def _named_groups(args, part, mesh, number):
    """The groups of a substructure that is shown whole: under the names of NOM_GROUP_MA, else those of both put together."""
    named = {level.GROUP_MA: level.NOM for level in args.NOM_GROUP_MA if part.name == level.SOUS_STRUC}
    found = {}
    for name, cells in mesh.cell_groups.items():
        if name in named or args.EXCLUSIF == "NON":
            found[named.get(name, (part.name + name)[:8])] = number[cells]
    return found
