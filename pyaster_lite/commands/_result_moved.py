"""CREA_RESU, OPERATION='PERM_CHAM': fields of cells taken over by cells of another mesh that stand a translation away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.commands._storage_selection import precision
from pyaster_lite.concepts.field import ElementField, NodeField

FIELDS = ("DEPL", "SIEF_ELGA", "VARI_ELGA", "STRX_ELGA")

MOVE = BLOC(
    equal("OPERATION", "PERM_CHAM"),
    NOM_CHAM=SIMP(into=FIELDS, max="**", validators=(no_repeat,)),
    RESU_INIT=SIMP("o", typ="evol_noli"),
    INST_INIT=SIMP(typ="R"),
    **precision(),
    MAILLAGE_INIT=SIMP("o", typ="maillage_sdaster"),
    RESU_FINAL=SIMP("o", typ="evol_noli"),
    MAILLAGE_FINAL=SIMP("o", typ="maillage_sdaster"),
    PERM_CHAM=FACT(
        "o",
        max="**",
        GROUP_MA_FINAL=SIMP("o", typ="grma"),
        GROUP_MA_INIT=SIMP("o", typ="grma"),
        TRAN=SIMP("o", typ="R", min=3, max=3),
        PRECISION=SIMP(typ="R", defaut=1e-3),
    ),
)


def moved(args, context):
    """RESU_FINAL, whose fields of the one storage order that it has take over what cells of RESU_INIT hold at INST_INIT, or at its end."""
    if args.TYPE_RESU != "EVOL_NOLI":
        raise args.wrong("TYPE_RESU", "PERM_CHAM goes from one evolution to another: TYPE_RESU must be 'EVOL_NOLI'")
    source, target = args.RESU_INIT, args.RESU_FINAL
    if context.reused is not target:
        raise args.wrong("RESU_FINAL", "the result must be the one that reuse= enriches")
    if len(target.orders) != 1:
        raise args.wrong("RESU_FINAL", f"{target.name} must have one storage order, it has {len(target.orders)}")
    for word, result in (("MAILLAGE_INIT", source), ("MAILLAGE_FINAL", target)):
        if args[word] is not result.mesh:
            raise args.wrong(word, f"{args[word].name} is not the mesh of {result.name}")
    order, start = target.orders[0], _start(args, source)
    names = args.NOM_CHAM or FIELDS
    missing = [(result, name) for result, at in ((source, start), (target, order)) for name in names if not result.has_field(name, at)]
    if missing:
        raise args.wrong("NOM_CHAM", f"{missing[0][0].name} has no field {missing[0][1]} to take over")
    pairs = [_pairs(level, source.mesh, target.mesh) for level in args.PERM_CHAM]
    nodes, cells = (np.concatenate(found, axis=1) for found in zip(*pairs))
    for name in names:
        given, field = source.field(name, start), target.field(name, order)
        take = _at_nodes if name == "DEPL" else _at_cells
        target.store(order, {}, {name: take(args, given, field, *(nodes if name == "DEPL" else cells))})
    return target


def _start(args, source):
    """The storage order of INST_INIT, the last one without it."""
    if args.INST_INIT is None:
        args.mark_read("CRITERE", "PRECISION")
        return source.orders[-1]
    instants = source.access("INST")
    width = args.PRECISION * (abs(args.INST_INIT) if args.CRITERE == "RELATIF" else 1.0)
    near = np.flatnonzero(abs(instants - args.INST_INIT) <= width)
    if len(near) != 1:
        raise args.wrong("INST_INIT", f"{source.name} has {len(near) or 'no'} instants near {args.INST_INIT:.9g}")
    return source.orders[near[0]]


def _pairs(level, first, last):
    """Numbers of the nodes (2, n) and cells (2, m) of the first mesh and of those a translation away in the last one."""
    from scipy.spatial import cKDTree

    groups = [_group(level, word, mesh) for word, mesh in (("GROUP_MA_INIT", first), ("GROUP_MA_FINAL", last))]
    if len(groups[0]) != len(groups[1]):
        raise level.wrong("GROUP_MA_FINAL", f"the groups have {len(groups[0])} and {len(groups[1])} cells")
    there = {block.type: block for block in last.select(groups[1])}
    nodes, cells = [], []
    for block in first.select(groups[0]):
        moved = first.coordinates[block.nodes] + np.array(level.TRAN)
        near = np.full(len(block), np.inf)
        if block.type in there:
            tree = cKDTree(last.coordinates[there[block.type].nodes].reshape(len(there[block.type]), -1))
            near, which = tree.query(moved.reshape(len(block), -1), p=np.inf)
        if (near > level.PRECISION).any():
            name = first.cell_names[block.cells[np.argmax(near > level.PRECISION)]]
            raise level.wrong("TRAN", f"no cell of {level.GROUP_MA_FINAL} stands where the cell {name} is taken")
        cells.append([block.cells, there[block.type].cells[which]])
        nodes.append([block.nodes.ravel(), there[block.type].nodes[which].ravel()])
    return np.concatenate(nodes, axis=1), np.concatenate(cells, axis=1)


def _group(level, word, mesh):
    try:
        return mesh.cell_group(level[word])
    except KeyError as unknown:
        raise level.wrong(word, str(unknown)) from None


def _at_nodes(args, given, field, first, last):
    values = field.values.copy()
    for name in set(field.components) & set(given.components):
        own = given.component(name)[first]
        column = field.components.index(name)
        values[last, column] = np.where(np.isnan(own), values[last, column], own)
    return NodeField(field.mesh, field.quantity, field.components, values)


def _at_cells(args, given, field, first, last):
    """The values at the points of the cells `last`, from those of the cells `first`."""
    blocks = []
    for block in field.blocks:
        values = block.values.copy()
        for source in given.blocks:
            rows, theirs = _rows(block.cells, last), _rows(source.cells, first)
            both = (rows >= 0) & (theirs >= 0)
            if not both.any():
                continue
            if values.shape[1] != source.values.shape[1] or block.sub != source.sub:
                raise args.wrong("PERM_CHAM", "cells of both results do not have as many points")
            for column, name in enumerate(block.components):
                if name in source.components:
                    own = source.values[theirs[both], :, source.components.index(name)]
                    values[rows[both], :, column] = np.where(np.isnan(own), values[rows[both], :, column], own)
        blocks.append(replace(block, values=values))
    return ElementField(field.mesh, field.quantity, field.location, blocks)


def _rows(known, wanted):
    """(n,) where each wanted number stands among the known ones, -1 where it does not."""
    order = np.argsort(known)
    place = np.minimum(np.searchsorted(known, wanted, sorter=order), len(known) - 1)
    return np.where(known[order[place]] == wanted, order[place], -1)
