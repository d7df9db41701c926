"""Linked substructures seen from outside: their unknowns on one of them, or on their skeleton."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.substructuring import LinkedSubstructures
from pyaster_lite.fe.dofs import ORDER, Dofs

TRIPLES = (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ"))


@dataclass
class Place:
    """Where fields are shown: `shapes` (dofs.size, n) of the coordinates of all substructures."""

    dofs: Dofs
    mesh: object
    shapes: np.ndarray
    model: object = None
    stiffness: object = None
    mass: object = None
    material_field: object = None
    characteristics: object = None


def to_coordinates(args, source) -> tuple[LinkedSubstructures, np.ndarray]:
    """The substructures behind a result, and (n, k) what turns its coordinates into theirs."""
    basis = source.basis
    if isinstance(basis, LinkedSubstructures):
        return basis, np.eye(basis.size)
    if not isinstance(basis.basis, LinkedSubstructures):
        raise args.wrong("RESU_GENE", f"{source.name} was not computed on linked substructures: use REST_GENE_PHYS")
    count = source.shapes.shape[0] if isinstance(source, Modes) else source.of("DEPL").shape[1]
    return basis.basis, basis.shapes[:, :count]


def on_part(args, whole) -> Place:
    """One substructure, in its own axes."""
    part = whole.named(args.SOUS_STRUC)
    if part is None:
        names = ", ".join(one.name for one in whole.parts)
        raise args.wrong("SOUS_STRUC", f"there is no substructure {args.SOUS_STRUC}, they are {names}")
    basis = part.element.basis
    shapes = np.zeros((basis.dofs.size, whole.size))
    shapes[:, whole.span(part.name)] = basis.shapes
    made = Place(basis.dofs, basis.mesh, shapes, basis.model, basis.stiffness, basis.mass)
    made.material_field, made.characteristics = basis.material_field, basis.characteristics
    return made


def on_skeleton(args, whole, modes: bool) -> Place:
    """All substructures that the skeleton shows, in the axes of the whole; those of responses, not `modes`, are `Substructure.shown`."""
    skeleton = args.SQUELETTE
    if skeleton.whole is not whole:
        raise args.wrong("SQUELETTE", f"{skeleton.name} is not the skeleton of these substructures")
    names = {name for part in whole.parts for name in part.element.basis.dofs.components}
    names = [name for name in ORDER if name in names] + sorted(names - set(ORDER))
    carried = np.zeros((skeleton.n_nodes, len(names)), bool)
    for index, part in enumerate(whole.parts):
        here = np.flatnonzero(skeleton.part == index)
        for column, name in enumerate(names):
            carried[here, column] = part.element.basis.dofs.index(skeleton.source[here], name) >= 0
    dofs = Dofs(carried, names)
    shapes = np.zeros((dofs.size, whole.size))
    for index, part in enumerate(whole.parts):
        here = np.flatnonzero(skeleton.part == index)
        rotation = part.rotation if modes or part.shown is None else part.shown
        own = {name: _rows(part, skeleton.source[here], name) for name in names}
        for triple in TRIPLES:
            turned = np.einsum("ij,jkn->ikn", rotation, np.array([own.get(name, np.zeros_like(own[names[0]])) for name in triple]))
            own |= {name: turned[i] for i, name in enumerate(triple) if name in own}
        for name in names:
            rows = dofs.index(here, name)
            shapes[rows[rows >= 0], whole.span(part.name)] = own[name][rows >= 0]
    return Place(dofs, skeleton, shapes)


def _rows(part, nodes, name):
    """(k, n) a component of the vectors of a substructure at its nodes, zero where there is none."""
    basis = part.element.basis
    equations = basis.dofs.index(nodes, name)
    return np.where((equations >= 0)[:, None], basis.shapes[equations], 0.0)


def participation(whole, vector, mass) -> dict:
    """Participation factors and effective masses of a motion of the substructures, by name."""
    found = {}
    pushed = sum((vector[whole.span(part.name)] @ part.element.inertia) @ part.rotation.T for part in whole.parts)
    for axis, along in zip(("DX", "DY", "DZ"), pushed):
        found[f"FACT_PARTICI_{axis}"], found[f"MASS_EFFE_{axis}"] = float(along / mass), float(along**2 / mass)
    return found
