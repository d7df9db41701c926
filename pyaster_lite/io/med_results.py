"""Fields and results into MED files, through medcoupling (imported only here and in med_write, when asked for).

A field at nodes becomes ON_NODES, ELGA ON_GAUSS_PT with its localisation, ELNO ON_GAUSS_NE, ELEM ON_CELLS; cells of one node
have one value, ON_CELLS in all cases. Sub-points are written as so many points of the cell. Places that carry nothing are left
out by a profile; a component that a written place does not carry is 0, as code_aster writes it.
"""

from __future__ import annotations

import os
from zlib import crc32

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import ElementBlock, NodeField
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.med import ORDER
from pyaster_lite.io.med_write import WRITTEN_AS, by_dimension, id_array, load_medcoupling, med_mesh

NO_STEP = (0.0, -1, -1)
"""The step of a field that belongs to no instant."""
VERSIONS = {"3.3.1": "write33", "4.0.0": "write40", "4.1.0": "write41"}
_ADD, _CREATE = 0, 2


class MedResults:
    """A MED file that meshes and fields are added to; what it holds already stays. A context manager: fields are written at its end.

    `version` is that of the format for a new file, see VERSIONS; one that exists keeps its own.
    """

    def __init__(self, path, version: str = "3.3.1"):
        self.path, self._write = str(path), VERSIONS[version]
        self._mc = load_medcoupling()
        self._meshes, self._series = {}, {}
        self._present = set(self._mc.GetMeshNames(self.path)) if os.path.exists(self.path) else set()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            for series in self._series.values():
                self._store(series)

    def add_mesh(self, mesh, name: str = ""):
        """Write the mesh with its groups, unless the file has one of that name."""
        name = name or mesh.name or "MESH"
        if name not in self._present:
            self._store(self._med_mesh(mesh, name))
            self._present.add(name)

    def add_field(self, field, name: str, step=NO_STEP, components=None, nodes=None, cells=None) -> bool:
        """Put down one field (real) as the step (time, iteration, order) of the MED field `name`, its mesh first.

        `components`, `nodes` and `cells` restrict it; returns False when nothing is left to write.
        """
        names = [c for c in field.components if components is None or c in components]
        self.add_mesh(field.mesh)
        file_mesh = self._med_mesh(field.mesh, field.mesh.name or "MESH")
        step_file = self._mc.MEDFileField1TS()
        if isinstance(field, NodeField):
            parts = self._nodal(field, names, nodes)
        else:
            parts = self._cellwise(field, names, cells)
        written = False
        for level, med_field, places in parts:
            med_field.setName(name)
            med_field.setTime(*step)
            med_field.getArray().setInfoOnComponents(names)
            profile = id_array(self._mc, places)
            profile.setName(f"PROFILE_{_mark(places)}")
            step_file.setFieldProfile(med_field, file_mesh, level, profile)
            written = True
        for old in step_file.getLocs() if written else ():
            rule = step_file.getLocalization(old)
            places = np.array(rule.getRefCoords() + rule.getGaussCoords() + rule.getGaussWeights())
            step_file.changeLocName(old, f"POINTS_{rule.getNumberOfGaussPoints()}_{_mark(places)}")
        if written:
            self._series.setdefault(name, self._mc.MEDFileFieldMultiTS()).pushBackTimeStep(step_file)
        return written

    def _store(self, part):
        try:
            getattr(part, self._write)(self.path, _ADD if os.path.exists(self.path) else _CREATE)
        except self._mc.InterpKernelException as error:
            reason = str(error).strip().splitlines()[0]
            raise FileProblem(self.path, f"medcoupling cannot write it ({reason})") from None

    def _med_mesh(self, mesh, name):
        if id(mesh) not in self._meshes:
            self._meshes[id(mesh)] = med_mesh(mesh, name)
        return self._meshes[id(mesh)]

    def _nodal(self, field, names, nodes):
        values = field.values[:, [field.components.index(name) for name in names]]
        present = ~np.isnan(values)
        chosen = present.any(axis=1)
        if nodes is not None:
            chosen &= np.isin(np.arange(len(chosen)), nodes)
        profile = np.flatnonzero(chosen)
        if len(profile) and names:
            file_mesh = self._med_mesh(field.mesh, field.mesh.name or "MESH")
            yield 0, self._field(self._mc.ON_NODES, file_mesh.getMeshAtLevel(0), np.where(present, values, 0.0)[profile]), profile

    def _cellwise(self, field, names, cells):
        mc, mesh = self._mc, field.mesh
        file_mesh = self._med_mesh(mesh, mesh.name or "MESH")
        location = "ELGA" if field.sub > 1 else field.location
        kind = {"ELGA": mc.ON_GAUSS_PT, "ELNO": mc.ON_GAUSS_NE, "ELEM": mc.ON_CELLS, "CART": mc.ON_CELLS}[location]
        by_dim = by_dimension(mesh)
        top = max(by_dim, default=0)
        for dim, blocks in by_dim.items():
            place = np.full(mesh.n_cells, -1)
            ordered = np.concatenate([block.cells for block in blocks])
            place[ordered] = np.arange(len(ordered))
            pieces = [piece for block in field.blocks for piece in _pieces(block, names, place, cells, mesh, location)]
            pieces.sort(key=lambda piece: piece.places[0])
            if not pieces:
                continue
            profile = np.concatenate([piece.places for piece in pieces])
            order = np.argsort(profile, kind="stable")
            values = _in_order(pieces, order)
            at_points = location == "ELGA" and dim > 0
            discretisation = kind if dim else mc.ON_CELLS
            med_field = self._field(discretisation, file_mesh.getMeshAtLevel(dim - top)[id_array(mc, profile[order])], values)
            if at_points:
                rank = np.empty(len(order), int)
                rank[order] = np.arange(len(order))
                start = 0
                for piece in pieces:
                    rows = rank[start : start + len(piece.places)]
                    start += len(piece.places)
                    med_field.setGaussLocalizationOnCells(id_array(mc, rows), *_localisation(piece.block, piece.type))
            yield dim - top, med_field, profile[order]

    def _field(self, kind, mesh, values):
        mc = self._mc
        med_field = mc.MEDCouplingFieldDouble(kind, mc.ONE_TIME)
        med_field.setMesh(mesh)
        med_field.setArray(mc.DataArrayDouble(np.ascontiguousarray(values)))
        return med_field


