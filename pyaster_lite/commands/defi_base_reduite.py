"""DEFI_BASE_REDUITE: a few fields that tell those of a whole evolution, by proper orthogonal decomposition (u4.67.01).

The operations that solve for parameters (GLOUTON), cut a basis down to a reduced domain (TRONCATURE) or make one orthonormal (ORTHO)
are not there.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.commands._named_variables import variable_of
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.reduced_basis import Basis, decomposed, grown

TABLE = "COOR_REDUIT"
FIELDS = {"evol_ther": ("TEMP", "FLUX_NOEU"), "evol_noli": ("DEPL", "SIEF_NOEU", "SIEF_ELGA", "VARI_ELGA")}
_NEAR = 1e-7
"""Coordinates nearer than this are one."""


@operator(
    "DEFI_BASE_REDUITE",
    produces="mode_empi",
    reuse="BASE",
    keywords=dict(
        BASE=SIMP("f", typ="mode_empi", advisory=True),
        OPERATION=SIMP("f", into=("POD", "POD_INCR"), defaut="POD"),
        RESULTAT=SIMP("o", typ=tuple(FIELDS)),
        NOM_CHAM=SIMP("o", into=sum(FIELDS.values(), ())),
        TYPE_BASE=SIMP("f", into=("3D", "LINEIQUE"), defaut="3D"),
        b_lineique=BLOC(equal("TYPE_BASE", "LINEIQUE"), AXE=SIMP("o", into=("OX", "OY", "OZ")), SECTION=SIMP("o", typ="grno")),
        b_incr=BLOC(equal("OPERATION", "POD_INCR"), TOLE=SIMP("f", typ="R", defaut=1e-10), TABL_COOR_REDUIT=SIMP("f", typ="table_sdaster")),
        TOLE_SVD=SIMP("f", typ="R", defaut=1e-6),
        NB_MODE=SIMP("f", typ="I"),
        SNAPSHOT=SIMP("f", typ="I", max="**"),
        NOM_CMP=SIMP("f", max="**", validators=(no_repeat,)),
        b_vari=BLOC(equal("NOM_CHAM", "VARI_ELGA"), NOM_VARI=SIMP("f", max="**", validators=(no_repeat,))),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", advisory=True),
    ),
)
def defi_base_reduite(args, context):
    """The fields of the basis are those of its orders from 1, with the coordinates of the evolution in a table."""
    result, name = args.RESULTAT, args.NOM_CHAM
    if name not in FIELDS[result.kind]:
        raise args.wrong("NOM_CHAM", f"{name} is not a field of {result.kind}")
    layout = Layout(result.field(name, result.orders[0]))
    orders = args.SNAPSHOT or result.orders
    q = np.stack([_snapshot(args, result, name, order, layout) for order in orders], axis=1)
    if args.OPERATION == "POD":
        if context.reused is not None:
            raise args.wrong("OPERATION", "POD makes a new basis: POD_INCR makes one grow")
        basis = _sliced(args, layout, q) if args.TYPE_BASE == "LINEIQUE" else decomposed(q, args.TOLE_SVD, args.NB_MODE)
    else:
        if args.TYPE_BASE == "LINEIQUE":
            raise args.wrong("TYPE_BASE", "POD_INCR is not for TYPE_BASE='LINEIQUE'")
        before = None if context.reused is None else _before(args, context.reused, name, layout)
        basis = grown(q, args.TOLE, args.TOLE_SVD, args.NB_MODE, before)
    made = Result("mode_empi", result.mesh, result.model, result.material_field, result.characteristics)
    snapshots = basis.coordinates.shape[1]
    for i, (vector, value) in enumerate(zip(basis.vectors.T, basis.values)):
        plane = i // len(basis.coordinates) + 1 if args.TYPE_BASE == "LINEIQUE" else 0
        told = {"NUME_MODE": i + 1, "NUME_PLAN": plane, "FREQ": float(value), "NB_SNAP": snapshots, "NOM_CHAM": name}
        made.store(i + 1, told, {name: layout.field(vector)})
    context.say(f"{args.OPERATION}: {len(basis.coordinates)} modes of {snapshots} snapshots")
    made.tables = {TABLE: _table(basis.coordinates)}
    if context.reused is None:
        return made
    context.reused.truncate_after(0)
    for order in made.orders:
        told = {word: made.parameter(word, order) for word in made.parameters}
        context.reused.store(order, told, {name: made.field(name, order)})
    context.reused.tables = made.tables
    return context.reused


def _snapshot(args, result, name, order, layout):
    """The values of a field, those of other components than NOM_CMP or NOM_VARI being zero."""
    if not result.has_field(name, order):
        raise args.wrong("NOM_CHAM", f"{result.name} has no {name} at its storage order {order}")
    field = result.field(name, order)
    kept = args.get("NOM_VARI") or args.get("NOM_CMP")
    names = variable_of(args, result, field) if args.get("NOM_VARI") else field
    if kept:
        unknown = sorted(set(kept) - set(names.components))
        if unknown:
            raise args.wrong("NOM_VARI" if args.get("NOM_VARI") else "NOM_CMP", f"{name} has no component {', '.join(unknown)}")
    return layout.flat(field) * (layout.share(names, kept) if kept else 1.0)


class Layout:
    """How the values of a field stand in a vector: those that the field has, in order."""

    def __init__(self, field):
        self.like = field
        self.parts = [field.values] if isinstance(field, NodeField) else [block.values for block in field.blocks]
        self.there = [~np.isnan(values) for values in self.parts]

    def flat(self, field) -> np.ndarray:
        """(n,) the values of a field like this one."""
        parts = [field.values] if isinstance(field, NodeField) else [block.values for block in field.blocks]
        return np.concatenate([values[there] for values, there in zip(parts, self.there)])

    def share(self, field, names) -> np.ndarray:
        """(n,) 1 where a component is one of some names, which a field like this one has, else 0."""
        own = [field] if isinstance(field, NodeField) else field.blocks
        if len(own) != len(self.there):  # cut into the cells of each law
            own = [next(part for part in own if np.isin(part.cells, block.cells).any()) for block in self.like.blocks]
        wanted = [np.isin(part.components, names) for part in own]
        return np.concatenate([np.broadcast_to(one, there.shape)[there] for one, there in zip(wanted, self.there)]).astype(float)

    def field(self, vector):
        """The field of such a vector."""
        made, start = [], 0
        for values, there in zip(self.parts, self.there):
            own = np.full(values.shape, np.nan)
            own[there] = vector[start : start + there.sum()]
            made.append(own)
            start += there.sum()
        if isinstance(self.like, NodeField):
            return NodeField(self.like.mesh, self.like.quantity, self.like.components, made[0])
        blocks = [ElementBlock(b.cells, own, b.components, b.element, b.sub) for b, own in zip(self.like.blocks, made)]
        return ElementField(self.like.mesh, self.like.quantity, self.like.location, blocks)


def _sliced(args, layout, q):
    """The basis of the fields on the slices of a mesh along an axis, all of them alike; each mode stands on one slice."""
    if not isinstance(layout.like, NodeField) or not layout.there[0].all():
        raise args.wrong("TYPE_BASE", "slices are for fields with the same components at all nodes")
    mesh, axis = layout.like.mesh, ["OX", "OY", "OZ"].index(args.AXE)
    across = [(axis + 1) % 3, (axis + 2) % 3]
    section = mesh.coordinates[mesh.node_group(args.SECTION)][:, across]
    steps = np.unique(np.round(mesh.coordinates[:, axis] / _NEAR)) * _NEAR
    place = abs(mesh.coordinates[:, axis][:, None] - steps).argmin(axis=1)
    gap = np.linalg.norm(mesh.coordinates[:, across][:, None] - section, axis=2)
    node = gap.argmin(axis=1)
    if (np.bincount(place) != len(section)).any() or gap.min(axis=1).max() > _NEAR:
        raise args.wrong("SECTION", "the mesh is not made of slices like this one")
    components = len(layout.like.components)
    rows = (node[:, None] * components + np.arange(components)).ravel()
    slices = np.repeat(place, components)
    sliced = np.zeros((len(section) * components, len(steps) * q.shape[1]))
    for i, snapshot in enumerate(q.T):
        sliced[rows, slices + i * len(steps)] = snapshot
    found = decomposed(sliced, args.TOLE_SVD, args.NB_MODE)
    count = len(found.values)
    vectors = np.zeros((len(q), count * len(steps)))
    for i in range(len(steps)):
        own = slices == i
        vectors[np.ix_(own, np.arange(count) + i * count)] = found.vectors[rows[own]]
    # As code_aster does, only as many coordinates as there are snapshots are told.
    return Basis(vectors, np.tile(found.values, len(steps)), found.coordinates[:, : q.shape[1]])


def _before(args, base, name, layout):
    table = args.TABL_COOR_REDUIT or getattr(base, "tables", {}).get(TABLE)
    if table is None:
        raise args.wrong("BASE", f"{base.name} has no table of coordinates: give TABL_COOR_REDUIT")
    vectors = np.stack([layout.flat(base.field(name, order)) for order in base.orders], axis=1)
    coordinates = np.zeros((vectors.shape[1], max(table.cells["NUME_SNAP"])))
    for mode, snapshot, value in zip(table.cells["NUME_MODE"], table.cells["NUME_SNAP"], table.cells[TABLE]):
        coordinates[mode - 1, snapshot - 1] = value
    values = np.array([base.parameter("FREQ", order) for order in base.orders])
    return Basis(vectors, values, coordinates)


def _table(coordinates):
    rows = [
        {"COOR_REDUIT": float(value), "INST": 0.0, "NUME_MODE": mode, "NUME_ORDRE": 0, "NUME_SNAP": snapshot}
        for snapshot, column in enumerate(coordinates.T, start=1)
        for mode, value in enumerate(column, start=1)
    ]
    return Table.from_rows(rows, {"COOR_REDUIT": "R", "INST": "R", "NUME_MODE": "I", "NUME_ORDRE": "I", "NUME_SNAP": "I"}, title=TABLE)
