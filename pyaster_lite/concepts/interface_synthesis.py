"""Modes of structures from those of their parts and from motions of the interfaces between them (Craig and Chang's synthesis).

Names are those of code_aster's Applications.dynamic_substructuring: Interface, SubStructure, Structure, macPlot. Each part brings its
modes with blocked interfaces and the static answers to a few motions of each interface, which need not have the same nodes on both
sides; parts are tied by giving both sides the same share of each of these motions.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import STUDY
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.matrix import GeneralisedMatrix, GeneralisedVector
from pyaster_lite.concepts.mesh_shapes import point_cloud
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.dofs import Dofs

COMPONENTS = ("DX", "DY", "DZ", "PRES")
_PRESSURE = 1e5
"""What interface pressures are scaled by (Pa)."""


def interface_motions(places: np.ndarray, solid: bool, fluid: bool) -> list[np.ndarray]:
    """Motions (n, 4) of points (n, 3) of an interface: displacements and pressure, in its mean plane around its middle.

    fluid  a constant pressure and two linear ones;  solid  three translations, three rotations, a breathing and two ovalisations
    """
    centred = places - places.mean(axis=0)
    flat = np.flatnonzero(abs(centred).max(axis=0) < 1e-12)
    frame = np.eye(3)
    if len(flat):
        frame[:, [2, flat[0]]] = frame[:, [flat[0], 2]]
    else:
        frame = np.linalg.svd(centred.T)[0]
    x, y, _ = frame.T @ centred.T
    x, y = x - (x.max() + x.min()) / 2, y - (y.max() + y.min()) / 2
    radius, angle = np.hypot(x, y), np.arctan2(y, x)
    largest, zero = radius.max(), np.zeros(len(places))
    found = []
    for pressure in (np.ones(len(places)), x / largest, y / largest) if fluid else ():
        found.append(np.stack([zero, zero, zero, _PRESSURE * pressure], axis=1))
    moved = [np.tile(row, (len(places), 1)) for row in np.eye(3)]
    moved += [np.stack([zero, zero, radius * np.cos(angle + turn) / largest], axis=1) for turn in (0.0, np.pi / 2)]
    moved += [np.stack([y, -x, zero], axis=1) / largest]
    around = np.stack([np.cos(angle), np.sin(angle), zero], axis=1)
    moved += [around, *(around * np.sin(2 * angle + turn)[:, None] for turn in (0.0, np.pi / 2))]
    for motion in moved if solid else ():
        found.append(np.column_stack([motion @ frame.T, zero]))
    return found


def import_array(np_array, reference_matrix=None):
    """A generalised matrix (n, n) or vector (n,) of numbers, on the basis of another such matrix, or on one of its own: n points that
    move along X one at a time."""
    array = np.asarray(np_array)
    basis = _points(len(array)) if reference_matrix is None else reference_matrix.basis
    letter = "c" if np.iscomplexobj(array) else "r"
    if array.ndim == 1:
        return GeneralisedVector(f"vect_asse_gene_{letter}", basis, array)
    return GeneralisedMatrix(f"matr_asse_gene_{letter}", basis, array)


def _points(count):
    mesh = point_cloud(np.arange(float(count))[:, None] * [1.0, 0.0, 0.0])
    basis = Modes("mode_meca", Dofs.of_elements(count, [(np.arange(count)[:, None], (("DX",),))]), mesh)
    for order, vector in enumerate(np.eye(count), 1):
        basis.store_mode(order, vector, {"NUME_MODE": order})
    return basis


class Interface:
    """A surface that two parts share: a group of cells of the same name in both; RuntimeError where one lacks it."""

    def __init__(self, sub1, sub2, interfaceName):
        self.sub1, self.sub2, self.name = sub1, sub2, interfaceName
        if not all(interfaceName in sub.mesh.cell_groups for sub in (sub1, sub2)):
            raise RuntimeError(f"Each substructure must have a group of cells named {interfaceName}")

    def computeInterfaceDofs(self, dofsType):
        """Choose the motions for a "Structure", a "Fluid" or both, "IFS"; ValueError for something else."""
        if dofsType not in ("Structure", "Fluid", "IFS"):
            raise ValueError("dofsType is Structure, Fluid or IFS")
        nodes = [_nodes(sub.mesh, self.name) for sub in (self.sub1, self.sub2)]
        places = np.concatenate([sub.mesh.coordinates[own] for sub, own in zip((self.sub1, self.sub2), nodes)])
        motions = interface_motions(places, dofsType != "Fluid", dofsType != "Structure")
        split = len(nodes[0])
        self.sub1.setInterfaceData(self.name, nodes[0], [motion[:split] for motion in motions])
        self.sub2.setInterfaceData(self.name, nodes[1], [motion[split:] for motion in motions])


def _nodes(mesh, name):
    return mesh.node_groups[name] if name in mesh.node_groups else mesh.nodes_in([], [name])


class SubStructure:
    """A part: its stiffness, whose relations block supports and interfaces, its mass, and the modes that belong to them."""

    def __init__(self, stiffness, mass, modes):
        self.stiffness, self.mass, self.modes = stiffness, mass, modes
        self.mesh, self.dofs = stiffness.model.mesh, stiffness.dofs
        self.lIName, self._interfaces, self.iModes = [], [], None

    def setInterfaceData(self, name, nodes, motions):
        """The motions (n, 4) of the nodes (n,) of an interface."""
        self.lIName.append(name)
        self._interfaces.append((np.asarray(nodes, int), motions))

    def computeInterfaceModes(self, resi_rela=1e-5):
        """The static answers to the motions of the interfaces, as a result (MULT_ELAS)."""
        run, relations = STUDY.get().run, self.stiffness.relations
        still = NodeField(self.mesh, "DEPL_R", self.dofs.components, self.dofs.at_nodes(np.zeros(self.dofs.size)))
        self.iModes = Result("mult_elas", self.mesh, self.stiffness.model)
        for nodes, motions in self._interfaces:
            for motion in motions:
                wanted = np.zeros((self.mesh.n_nodes, len(COMPONENTS)))
                wanted[nodes] = motion
                columns = [COMPONENTS.index(name) if name in COMPONENTS else -1 for name in self.dofs.components]
                table = np.column_stack([wanted, np.zeros(len(wanted))])[:, columns]
                right = still.copy()
                right.imposed = ((relations.matrix, relations.matrix @ table[self.dofs.node, self.dofs.component]),)
                order = len(self.iModes.orders) + 1
                self.iModes.store(order, {}, {"DEPL": run("RESOUDRE", MATR=self.stiffness, CHAM_NO=right)})
        return self.iModes

    def shapes(self) -> np.ndarray:
        """(n, modes and static answers) on the unknowns."""
        return np.column_stack(
            [_on(result.field("DEPL", order), self.dofs) for result in (self.modes, self.iModes) for order in result.orders]
        )

    def exportModesToAsterResult(self, frequencies, vectors, precision=None):
        """A result (MODE_MECA) of modes (n, m) at frequencies (m,), in Hz."""
        made = Result("mode_meca", self.mesh, self.stiffness.model)
        for order, (frequency, vector) in enumerate(zip(frequencies, vectors.T), 1):
            field = NodeField(self.mesh, "DEPL_R", self.dofs.components, self.dofs.at_nodes(vector.real))
            made.store(order, {"FREQ": float(frequency.real), "NUME_MODE": order}, {"DEPL": field})
        return made


class Structure:
    """Parts and the interfaces between them."""

    def __init__(self, lSubS, lInterfaces):
        self.lSubS, self.lInterfaces = list(lSubS), list(lInterfaces)
        self.Kredred = self.Mredred = None

    def computeGlobalModes(self, nmodes=None, precision=None):
        """(frequencies in Hz, a result for each part) of the lowest modes: all but two where their number is not given."""
        from scipy.linalg import block_diag, eig, null_space  # every session has this class, few need it

        shapes = [sub.shapes() for sub in self.lSubS]
        kernel = null_space(self._ties(shapes))
        self.Kredred, self.Mredred = (
            kernel.T @ block_diag(*(own.T @ (matrix(sub) @ own) for sub, own in zip(self.lSubS, shapes))) @ kernel
            for matrix in (lambda sub: sub.stiffness.matrix, lambda sub: sub.mass.matrix)
        )
        values, vectors = eig(self.Kredred, self.Mredred)
        kept = np.flatnonzero(np.isfinite(values))
        kept = kept[np.argsort(abs(values[kept]))][: nmodes or len(values) - 2]
        frequencies = np.sqrt(values[kept].astype(complex)).real / (2 * np.pi)
        vectors = vectors[:, kept] * np.exp(-1j * np.angle(vectors[0, kept]))
        whole, results, start = kernel @ vectors, [], 0
        for sub, own in zip(self.lSubS, shapes):
            results.append(sub.exportModesToAsterResult(frequencies, own @ whole[start : start + own.shape[1]], precision))
            start += own.shape[1]
        return frequencies, results

    def _ties(self, shapes):
        """(motions of all interfaces, all shapes): what must vanish, the difference of the shares on both sides."""
        starts = np.cumsum([0, *(own.shape[1] for own in shapes)])
        rows = []
        for interface in self.lInterfaces:
            sides = []
            for sub in (interface.sub1, interface.sub2):
                first = starts[self.lSubS.index(sub)] + len(sub.modes.orders)
                each = len(sub.iModes.orders) // len(sub.lIName)
                sides.append(first + each * sub.lIName.index(interface.name) + np.arange(each))
            for one, other in zip(*sides):
                rows.append(np.zeros(starts[-1]))
                rows[-1][[one, other]] = 1.0, -1.0
        return np.array(rows)

    def getMatrices(self, format="numpy"):
        """The reduced stiffness and mass as arrays ("numpy") or as generalised matrices ("aster"); ValueError for another format."""
        if format not in ("numpy", "aster"):
            raise ValueError("format must be 'numpy' or 'aster'")
        if format == "numpy":
            return self.Kredred, self.Mredred
        stiffness = import_array(self.Kredred)
        return stiffness, import_array(self.Mredred, stiffness)


def macPlot(lres1, lres2, lmass, fluid_material=None, massprod=True, normalize=True, list1=None, list2=None, dof=None, **_):
    """The assurance criterion (modes of lres2, modes of lres1) of modes, given as one result or one for each part, in the norm of the mass.

    list1, list2  storage orders, all by default;  dof  components that count, all by default
    The left vectors of displacements are weighed by rho (2 pi f)**2; f is taken by place in the list of frequencies.
    """
    results1, results2, masses = (list(given) if isinstance(given, (list, tuple)) else [given] for given in (lres1, lres2, lmass))
    orders1 = list(list1 or range(1, min(len(result.orders) for result in results1) + 1))
    orders2 = list(list2 or range(1, min(len(result.orders) for result in results2) + 1))
    density = fluid_material.laws["FLUIDE"]["RHO"] if fluid_material is not None else 1.0
    products = np.zeros((3, len(orders2), len(orders1)))
    for one, two, mass in zip(results1, results2, masses):
        dofs = mass.dofs
        names = np.array(dofs.components)[dofs.component]
        rows = np.flatnonzero(np.isin(names, dof)) if dof else np.arange(dofs.size)
        weight = mass.matrix[rows][:, rows] if massprod else np.eye(len(rows))
        moving = np.isin(names[rows], ("DX", "DY", "DZ"))
        right, left = [], []
        for result, orders in ((one, orders1), (two, orders2)):
            fields = (result.field("DEPL", order) for order in orders)
            right.append(np.stack([_on(field, dofs)[rows] for field in fields], axis=1))
            speed = (2 * np.pi * result.frequencies[: len(orders)]) ** 2
            left.append(np.where(moving[:, None], density * speed * right[-1], right[-1]))
        products[0] += (left[0].T @ (weight @ right[1])).T
        products[1] += np.diag(left[0].T @ (weight @ right[0]))
        products[2] += np.diag(left[1].T @ (weight @ right[1]))[:, None]
    mac = products[0] ** 2 / products[1] / products[2]
    return mac / mac.max(axis=0) if normalize else mac


def _on(field, dofs):
    """(n,) a field on the unknowns."""
    places = [field.components.index(name) for name in dofs.components]
    return np.nan_to_num(field.values[:, places][dofs.node, dofs.component])
