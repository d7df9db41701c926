"""Meshes of gmsh, formats 1, 2 and 4, with the groups that code_aster makes of them.

Format 1: a cell bears the number n of its physical group, which becomes GMn. Format 2 and 4: only named physical groups become
groups, under their name cut to 8 characters. Cells are numbered by gmsh's types (segments, triangles, quadrangles, tetrahedra,
...), then as in the file; a node of no cell is left out; a group of one point becomes a group of nodes too. Source: u7.01.31.
Text of format 1 and 2 is read here; format 4 and binary files through meshio.
"""

from __future__ import annotations

import re

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks
from pyaster_lite.io.errors import FileProblem, read_bytes

FORMAT = "GMSH"
EXTENSIONS = (".msh",)

# gmsh's type number: (code_aster's type, gmsh's number of nodes); the numbers give the order of the cells.
TYPES = {
    1: ("SEG2", 2), 2: ("TRIA3", 3), 3: ("QUAD4", 4), 4: ("TETRA4", 4), 5: ("HEXA8", 8), 6: ("PENTA6", 6), 7: ("PYRAM5", 5),
    8: ("SEG3", 3), 9: ("TRIA6", 6), 10: ("QUAD8", 9), 11: ("TETRA10", 10), 12: ("HEXA27", 27), 13: ("PENTA18", 18), 14: ("PYRAM13", 14),
    15: ("POI1", 1), 16: ("QUAD8", 8), 17: ("HEXA20", 20), 18: ("PENTA15", 15), 19: ("PYRAM13", 13),
}  # fmt: skip
# code_aster's local node i is gmsh's node ORDER[type][i], where they differ.
ORDER = {
    "TETRA10": (0, 1, 2, 3, 4, 5, 6, 7, 9, 8),
    "PYRAM13": (0, 1, 2, 3, 4, 5, 8, 10, 6, 7, 9, 11, 12),
    "PENTA15": (0, 1, 2, 3, 4, 5, 6, 9, 7, 8, 10, 11, 12, 14, 13),
    "PENTA18": (0, 1, 2, 3, 4, 5, 6, 9, 7, 8, 10, 11, 12, 14, 13, 15, 17, 16),
    "HEXA20": (0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 10, 12, 14, 15, 16, 18, 19, 17),
    "HEXA27": (0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 10, 12, 14, 15, 16, 18, 19, 17, 20, 21, 23, 24, 22, 25, 26),
}
# meshio's name: gmsh's type number; and code_aster's local node i is meshio's node MESHIO_ORDER[type][i].
MESHIO_TYPES = {
    "line": 1, "triangle": 2, "quad": 3, "tetra": 4, "hexahedron": 5, "wedge": 6, "pyramid": 7, "line3": 8, "triangle6": 9, "quad9": 10,
    "tetra10": 11, "hexahedron27": 12, "wedge18": 13, "pyramid14": 14, "vertex": 15, "quad8": 16, "hexahedron20": 17, "wedge15": 18,
    "pyramid13": 19,
}  # fmt: skip
MESHIO_ORDER = {
    "PENTA15": (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11),
    "PENTA18": (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11, 15, 16, 17),
    "HEXA20": (*range(12), 16, 17, 18, 19, 12, 13, 14, 15),
    "HEXA27": (*range(12), 16, 17, 18, 19, 12, 13, 14, 15, 24, 22, 21, 23, 20, 25, 26),
}
LONGEST_NAME = 8


def recognises(head: bytes) -> bool:
    """Whether a file that starts so is one of gmsh's."""
    return head.lstrip().startswith((b"$NOD", b"$MeshFormat", b"$Comments"))


def read_mesh(path) -> Mesh:
    """The mesh of a gmsh file; FileProblem names the line where a text file stops making sense."""
    content = read_bytes(path)
    version = _version(path, content)
    if version in (1, 2):
        return _text_mesh(path, content, version)
    return _mesh_through_meshio(path)


