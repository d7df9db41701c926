"""Bases of reduction: what they take over from modes and interfaces, and how they are made orthogonal (r4.06.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._physical_vectors import same_unknowns, vector_of
from pyaster_lite.commands._static_modes import label
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.substructuring import ATTACHED, HELD, SHAKEN, ReductionBasis
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.orthonormal import independent, orthonormal
from pyaster_lite.fe.static_modes import StaticResponses, lone_supports

STATIC_NAME = {HELD: "CONTRAINT", ATTACHED: "ATTACHE"}
TAKEN_OVER = ("FREQ", "NORME", "NOEUD_CMP", "TYPE_DEFO", "OMEGA2", "MASS_GENE", "RIGI_GENE")
ORTHOGONALISED = ("NUME_MODE", "FREQ", "NORME", "OMEGA2", "MASS_GENE", "RIGI_GENE", "TYPE_MODE", "TYPE_DEFO")


def empty_basis(source, numbering, interfaces) -> ReductionBasis:
    """A basis without vectors, on the unknowns of `numbering`, else of the modes `source` whose matrices it takes over."""
    model = numbering.model if numbering is not None else source.model
    dofs = numbering.dofs if numbering is not None else source.dofs
    basis = ReductionBasis("mode_meca", dofs, model.mesh if model is not None else source.mesh, model)
    basis.stiffness, basis.mass, basis.damping = (getattr(source, name, None) for name in ("stiffness", "mass", "damping"))
    basis.material_field, basis.characteristics = source.material_field, source.characteristics
    basis.interfaces = interfaces
    return basis


def add_modes(args, word, basis, source, limit, dynamic: bool):
    """Add the first modes of `source`, at most `limit`; they count as static unless `dynamic`."""
    if source.mesh is not basis.mesh and source.mesh.n_nodes != basis.mesh.n_nodes:
        raise args.wrong(word, f"{source.name} lives on another mesh than the unknowns of the basis")
    count = len(source.orders) if limit is None else min(limit, len(source.orders))
    for order in source.orders[:count]:
        number = len(basis.orders) + 1
        basis.store_mode(number, _vector(source, order, basis.dofs), {"NUME_MODE": number, **_parameters(source, order, basis, dynamic)})
        rest = {name: source.field(name, order) for name in source.field_names() if name != "DEPL" and source.has_field(name, order)}
        if rest:
            basis.store(number, {}, rest)


def _vector(source, order, dofs):
    if isinstance(source, Modes) and source.basis is None and same_unknowns(source.dofs, dofs):
        return source.vectors[order].copy()
    return vector_of(source.field("DEPL", order), dofs)


def _parameters(source, order, basis, dynamic):
    kind = source.parameter("TYPE_MODE", order)
    zeros = {"FREQ": 0.0, "OMEGA2": 0.0, "MASS_GENE": 0.0, "RIGI_GENE": 0.0, "NORME": "", "NOEUD_CMP": "", "TYPE_DEFO": ""}
    if kind == "MODE_DYN":
        found = {word: source.parameter(word, order) or 0.0 for word in ("FREQ", "OMEGA2", "MASS_GENE", "RIGI_GENE", "AMOR_REDUIT")}
        return {**zeros, **found, "TYPE_DEFO": "PROPRE", "TYPE_MODE": kind if dynamic else "MODE_STA"}
    if isinstance(source, ReductionBasis):
        found = {word: source.parameter(word, order) for word in TAKEN_OVER if source.parameter(word, order) is not None}
        return {**zeros, **found, "TYPE_MODE": kind if dynamic else "MODE_STA"}
    found = {"TYPE_MODE": "MODE_STA"}
    if kind == "MODE_STA":
        first = basis.interfaces.parts[0].kind if basis.interfaces is not None else None
        found |= {"NOEUD_CMP": source.parameter("NOEUD_CMP", order) or "", "TYPE_DEFO": STATIC_NAME.get(first, "STATIQUE")}
    return {**zeros, **found}


def add_shapes_of_interfaces(args, basis, interfaces):
    """Add attachment shapes (unit forces), then constraint shapes (unit displacements of supports, static then harmonic)."""
    wanted = {kind: interfaces.unknowns(kind) for kind in (ATTACHED, HELD, SHAKEN)}
    stiffness = basis.stiffness
    if stiffness is None:
        raise args.wrong("MODE_MECA", "the modes come without their stiffness matrix")
    static = None
    if len(wanted[ATTACHED]) or len(wanted[HELD]):
        static = _responses(args, stiffness.matrix, stiffness.relations)
    if len(unknowns := wanted[ATTACHED]):
        forces = np.zeros((basis.dofs.size, len(unknowns)))
        forces[unknowns, np.arange(len(unknowns))] = 1.0
        _add_shapes(basis, "ATTACHE", unknowns, static.to_forces(forces))
    supports = lone_supports(stiffness.relations)
    if len(unknowns := wanted[HELD]):
        _add_shapes(basis, "CONTRAINT", unknowns, static.to_supports(_held(args, basis, supports, unknowns)))
    if len(unknowns := wanted[SHAKEN]):
        pulsation = 2.0 * np.pi * interfaces.frequency
        # as in code_aster, a stiffness factorised for other interfaces of the structure serves here too
        shaken = static or _responses(args, stiffness.matrix - pulsation**2 * basis.mass.matrix, stiffness.relations)
        _add_shapes(basis, "CONT-HARM", unknowns, shaken.to_supports(_held(args, basis, supports, unknowns)))


def _held(args, basis, supports, unknowns):
    """The relations that impose the unknowns of an interface."""
    for unknown in map(int, unknowns):
        if unknown not in supports:
            name, node = basis.dofs.components[basis.dofs.component[unknown]], basis.mesh.node_names[basis.dofs.node[unknown]]
            raise args.wrong("INTERF_DYNA", f"the loads of the modes' stiffness do not hold {name} of the interface's node {node}")
    return [supports[int(unknown)] for unknown in unknowns]


def _responses(args, matrix, relations):
    try:
        return StaticResponses(matrix, Elimination(relations))
    except SingularMatrix as failure:
        raise args.wrong("INTERF_DYNA", f"the structure has no static shapes: {failure}") from None


def _add_shapes(basis, kind, unknowns, vectors):
    dofs = basis.dofs
    for unknown, vector in zip(unknowns, vectors.T):
        number = len(basis.orders) + 1
        name = label(int(dofs.node[unknown]) + 1, dofs.components[dofs.component[unknown]])
        zeros = {"FREQ": 0.0, "OMEGA2": 0.0, "MASS_GENE": 0.0, "RIGI_GENE": 0.0, "NORME": ""}
        basis.store_mode(number, vector, {"NUME_MODE": number, "NOEUD_CMP": name, "TYPE_DEFO": kind, "TYPE_MODE": "MODE_STA", **zeros})


def orthogonal(args, word, source, drop: bool) -> ReductionBasis:
    """The vectors of `source` made orthonormal in the metric of a matrix; dependent ones become zero, or are dropped."""
    matrix = args[word]
    basis = empty_basis(source, None, getattr(source, "interfaces", None))
    if matrix.matrix.shape[0] != basis.dofs.size:
        raise args.wrong(word, f"{matrix.name} has {matrix.matrix.shape[0]} unknowns, the vectors have {basis.dofs.size}")
    vectors = orthonormal(source.shapes, matrix.matrix)
    kept = independent(vectors, matrix.matrix)
    vectors = vectors[:, kept] if drop else np.where(kept, vectors, 0.0)
    for order, vector in zip(source.orders, vectors.T):
        parameters = {word: source.parameter(word, order) for word in ORTHOGONALISED}
        basis.store_mode(len(basis.orders) + 1, vector, {w: v for w, v in parameters.items() if v is not None})
    return basis
