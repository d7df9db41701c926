"""Meshes of MED files, versions 2.x to 4.x, read with h5py.

A MED file is HDF5. Coordinates and connectivity are stored component by component (all x, then all y; first nodes of all
cells, then second nodes). A node or a cell belongs to one family; a family lists the groups that it is part of. Families of
nodes have positive numbers, those of cells negative ones. MED 3 and 4 keep the mesh under a computation step and the
families under /FAS; MED 2 keeps both under the mesh.
"""

from __future__ import annotations

import os

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.cell_types import MED_ORDER as ORDER
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.io.errors import FileProblem, read_bytes

FORMAT = "MED"
EXTENSIONS = (".mmed", ".med")

MED_NAMES = {
    "POI1": "PO1",
    "SEG2": "SE2",
    "SEG3": "SE3",
    "SEG4": "SE4",
    "TRIA3": "TR3",
    "TRIA6": "TR6",
    "TRIA7": "TR7",
    "QUAD4": "QU4",
    "QUAD8": "QU8",
    "QUAD9": "QU9",
    "TETRA4": "TE4",
    "TETRA10": "T10",
    "PENTA6": "PE6",
    "PENTA15": "P15",
    "PENTA18": "P18",
    "PYRAM5": "PY5",
    "PYRAM13": "P13",
    "HEXA8": "HE8",
    "HEXA20": "H20",
    "HEXA27": "H27",
}

LONGEST_GROUP_NAME = 24


def recognises(head: bytes) -> bool:
    """Whether a file that starts so is HDF5, as MED files are."""
    return head.startswith(b"\x89HDF\r\n")


def mesh_names(path) -> list[str]:
    """The names of the meshes of a MED file."""
    with open_file(path) as file:
        return list(_meshes(file, path))


def read_mesh(path, name: str | None = None) -> Mesh:
    """One mesh of a MED file: the one called `name`, else the first.

    Groups whose name is longer than 24 characters are left out, as code_aster leaves them out (the mesh's notes say so);
    empty groups too. FileProblem when the file is missing, empty, cut short or no MED.
    """
    with open_file(path) as file:
        meshes = _meshes(file, path)
        if name is not None and name not in meshes:
            raise FileProblem(path, f"no mesh is called {name}; the file has {', '.join(meshes)}")
        name = name if name is not None else next(iter(meshes))
        try:
            return _read(file, path, name, meshes[name])
        except (KeyError, OSError, ValueError, TypeError, RuntimeError) as error:
            raise FileProblem(path, f"mesh {name} is damaged or cut short ({error})") from None


def open_file(path):
    """The HDF5 file, for reading; FileProblem where it is missing, empty or damaged."""
    if not os.path.isfile(path) or not os.path.getsize(path):
        read_bytes(path)  # says in plain words what HDF5 would say in its own
    import h5py

    try:
        return h5py.File(path, "r")
    except OSError:
        raise FileProblem(path, "this is no MED file, or it is damaged or cut short") from None


def _meshes(file, path):
    root = file.get("ENS_MAA")
    if root is None or not len(root):
        raise FileProblem(path, "the file holds no mesh")
    return {key: root[key] for key in root}


