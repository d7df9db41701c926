"""EXTR_RESU, RESTREINT: a result on the part of its mesh that CREA_MAILLAGE, RESTREINT kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._champ_places import place_of
from pyaster_lite.commands._result_store import store_field
from pyaster_lite.concepts.field import ElementField, NodeField
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.dofs import Dofs

RESTRICTION = FACT(
    rules=UN_PARMI("MAILLAGE", "MODELE"),
    MAILLAGE=SIMP(typ="maillage_sdaster"),
    MODELE=SIMP(typ="modele_sdaster"),
    CHAM_MATER=SIMP(typ="cham_mater"),
    CARA_ELEM=SIMP(typ="cara_elem"),
)


def restricted_result(level, source):
    """The result with its fields on the nodes and cells kept; fields at elements on the elements of MODELE, which they need.

    Fields that have nothing there are left out.
    """
    model = level.MODELE
    mesh = level.MAILLAGE if model is None else model.mesh
    word = "MAILLAGE" if model is None else "MODELE"
    if getattr(mesh, "original", None) is not source.mesh:
        raise level.wrong(word, f"the mesh was not made from that of {source.name} by CREA_MAILLAGE, RESTREINT")
    for other in ("CHAM_MATER", "CARA_ELEM"):
        if level[other] is not None and getattr(level[other], "model", level[other]).mesh is not mesh:
            raise level.wrong(other, f"{level[other].name} stands on another mesh than {mesh.name}")
    given = dict(material_field=level.CHAM_MATER, characteristics=level.CARA_ELEM)
    made = None if isinstance(source, Modes) else Result(source.kind, mesh, model, **given)
    for order in source.orders:
        parameters = {word: column[order] for word, column in source.parameters.items() if order in column}
        for name in source.field_names():
            if not source.has_field(name, order):
                continue
            whole = source.field(name, order)
            if model is None and place_of(whole).startswith("EL"):
                raise level.wrong("MAILLAGE", f"{source.name} holds the field at elements {name}", help="give MODELE")
            field = restricted_field(whole, mesh, model)
            if field is None:
                continue
            if made is None:
                dofs = Dofs(field.present, field.components) if model is None else model.dofs
                made = Modes(source.kind, dofs, mesh, model, **given)
            store_field(made, order, parameters, name, field)
    if made is None or not made.orders:
        raise level.wrong(word, f"{source.name} has no field there")
    return made


def restricted_field(field, mesh, model=None):
    """A field on the nodes and cells that `mesh` took over; None when nothing is left."""
    if isinstance(field, NodeField):
        made = NodeField(mesh, field.quantity, field.components, field.values[mesh.original_nodes])
        made.functions = field.functions
        return made if made.present.any() else None
    kept = np.ones(mesh.n_cells, bool)
    if field.location != "CART":
        kept[:] = model is not None and model.place_of_cells[0] >= 0
    new = np.full(field.mesh.n_cells, -1)
    new[mesh.original_cells[kept]] = np.flatnonzero(kept)
    blocks = []
    for block in field.blocks:
        rows = np.flatnonzero(new[block.cells] >= 0)
        if len(rows):
            blocks.append(replace(block, cells=new[block.cells[rows]], values=block.values[rows]))
    made = ElementField(mesh, field.quantity, field.location, blocks)
    made.functions = field.functions
    return made if blocks else None
