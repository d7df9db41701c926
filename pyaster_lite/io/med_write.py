"""Meshes into MED files, through medcoupling (imported only here and when asked for)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import CellBlock
from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.med import MED_NAMES, ORDER

_GEOMETRY = {
    "POI1": "NORM_POINT1",
    "TRIA3": "NORM_TRI3",
    "TRIA6": "NORM_TRI6",
    "TRIA7": "NORM_TRI7",
    "PYRAM5": "NORM_PYRA5",
    "PYRAM13": "NORM_PYRA13",
}


WRITTEN_AS = {"TETRA15": "TETRA10", "PYRAM19": "PYRAM13", "PENTA21": "PENTA18", "HEXA9": "HEXA8", "PENTA7": "PENTA6"}
"""Types that MED does not have, and those that code_aster writes in their place: the last nodes are left out."""


def med_mesh(mesh, name: str):
    """The mesh as a medcoupling MEDFileUMesh called `name`: nodes, cells with their numbers, groups of both.

    Within one dimension, cells come type by type in the order of `by_dimension(mesh)`. FileProblem where a type of cell
    does not exist in MED, or where medcoupling is not installed.
    """
    mc = load_medcoupling()
    unknown = next((block.type for block in mesh.blocks if WRITTEN_AS.get(block.type, block.type) not in MED_NAMES), None)
    if unknown:
        raise FileProblem(name, f"the MED format has no cell type {unknown}")
    columns = mesh.space_dimension
    coordinates = mc.DataArrayDouble(np.ascontiguousarray(mesh.coordinates[:, :columns]))
    coordinates.setInfoOnComponents(["X", "Y", "Z"][:columns])
    result = mc.MEDFileUMesh()
    result.setName(name)
    result.setCoords(coordinates)
    top = max((block.dim for block in mesh.blocks), default=0)
    numbers = {}
    for dim, blocks in by_dimension(mesh).items():
        part = mc.MEDCouplingUMesh(name, dim)
        part.setCoords(coordinates)
        code, codes = [], []
        for block in blocks:
            geometry = getattr(mc, _GEOMETRY.get(block.type, f"NORM_{block.type}"))
            nodes = block.nodes
            if block.type in ORDER:
                nodes = np.empty_like(nodes)
                nodes[:, ORDER[block.type]] = block.nodes
            code.append(np.column_stack([np.full(len(block), geometry), nodes]).ravel())
            codes.append(np.full(len(block), nodes.shape[1] + 1))
        index = np.concatenate([[0], np.cumsum(np.concatenate(codes))])
        part.setConnectivity(id_array(mc, np.concatenate(code)), id_array(mc, index), True)
        result.setMeshAtLevel(dim - top, part)
        numbers[dim] = np.concatenate([block.cells for block in blocks])
        result.setRenumFieldArr(dim - top, id_array(mc, numbers[dim] + 1))
    _set_groups(mc, result, mesh, numbers, top)
    return result


def by_dimension(mesh) -> dict:
    """The blocks of the mesh by dimension, highest first, as and in the order in which a MED file holds them."""
    order = sorted(map(_written, mesh.blocks), key=lambda block: (-block.dim, block.nodes.shape[1], block.type))
    found = {}
    for block in order:
        if len(block):
            found.setdefault(block.dim, []).append(block)
    return found


def _written(block):
    kind = WRITTEN_AS.get(block.type, block.type)
    return CellBlock(kind, block.nodes[:, : CELL_TYPES[kind].n_nodes], block.cells)


def write_mesh(path, mesh, name: str = ""):
    """Write the mesh into a new MED file; FileProblem where that cannot be done."""
    file = med_mesh(mesh, name or mesh.name or "MESH")
    try:
        file.write(str(path), 2)
    except Exception as error:  # medcoupling has one exception class for everything
        raise FileProblem(path, f"the file cannot be written ({str(error).splitlines()[0]})") from None


def _set_groups(mc, result, mesh, numbers, top):
    levels = [(1, mesh.node_groups, np.arange(mesh.n_nodes))]
    for dim, cells in numbers.items():
        place = np.full(mesh.n_cells, -1)
        place[cells] = np.arange(len(cells))
        levels.append((dim - top, mesh.cell_groups, place))
    for level, groups, place in levels:
        arrays = []
        for name, ids in groups.items():
            inside = np.sort(place[ids][place[ids] >= 0])
            if len(inside):
                array = id_array(mc, inside)
                array.setName(name)
                arrays.append(array)
        if arrays:
            result.setGroupsAtLevel(level, arrays)


def id_array(mc, values):
    """Integers as medcoupling's own array of them."""
    kind = np.int64 if mc.MEDCouplingSizeOfIDs() == 64 else np.int32
    return mc.DataArrayInt(np.ascontiguousarray(values, kind))


def load_medcoupling():
    """The library; FileProblem where it is not installed (there is no wheel for macOS)."""
    try:
        import medcoupling
    except ImportError:
        raise FileProblem("medcoupling", "writing MED files needs the library medcoupling, which is not installed here") from None
    return medcoupling