def _read(file, path, name, root):
    step = root if "NOE" in root else root[_first_step(root)]
    dimension = int(root.attrs["ESP"] if "ESP" in root.attrs else root.attrs["DIM"])
    coordinates = step["NOE/COO"][()].reshape(dimension, -1).T
    if not np.isfinite(coordinates).all():
        node = int(np.flatnonzero(~np.isfinite(coordinates).all(1))[0])
        raise FileProblem(path, f"mesh {name}: a coordinate of node {node + 1} is not a number")
    n_nodes = len(coordinates)

    blocks, families, names = [], [], []
    count = 0
    cells = step.get("MAI", {})
    for type_name, med_name in MED_NAMES.items():
        if med_name not in cells or "NOD" not in cells[med_name]:
            continue
        group = cells[med_name]
        nodes = group["NOD"][()].reshape(CELL_TYPES[type_name].n_nodes, -1).T
        if nodes.size and (nodes.min() < 1 or nodes.max() > n_nodes):
            raise FileProblem(path, f"mesh {name}: a cell {type_name} refers to a node that does not exist")
        if type_name in ORDER:
            nodes = nodes[:, ORDER[type_name]]
        size = len(nodes)
        blocks.append(CellBlock(type_name, np.ascontiguousarray(nodes - 1, np.int32), np.arange(count, count + size)))
        families.append(group["FAM"][()] if "FAM" in group else np.zeros(size, int))
        names.append(_names_or_none(group))
        count += size

    groups_of = _families(file, name, root)
    node_families = step["NOE/FAM"][()] if "FAM" in step["NOE"] else np.zeros(n_nodes, int)
    cell_families = np.concatenate(families) if families else np.zeros(0, int)
    node_groups = _groups(node_families, groups_of, 1)
    cell_groups = _groups(cell_families, groups_of, -1)
    shared = step["NOE/GLB"][()] if "JNT" in file and "GLB" in step["NOE"] else None
    too_long = [group for group in {**node_groups, **cell_groups} if len(group) > LONGEST_GROUP_NAME]
    mesh = Mesh(
        coordinates,
        blocks,
        {group: ids for group, ids in node_groups.items() if group not in too_long},
        {group: ids for group, ids in cell_groups.items() if group not in too_long},
        space_dimension=3 if dimension == 3 else 2,
        node_names=_lazy([_names_or_none(step["NOE"])]),
        cell_names=_lazy(names),
        notes=[f"group {group} is left out: its name has more than {LONGEST_GROUP_NAME} characters" for group in too_long],
    )
    mesh.shared_numbers = shared
    return mesh


def _first_step(root):
    steps = [key for key in root if key != "FAS"]
    if not steps:
        raise KeyError("it has no computation step")
    return steps[0]


def _families(file, name, root):
    """Family number -> names of its groups."""
    families = root.get("FAS")
    if families is None:
        families = file.get(f"FAS/{name}", {})
    groups_of = {}
    for kind in ("NOEUD", "ELEME"):
        for family in families[kind].values() if kind in families else ():
            names = family.get("GRO/NOM")
            width = 80
            text = b"" if names is None else names[()].tobytes()
            number = len(text) // width
            groups_of[int(family.attrs["NUM"])] = [_text(text[i * width : (i + 1) * width]) for i in range(number)]
    return groups_of


def _groups(families, groups_of, sign):
    """Group name -> ascending numbers of the entities whose family lists it."""
    families = families * sign
    order = np.argsort(families, kind="stable")
    present, start = np.unique(families[order], return_index=True)
    stop = np.append(start[1:], len(order))
    entities = {sign * int(f): order[a:b] for f, a, b in zip(present, start, stop, strict=True) if f > 0}
    members = {}
    for number, names in groups_of.items():
        if number in entities:
            for group in names:
                members.setdefault(group, []).append(entities[number])
    return {group: np.unique(np.concatenate(parts)) for group, parts in members.items() if group}


def _names_or_none(group):
    """The raw names (n, 16) of the entities of one type, None where the file has none."""
    if "NOM" not in group:
        return None
    count = int(group["NOM"].attrs["NBR"])
    return group["NOM"][()].tobytes(), count


def _lazy(names):
    """A function that makes the list of names, None where some entities have none."""
    if not names or any(entry is None for entry in names):
        return None

    def decode():
        found = []
        for raw, count in names:
            width = len(raw) // count if count else 0
            found += [_text(raw[i * width : (i + 1) * width]) for i in range(count)]
        return found

    return decode


def _text(raw: bytes) -> str:
    return raw.split(b"\0")[0].decode("latin-1").strip()