def _version(path, content):
    """1 or 2 for text of that format, 0 for anything that meshio must read."""
    if content.lstrip().startswith(b"$NOD"):
        return 1
    header = re.search(rb"\$MeshFormat\s+([\d.]+)\s+([01])\s", content)
    if header is None:
        raise FileProblem(path, "this is no gmsh file: it has neither $MeshFormat nor $NOD")
    if b"$EndElements" not in content:
        raise FileProblem(path, "the file has no $EndElements: it is cut short")
    return 2 if header.group(1).startswith(b"2") and header.group(2) == b"0" else 0


def _text_mesh(path, content, version):
    lines = content.decode("latin-1").splitlines()
    sections = _sections(path, lines)
    node_section, cell_section = ("NOD", "ELM") if version == 1 else ("Nodes", "Elements")
    for section in (node_section, cell_section):
        if section not in sections:
            raise FileProblem(path, f"the file has no section ${section}")
    nodes = _table(path, lines, sections[node_section], float, 4)
    records = _table(path, lines, sections[cell_section], int, None)
    start = sections[cell_section][0] + 2
    numbers, coordinates = np.array([row[0] for row in nodes], int), np.array([row[1:4] for row in nodes])
    bad = np.flatnonzero(~np.isfinite(coordinates).all(axis=1))
    if len(bad):
        raise FileProblem(path, f"a coordinate of node {numbers[bad[0]]} is not a number", sections[node_section][0] + 3 + int(bad[0]))
    by_type, tags = {}, []
    for line, row in enumerate(records, start):
        kind = row[1]
        if kind not in TYPES:
            raise FileProblem(path, f"cells of gmsh's type {kind} have no counterpart in code_aster", line + 1)
        size, first = TYPES[kind][1], 5 if version == 1 else 3 + row[2]
        if len(row) != first + size:
            raise FileProblem(path, f"a cell of type {kind} needs {size} nodes, this line has {len(row) - first}", line + 1)
        by_type.setdefault(kind, []).append((len(tags), row[first:]))
        tags.append(set(row[2:3] if version == 1 else row[3:first]))
    named = version == 2 and "PhysicalNames" in sections
    groups = _named_groups(path, lines, sections) if named else _numbered_groups(row[2 if version == 1 else 3] for row in records)
    return _build(path, numbers, coordinates, by_type, tags, groups, ORDER)


def _sections(path, lines):
    """Name -> (line of $Name, line of its end)."""
    found, opened = {}, None
    for number, line in enumerate(lines):
        if line.startswith("$"):
            word = line[1:].strip()
            if word.upper().startswith("END"):
                if opened is None or word[3:] != opened[0]:
                    raise FileProblem(path, f"{line.strip()} closes no section", number + 1)
                found[opened[0]], opened = (opened[1], number), None
            else:
                opened = word, number
    if opened:
        raise FileProblem(path, f"section ${opened[0]} has no end: the file is cut short", opened[1] + 1)
    return found


def _table(path, lines, section, kind, width):
    """The rows of a counted section as lists of numbers."""
    first, last = section
    rows = []
    try:
        count = int(lines[first + 1])
    except (ValueError, IndexError):
        raise FileProblem(path, f"{lines[first].strip()} is not followed by a count", first + 2) from None
    for number in range(first + 2, last):
        words = lines[number].split()
        try:
            rows.append([kind(word) for word in words])
        except ValueError:
            raise FileProblem(path, f"expected numbers, found: {lines[number].strip()}", number + 1) from None
        if len(words) < (width or 3):
            raise FileProblem(path, f"this line is too short: {lines[number].strip()}", number + 1)
    if len(rows) != count:
        raise FileProblem(path, f"{lines[first].strip()} announces {count} lines but has {len(rows)}", first + 2)
    return rows


def _numbered_groups(tags):
    """[(name, number, None)] of cells that have numbers of physical groups and no names, in the order in which they are met."""
    return [(f"GM{number}", number, None) for number in dict.fromkeys(tags)]


