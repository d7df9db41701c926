"""What a fluid that does not compress adds to the matrices of the structures in it (r4.07.03).

The fluid is told as a model of heat: conduction K of its potential, whose source is the flow of a motion x of the structure through
the sides n that they share, its density in the heat capacity of these sides:

    A x = int N x.n      K phi = rho A x      m_ij = phi_i . A x_j

Where it flows with the potential phi0 before the structure moves, with the source s and the matrix B of fe.steady_flow:

    K psi = s(x, phi0)      c_ij = psi_j . A x_i + phi0 . B(x_i) phi_j      k_ij = phi0 . B(x_i) psi_j

code_aster keeps the half below the diagonal of these matrices, which are not symmetric, as if they were; and so it is here.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT
from pyaster_lite.commands._elementary import load_relations
from pyaster_lite.commands._physical_vectors import moved_to
from pyaster_lite.concepts.matrix import GeneralisedMatrix
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.contraction import contracted
from pyaster_lite.fe.skin import Side
from pyaster_lite.fe.steady_flow import slip_matrix, slip_source

AXES = ("DX", "DY", "DZ")
NEAR = 1e-2
"""Nodes nearer to each other than this part of the reference distance are one."""

WORDS = dict(
    MODE_MECA=SIMP("f", typ="mode_meca"),
    MODELE_GENE=SIMP("f", typ="modele_gene"),
    NUME_DDL_GENE=SIMP("f", typ="nume_ddl_gene"),
    DIST_REFE=SIMP("f", typ="R", defaut=1e-2),
    AVEC_MODE_STAT=SIMP("f", defaut="OUI", into=("OUI", "NON")),
    NOEUD_DOUBLE=SIMP("f", defaut="NON", into=("OUI", "NON")),
    INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    SOLVEUR=solveur(),
)
"""What is said of the motions of the structures and of the solution."""


def rules_of(sources: tuple[str, str, str]) -> tuple:
    """How the words go together of which the motions come: a basis, a field, a model of substructures."""
    basis, field, substructures = sources
    return (
        EXCLUS(*sources),
        PRESENT_ABSENT("NUME_DDL_GENE", field),
        PRESENT_PRESENT(basis, "NUME_DDL_GENE"),
        PRESENT_PRESENT(substructures, "NUME_DDL_GENE"),
    )


class Motions:
    """The motions of structures at the nodes of a mesh that a fluid and its sides stand on: `columns` (n_nodes, 3, k)."""

    def __init__(self, mesh, distance: float):
        self.mesh, self.distance, self._columns = mesh, distance, []

    def add(self, basis, rotation=None, translation=None):
        """Those of the vectors of a basis, of a structure that is turned (3, 3) and moved (3,)."""
        rotation = np.eye(3) if rotation is None else rotation
        translation = np.zeros(3) if translation is None else translation
        dofs, shapes = (basis.dofs, basis.shapes) if basis.basis is None else (basis.basis.dofs, basis.basis.shapes @ basis.shapes)
        nodal = np.zeros((basis.mesh.n_nodes, 3, shapes.shape[1]))
        for axis, name in enumerate(AXES):
            equations = dofs.index(np.arange(basis.mesh.n_nodes), name)
            nodal[equations >= 0, axis] = shapes[equations[equations >= 0]]
        self._put(basis.mesh, np.unique(dofs.node), nodal, rotation, translation)

    def put(self, basis, nodal):
        """Those (n_nodes, 3, k) at the nodes that carry a basis."""
        carrying = np.unique(basis.dofs.node)
        kept = np.zeros_like(nodal)
        kept[carrying] = nodal[carrying]
        self._put(basis.mesh, carrying, kept, np.eye(3), np.zeros(3))

    def add_field(self, field):
        """That of a field at nodes."""
        nodal = np.stack(
            [np.nan_to_num(field.component(name)) if name in field.components else np.zeros(len(field.values)) for name in AXES], 1
        )
        self._put(field.mesh, np.flatnonzero(field.present.any(axis=1)), nodal[..., None], np.eye(3), np.zeros(3))

    def _put(self, mesh, carrying, nodal, rotation, translation):
        from scipy.spatial import cKDTree

        nodal = np.einsum("ij,njk->nik", rotation, nodal)
        still = mesh is self.mesh and (rotation == np.eye(3)).all() and not translation.any()
        if still:
            self._columns.append(nodal)
            return
        places = mesh.coordinates[carrying] @ rotation.T + translation
        distances, nearest = cKDTree(places).query(self.mesh.coordinates)
        near = distances < NEAR * self.distance
        moved = np.zeros((self.mesh.n_nodes, *nodal.shape[1:]))
        moved[near] = nodal[carrying[nearest[near]]]
        self._columns.append(moved)

    @property
    def columns(self) -> np.ndarray:
        """(n_nodes, 3, k), in the order in which they were added."""
        return np.concatenate(self._columns, axis=-1)


def in_coordinates(args, context, words, fluid, sides, material_field, load, added=None) -> GeneralisedMatrix:
    """What the fluid adds to a matrix, in the coordinates of modes, of one field at nodes or of linked substructures.

    words  those of the modes, the field and the substructures; one of them is given
    added  the function of all else that makes the matrix (added_mass, or one of a flow)
    """
    added = added or added_mass
    modes, field, linked = words
    source = next((word for word in words if word in args), None)
    if source is None:
        raise args.wrong(None, f"one of {modes}, {field} and {linked} is needed")
    motions, numbering = Motions(sides.mesh, args.DIST_REFE), args.NUME_DDL_GENE
    if source == field:
        motions.add_field(args[field])
        return GeneralisedMatrix("matr_asse_gene_r", None, added(context, fluid, sides, material_field, load, motions))
    size = args[linked].size if source == linked else len(args[modes].orders)
    if numbering.basis is not args[source] and numbering.size != size:
        raise args.wrong("NUME_DDL_GENE", f"{numbering.name} has {numbering.size} coordinates, {args[source].name} {size} motions")
    kept, every = np.ones(size, bool), args.AVEC_MODE_STAT == "OUI"
    if source == modes:
        motions.add(args[modes])
    else:
        parts = args[linked].parts
        for part in parts:
            motions.add(part.element.basis, part.rotation, part.translation)
        kept = np.array([every or _vibrates(part.element.basis, order) for part in parts for order in part.element.basis.orders])
    matrix = added(context, fluid, sides, material_field, load, motions) * np.outer(kept, kept)
    matrix = matrix[: numbering.size, : numbering.size]
    made = GeneralisedMatrix("matr_asse_gene_r", args[source], matrix.diagonal().copy() if numbering.diagonal else matrix)
    made.links = numbering.links
    return made


def _vibrates(basis, order):
    return basis.parameter("TYPE_MODE", order) == "MODE_DYN"


def added_mass(context, fluid, sides, material_field, load, motions: Motions) -> np.ndarray:
    """(k, k) what the fluid, a model of heat with its load, adds to the mass of motions of its sides."""
    with context.timer("fluid"):
        flows, masses = through(sides, material_field, motions.columns)
        potentials = _solved(fluid, material_field, load, moved_to(masses, sides.dofs, fluid.dofs))
    added = potentials.T @ moved_to(flows, sides.dofs, fluid.dofs)
    return (added + added.T) / 2


def added_force(context, fluid, sides, material_field, load, basis, distance, moved) -> np.ndarray:
    """(k,) what the fluid does to the vectors of a basis when its sides move against it by `moved` (n_nodes of the basis, 3).

    As in code_aster (op0199, calcin) the pressure does not work on the motion of the vectors along Z.
    """
    vectors, whole = Motions(sides.mesh, distance), Motions(sides.mesh, distance)
    vectors.add(basis)
    whole.put(basis, -moved[..., None])
    worked = vectors.columns * np.array([1.0, 1.0, 0.0])[:, None]
    with context.timer("fluid"):
        flows = through(sides, material_field, worked)[0]
        masses = through(sides, material_field, whole.columns)[1]
        potential = _solved(fluid, material_field, load, moved_to(masses, sides.dofs, fluid.dofs))
    return moved_to(flows, sides.dofs, fluid.dofs).T @ potential[:, 0]


def added_by_flow(option: str, potential: np.ndarray):
    """The function as added_mass that makes what a flow adds to the damping ("AMOR_AJOU") or to the stiffness ("RIGI_AJOU").

    potential  (n_nodes,) of the steady flow
    """

    def added(context, fluid, sides, material_field, load, motions: Motions) -> np.ndarray:
        moved = motions.columns
        with context.timer("fluid"):
            flows, masses = through(sides, material_field, moved)
            sources = slip(sides, material_field, moved, potential)
            right = moved_to(np.concatenate([masses, sources], axis=1), sides.dofs, fluid.dofs)
            found = moved_to(_solved(fluid, material_field, load, right), fluid.dofs, sides.dofs)
        first, second = np.split(found, 2, axis=1)
        matrix = _works(sides, material_field, moved, potential, first if option == "AMOR_AJOU" else second)
        if option == "AMOR_AJOU":
            matrix = matrix + flows.T @ second
        return np.tril(matrix) + np.tril(matrix, -1).T

    return added


def _solver(fluid, material_field, load):
    """The conduction of the fluid, what its load imposes, and the solver of what is left."""
    elimination, names = Elimination(load_relations(fluid, [load])), fluid.mesh.node_names
    matrix = fluid.matrix("conduction", fluid.data(material_field))
    return matrix, elimination, elimination.factorised(matrix, True, lambda e: fluid.dofs.describe(e, names))


def _solved(fluid, material_field, load, right):
    """(n, k) the potentials of sources (n, k) on the unknowns of the fluid, zero where they are imposed."""
    _, elimination, solver = _solver(fluid, material_field, load)
    return np.column_stack([elimination.expand(solver.solve(elimination.reduce_vector(own))) for own in right.T])


def steady_potential(fluid, material_field, load, right) -> np.ndarray:
    """(n_nodes,) the potential of a source (n,) with the values that a load imposes, zero off the fluid."""
    matrix, elimination, solver = _solver(fluid, material_field, load)
    held = elimination.offset(0.0)
    found = np.zeros(fluid.mesh.n_nodes)
    found[fluid.dofs.node] = held + elimination.expand(solver.solve(elimination.reduce_vector(right - matrix @ held)))
    return found


def _sides(sides, material_field):
    """The groups of a model of sides that are sides: (group, data, equations)."""
    for group, data, equations in zip(sides.groups, sides.data(material_field), sides.assembler.equations):
        if isinstance(group.element, Side):
            yield group, data, equations


def slip(sides, material_field, motions, potential):
    """(n, k) the sources of the potential by motions (n_nodes, 3, k) of sides in a steady flow (n_nodes,)."""
    found = np.zeros((sides.dofs.size, motions.shape[-1]))
    for group, data, equations in _sides(sides, material_field):
        for i in range(motions.shape[-1]):
            own = motions[group.nodes, :, i], potential[group.nodes], data.property("heat_capacity")
            np.add.at(found[:, i], equations, slip_source(group.element, data.coordinates, *own))
    return found


def _works(sides, material_field, motions, potential, others):
    """(k, k) the work of the steady flow and of other potentials (n, k), one a column, on motions, one a row."""
    found = np.zeros((motions.shape[-1], others.shape[1]))
    for group, data, equations in _sides(sides, material_field):
        for i in range(len(found)):
            matrix = slip_matrix(group.element, data.coordinates, motions[group.nodes, :, i])
            found[i] += contracted("em,emn,enk->k", potential[group.nodes], matrix, others[equations])
    return found


def through(sides, material_field, motions):
    """A x and rho A x of motions (n_nodes, 3, k), (n, k) each on the unknowns of the sides."""
    flows, masses = (np.zeros((sides.dofs.size, motions.shape[-1])) for _ in range(2))
    for group, data, equations in _sides(sides, material_field):
        at_points = np.einsum("gn,enik->egik", group.element.point_functions, motions[group.nodes])
        own = contracted(
            "egi,egik,gn->enk", group.element.normals(data.coordinates), at_points, group.element.point_functions
        )
        density = data.property("heat_capacity")
        np.add.at(flows, equations, own)
        np.add.at(masses, equations, density[:, None, None] * own)
    return flows, masses