class _Piece:
    """Rows of one block on one cell type: `places` in the file's level, `values` (n, n_points, n_components)."""

    def __init__(self, block, cell_type, places, values):
        self.block, self.type, self.places, self.values = block, cell_type, places, values


def _pieces(block: ElementBlock, names, place, cells, mesh, location):
    """What a block gives to one dimension of the mesh, type by type."""
    keep = place[block.cells] >= 0
    if cells is not None:
        keep &= np.isin(block.cells, cells)
    values = np.zeros((len(block.cells), block.values.shape[1], len(names)))
    carried = np.zeros(len(block.cells), bool)
    for column, name in enumerate(names):
        if name in block.components:
            found = block.values[:, :, block.components.index(name)]
            values[:, :, column] = np.where(np.isnan(found), 0.0, found)
            carried |= ~np.isnan(found).all(axis=1)
    rows = np.flatnonzero(keep & carried)
    types = np.array([WRITTEN_AS.get(kind, kind) for kind in mesh.cell_type(block.cells[rows])] if len(rows) else [])
    for cell_type in dict.fromkeys(types.tolist()):
        chosen = rows[types == cell_type]
        part = values[chosen]
        if location == "ELNO":
            part = part[:, : CELL_TYPES[cell_type].n_nodes]
        if location == "ELNO" and cell_type in ORDER:
            turned = np.empty_like(part)
            turned[:, ORDER[cell_type]] = part
            part = turned
        yield _Piece(block, cell_type, place[block.cells[chosen]], part)


def _in_order(pieces, order):
    """Values of all cells and points, cells in the order of the file."""
    rows = [row for piece in pieces for row in piece.values]
    return np.concatenate([rows[i] for i in order])


def _localisation(block, cell_type):
    """Reference nodes, points and weights, flat, of the points of a block on a cell type."""
    cell = reference_cell(cell_type)
    n_points = block.values.shape[1]
    rule = getattr(block.element, "rule", None)
    nodes = cell.nodes
    if cell_type in ORDER:
        nodes = np.empty_like(cell.nodes)
        nodes[list(ORDER[cell_type])] = cell.nodes
    if rule is not None and len(rule()) == n_points:
        points, weights = rule().points, rule().weights
        if points.shape[1] < cell.nodes.shape[1]:
            # points on a side of a flat cell
            points = block.element.point_functions @ cell.nodes
    else:
        points = np.repeat(cell.nodes[: cell.corners].mean(0, keepdims=True), n_points, 0)
        weights = np.full(n_points, cell.volume / n_points)
    return nodes.ravel().tolist(), points.ravel().tolist(), weights.tolist()


def _mark(values) -> str:
    """A name for a content: MED wants one name for one profile or localisation in a file."""
    return f"{crc32(np.ascontiguousarray(values).tobytes()):08x}"
