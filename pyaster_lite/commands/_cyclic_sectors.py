"""Structures that repeat around Z: the mesh of all sectors, and the fields on it of what is known on one (u4.24.01, u4.63.32)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, UN_PARMI
from pyaster_lite.commands._storage_selection import select
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.mesh_building import merge_blocks
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.substructuring import Skeleton
from pyaster_lite.fe.dofs import Dofs

RESULTS = ("evol_elas", "evol_noli", "dyna_trans", "mode_meca")
TRIPLES = (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ"))


def cyclic_mesh_words() -> dict:
    """CYCLIQUE and SECTEUR of DEFI_SQUELETTE."""
    return dict(
        CYCLIQUE=FACT(
            "f",
            rules=(UN_PARMI("MODE_CYCL", "NB_SECTEUR"), ENSEMBLE("NB_SECTEUR", "MAILLAGE")),
            MODE_CYCL=SIMP("f", typ="mode_cycl"),
            NB_SECTEUR=SIMP("f", typ="I", val_min=1),
            MAILLAGE=SIMP("f", typ="maillage_sdaster"),
        ),
        SECTEUR=FACT("f", max="**", rules=UN_PARMI("TOUT", "GROUP_MA"), **chosen(CELL_WORDS, "TOUT", "GROUP_MA")),
    )


def cyclic_skeleton(args) -> Skeleton:
    """The chosen cells of the sector, once in each sector: the groups MASEC1, MASEC2, ..."""
    modes = args.CYCLIQUE.MODE_CYCL
    mesh, count = (args.CYCLIQUE.MAILLAGE, args.CYCLIQUE.NB_SECTEUR) if modes is None else (modes.mesh, modes.sectors)
    cells = np.unique(np.concatenate([cells_of(level, mesh) for level in args.SECTEUR]))
    nodes = mesh.nodes_of_cells(cells)
    node_number, cell_number = np.full(mesh.n_nodes, -1), np.full(mesh.n_cells, -1)
    node_number[nodes], cell_number[cells] = np.arange(len(nodes)), np.arange(len(cells))
    coordinates, pieces, groups = [], [], {}
    for sector in range(count):
        coordinates.append(mesh.coordinates[nodes] @ _turn(sector, count).T)
        for block in mesh.select(cells):
            pieces.append((block.type, node_number[block.nodes] + sector * len(nodes), cell_number[block.cells] + sector * len(cells)))
        groups[f"MASEC{sector + 1}"] = np.arange(len(cells)) + sector * len(cells)
    names = [f"MA{i}" for i in range(1, count * len(cells) + 1)]
    made = Skeleton(np.concatenate(coordinates), merge_blocks(pieces), {}, groups, cell_names=names)
    made.part, made.source = np.repeat(np.arange(count), len(nodes)), np.tile(nodes, count)
    return made


def _turn(sector, count):
    return turn_by(2.0 * np.pi * sector / count)


def turn_by(angle: float) -> np.ndarray:
    """(3, 3) a turn around Z."""
    return np.array([[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])


def cyclic_words() -> dict:
    """CYCLIQUE of REST_SOUS_STRUC."""
    return dict(
        CYCLIQUE=FACT(
            "f",
            NB_SECTEUR=SIMP("o", typ="I", val_min=1),
            NUME_DIAMETRE=SIMP("f", typ="I", val_min=0, defaut=0),
            RESULTAT2=SIMP("f", typ=RESULTS),
        )
    )


def around(args) -> Result:
    """The displacements on all sectors of those on one, u, and with RESULTAT2 v: sin(n k a) u + cos(n k a) v on sector k, turned by k a."""
    source, skeleton, words = args.RESULTAT, args.SQUELETTE, args.CYCLIQUE
    if words is None:
        raise args.wrong("RESULTAT", "fields on a sector need CYCLIQUE, which says how many there are")
    if skeleton is None or skeleton.whole is not None or skeleton.part.max() + 1 != words.NB_SECTEUR:
        raise args.wrong("SQUELETTE", f"give the skeleton of {words.NB_SECTEUR} sectors (DEFI_SQUELETTE/CYCLIQUE)")
    second = words.get("RESULTAT2")
    for result in (source, second) if second is not None else (source,):
        if result.mesh.n_nodes <= skeleton.source.max():
            raise args.wrong("RESULTAT", f"{result.name} does not live on the mesh of the sector")
    made = Result(source.kind, skeleton)
    phases = 2.0 * np.pi / words.NB_SECTEUR * words.NUME_DIAMETRE * np.arange(words.NB_SECTEUR)
    for order in source.orders:
        told = {word: column[order] for word, column in source.parameters.items() if order in column}
        first = source.field("DEPL", order)
        fields = [(first, np.ones_like(phases))]
        if second is not None:
            fields = [(first, np.sin(phases)), (second.field("DEPL", order), np.cos(phases))]
        made.store(order, told, {"DEPL": _spread(skeleton, fields, words.NB_SECTEUR)})
    return made


def cyclic_modes(args) -> Modes:
    """The modes of all sectors, or of one in its own axes, rising: one for no diameter and half as many as there are sectors, else two.

    They have unit mass over all sectors.
    """
    source, skeleton, sector = args.RESU_GENE, args.SQUELETTE, args.get("SECTEUR")
    count = source.sectors
    if sector is not None:
        if not 1 <= sector <= count:
            raise args.wrong("SECTEUR", f"there are {count} sectors")
        dofs, mesh = source.dofs, source.mesh
    elif skeleton is None or skeleton.whole is not None or skeleton.part.max() + 1 != count:
        raise args.wrong("SQUELETTE", f"give the skeleton of these {count} sectors (DEFI_SQUELETTE/CYCLIQUE)")
    else:
        carried = (source.dofs.table >= 0)[skeleton.source]
        dofs, mesh = Dofs(carried, source.dofs.components), skeleton
    result, found = Modes("mode_meca", dofs, mesh), []
    for order in source.orders:
        told = {word: source.parameter(word, order) for word in ("FREQ", "OMEGA2", "NUME_DIAMETRE")}
        turns = 2j * np.pi * told["NUME_DIAMETRE"] / count * source.sense * np.arange(count)
        parts = (1.0,) if told["NUME_DIAMETRE"] in (0, count / 2) else (1.0, -1j)
        for part in parts:
            shares, unit = part * np.exp(turns), np.sqrt(count / len(parts))
            if sector is not None:
                vector = (shares[sector - 1] * source.vectors[order]).real
            else:
                vector = np.zeros(dofs.size)
                vector[dofs.table[carried]] = _spread(skeleton, [(source.field("DEPL", order), shares)], count).values[carried].real
            found.append((told, vector / unit))
    for number, (told, vector) in enumerate(sorted(found, key=lambda mode: mode[0]["OMEGA2"]), 1):
        told |= {"MASS_GENE": 1.0, "RIGI_GENE": told["OMEGA2"], "TYPE_MODE": "MODE_DYN"}
        result.store_mode(number, vector, told | {"NUME_MODE": number})
    chosen = select(args, source.name, result.orders, {word: result.access(word) for word in ("FREQ", "NUME_MODE")}, False)
    result.keep_only([result.orders[row] for row in chosen.first])
    return result


def _spread(skeleton, fields, count):
    names = fields[0][0].components
    values = sum(share[skeleton.part][:, None] * field.values[skeleton.source] for field, share in fields)
    for triple in TRIPLES:
        columns = [names.index(name) for name in triple if name in names]
        for sector in range(count):
            rows = np.ix_(skeleton.part == sector, columns)
            size = len(columns)
            values[rows] = np.nan_to_num(values[rows]) @ _turn(sector, count)[:size, :size].T if size > 1 else values[rows]
    return NodeField(skeleton, fields[0][0].quantity, names, values)
