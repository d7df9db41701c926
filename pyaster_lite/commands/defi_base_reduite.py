"""DEFI_BASE_REDUITE: a few fields that tell those of a whole evolution, by proper orthogonal decomposition (u4.67.01).

A basis may also be made of solutions for parameters that are drawn (GLOUTON), cut down to a reduced domain (TRONCATURE) or made
orthonormal (ORTHO).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.commands._field_layout import Layout
from pyaster_lite.commands._greedy_basis import greedy, greedy_words
from pyaster_lite.commands._named_variables import variable_of
from pyaster_lite.commands._reduced_model import TABLE, coordinates_of, coordinates_table
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.reduced_basis import Basis, decomposed, grown

FIELDS = {"evol_ther": ("TEMP", "FLUX_NOEU"), "evol_noli": ("DEPL", "SIEF_NOEU", "SIEF_ELGA", "VARI_ELGA")}
_NEAR = 1e-7
"""Coordinates nearer than this are one."""


@operator(
    "DEFI_BASE_REDUITE",
    produces="mode_empi",
    reuse="BASE",
    keywords=dict(
        BASE=SIMP("f", typ="mode_empi", advisory=True),
        OPERATION=SIMP("f", into=("POD", "POD_INCR", "GLOUTON", "TRONCATURE", "ORTHO"), defaut="POD"),
        b_pod=BLOC(
            equal("OPERATION", "POD") | equal("OPERATION", "POD_INCR"),
            RESULTAT=SIMP("o", typ=tuple(FIELDS)),
            NOM_CHAM=SIMP("o", into=sum(FIELDS.values(), ())),
            TYPE_BASE=SIMP("f", into=("3D", "LINEIQUE"), defaut="3D"),
            b_lineique=BLOC(equal("TYPE_BASE", "LINEIQUE"), AXE=SIMP("o", into=("OX", "OY", "OZ")), SECTION=SIMP("o", typ="grno")),
            TOLE_SVD=SIMP("f", typ="R", defaut=1e-6),
            NB_MODE=SIMP("f", typ="I"),
            SNAPSHOT=SIMP("f", typ="I", max="**"),
            NOM_CMP=SIMP("f", max="**", validators=(no_repeat,)),
            b_vari=BLOC(equal("NOM_CHAM", "VARI_ELGA"), NOM_VARI=SIMP("f", max="**", validators=(no_repeat,))),
        ),
        b_incr=BLOC(equal("OPERATION", "POD_INCR"), TOLE=SIMP("f", typ="R", defaut=1e-10), TABL_COOR_REDUIT=SIMP("f", typ="table_sdaster")),
        b_type_rb=BLOC(equal("OPERATION", "GLOUTON"), **greedy_words()),
        b_tronca=BLOC(equal("OPERATION", "TRONCATURE"), MODELE_REDUIT=SIMP("o", typ="modele_sdaster")),
        # below this share of its length a vector is made orthogonal once more; here each one is made so as well as can be
        b_ortho=BLOC(equal("OPERATION", "ORTHO"), ALPHA=SIMP("f", typ="R", defaut=0.717, advisory=True)),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def defi_base_reduite(args, context):
    """The fields of the basis are those of its orders from 1."""
    if args.OPERATION in ("TRONCATURE", "ORTHO"):
        if context.reused is not None:
            raise args.wrong("BASE", f"{args.OPERATION} makes a new basis: do without reuse")
        if args.BASE is None:
            raise args.wrong("OPERATION", f"{args.OPERATION} changes a basis: give BASE")
        return _cut(args) if args.OPERATION == "TRONCATURE" else _orthonormal(args.BASE)
    if args.OPERATION == "GLOUTON":
        if context.reused is not None:
            raise args.wrong("BASE", "GLOUTON makes a new basis: do without reuse")
        return greedy(args)
    return _decomposed(args, context)


def _cut(args):
    """The fields of a basis at the nodes of a reduced model, on its unknowns."""
    base, model = args.BASE, args.MODELE_REDUIT
    if model.mesh is not base.mesh:
        raise args.wrong("MODELE_REDUIT", f"{model.name} is on another mesh than the basis")
    if model is base.model:
        raise args.wrong("MODELE_REDUIT", f"{model.name} is the model of the basis: nothing is cut")
    kept = (model.dofs.table >= 0).any(axis=1)

    def cut(field):
        if not isinstance(field, NodeField):
            raise args.wrong("BASE", "only bases of fields at nodes are cut")
        return NodeField(field.mesh, field.quantity, field.components, np.where(kept[:, None], field.values, np.nan))

    return _changed(base, model, lambda order, name: cut(base.field(name, order)))


def _orthonormal(base):
    """The fields of a basis, each less its part along those before."""
    name = base.field_names()[0]
    layout = Layout(base.field(name, base.orders[0]))
    vectors, sizes = np.linalg.qr(np.stack([layout.flat(base.field(name, order)) for order in base.orders], axis=1))
    vectors = vectors * np.where(np.diagonal(sizes) < 0.0, -1.0, 1.0)
    return _changed(base, base.model, lambda order, name: layout.field(vectors[:, base.orders.index(order)]))


def _changed(base, model, field):
    made = Result("mode_empi", base.mesh, model, base.material_field, base.characteristics)
    for order in base.orders:
        told = {word: base.parameter(word, order) for word in base.parameters}
        made.store(order, told, {name: field(order, name) for name in base.field_names()})
    return made


def _decomposed(args, context):
    """The basis of an evolution, whose coordinates are in a table."""
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
    made.tables = {TABLE: coordinates_table(basis.coordinates)}
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
    coordinates = coordinates_of(table, "NUME_SNAP")
    values = np.array([base.parameter("FREQ", order) for order in base.orders])
    return Basis(vectors, values, coordinates)