def _named_groups(path, lines, sections):
    """[(name, number, dimension)] of $PhysicalNames."""
    first, last = sections["PhysicalNames"]
    found = []
    for number in range(first + 2, last):
        match = re.match(r'\s*(\d+)\s+(\d+)\s+"?([^"]*)"?\s*$', lines[number])
        if match is None:
            raise FileProblem(path, f"expected a dimension, a number and a name, found: {lines[number].strip()}", number + 1)
        found.append((match.group(3)[:LONGEST_NAME].strip(), int(match.group(2)), int(match.group(1))))
    return found


def _build(path, numbers, coordinates, by_type, tags, groups, local_order):
    """The mesh from gmsh's numbers: {type: [(place of the cell in the file, its nodes)]}, tags by place, (name, tag, dimension)."""
    if not by_type:
        raise FileProblem(path, "the file holds no cell: it is empty or cut short")
    order = np.argsort(numbers)
    parts, place_of, dims, notes = [], [], [], []
    for kind in sorted(by_type):
        type_name, _ = TYPES[kind]
        nodes = np.array([row for _, row in by_type[kind]])
        local = local_order.get(type_name, range(CELL_TYPES[type_name].n_nodes))
        position = np.minimum(np.searchsorted(numbers, nodes, sorter=order), len(numbers) - 1)
        index = order[position]
        missing = numbers[index] != nodes
        if missing.any():
            raise FileProblem(path, f"a cell refers to node {nodes[missing][0]}, which does not exist")
        places = [place for place, _ in by_type[kind]]
        parts.append((type_name, index[:, list(local)], np.arange(len(place_of), len(place_of) + len(nodes))))
        place_of += places
        dims += [CELL_TYPES[type_name].dim] * len(nodes)
    used = np.zeros(len(numbers), bool)
    for _, nodes, _ in parts:
        used[nodes.ravel()] = True
    new = np.where(used, np.cumsum(used) - 1, -1)
    blocks = merge_blocks([(name, new[nodes], cells) for name, nodes, cells in parts])
    node_groups, cell_groups = {}, {}
    for name, tag, dim in groups:
        cells = np.array([c for c, place in enumerate(place_of) if tag in tags[place] and dim in (None, dims[c])], int)
        if not len(cells):
            continue
        if name in cell_groups:
            notes.append(f"several physical groups are called {name}: only the first is kept")
            continue
        cell_groups[name] = cells
        if len(cells) == 1 and dims[cells[0]] == 0:
            node_groups[name] = _points(blocks, cells)
    return Mesh(coordinates[used], blocks, node_groups, cell_groups, space_dimension=3, notes=notes)


def _points(blocks: list[CellBlock], cells):
    block = next(block for block in blocks if block.type == "POI1")
    return block.nodes[np.searchsorted(block.cells, cells), 0].astype(int)


def _mesh_through_meshio(path):
    """Format 4, and binary files."""
    import contextlib
    import io

    import meshio

    silence = io.StringIO()
    try:
        with contextlib.redirect_stdout(silence), contextlib.redirect_stderr(silence):
            source = meshio.read(path, file_format="gmsh")
    except (Exception, SystemExit) as error:  # meshio raises anything, and even exits
        reason = str(error).strip().splitlines() or ["it is damaged"]
        raise FileProblem(path, f"gmsh file that meshio cannot read: {reason[-1]}") from None
    physical = source.cell_data.get("gmsh:physical", [np.zeros(len(block.data), int) for block in source.cells])
    by_type, tags = {}, []
    for block, marks in zip(source.cells, physical):
        if block.type not in MESHIO_TYPES:
            raise FileProblem(path, f"cells {block.type} have no counterpart in code_aster")
        for row, mark in zip(block.data + 1, marks):
            by_type.setdefault(MESHIO_TYPES[block.type], []).append((len(tags), row.tolist()))
            tags.append({int(mark)})
    groups = [(name[:LONGEST_NAME], int(tag), int(dim)) for name, (tag, dim) in source.field_data.items()]
    points = np.zeros((len(source.points), 3))
    points[:, : source.points.shape[1]] = source.points
    return _build(path, np.arange(1, len(points) + 1), points, by_type, tags, groups, MESHIO_ORDER)
