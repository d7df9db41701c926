"""Meshes and fields written to I-DEAS universal files (.unv).

A mesh is the datasets 775 (a section of nothing, where there are beams), 2411 (nodes), 2412 (cells) and 2477 (groups); a field is 55
at nodes, 57 at the nodes of its cells and 56, means of cells, where its values stand at points of them. Dataset 151 tells whence they
are. Nodes and cells bear the numbers of their names N1 and M1 where all names are like that, else they are numbered from 1. Values have
six digits, as the format wants.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.io.ideas import CELL, NODE, PLACES

_DESCRIPTORS = {
    "POI1": 161, "SEG2": 21, "SEG3": 24, "TRIA3": 91, "TRIA6": 92, "QUAD4": 94, "QUAD8": 95, "TETRA4": 111, "TETRA10": 118,
    "PENTA6": 112, "PENTA15": 113, "HEXA8": 115, "HEXA20": 116,
}  # fmt: skip
_SMALLER = {"TRIA7": "TRIA6", "QUAD9": "QUAD8", "PENTA18": "PENTA15", "HEXA27": "HEXA20", "SEG4": "SEG2"}
"""Types that the format does not know, and the one that has the first of their nodes."""
_BEAMS = ("SEG2", "SEG3")
_SECTION_CODES = (11, 7, 8, 14, 1, 10)
"""Colours of the points, lines, ends, curves, labels and title of a drawn section, as code_aster has them."""
_MOTION = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
_TENSOR = ("XX", "XY", "YY", "XZ", "YZ", "ZZ")
_VECTORS = {"DEPL": 8, "VITE": 11, "ACCE": 12, "REAC_NODA": 9, "FORC_NODA": 9}
STATIC, MODE, COMPLEX_MODE, IN_TIME, IN_FREQUENCY = 1, 2, 3, 4, 5


@dataclass
class Step:
    """Where a field stands in its result: the sort of analysis, storage order and mode, and the real numbers of record 8."""

    analysis: int = STATIC
    order: int = 1
    mode: int = 1
    numbers: tuple[float, ...] = (0.0,)


def title_text(day: date) -> str:
    """The dataset that opens what one occurrence writes: seven lines, the day in the first."""
    return dataset(151, [f" PYASTER-LITE {day:%d/%m/%Y}", *[""] * 6], "TITRE")


def mesh_text(mesh, notes) -> str:
    """The datasets of a mesh; cells that the format cannot hold are left out, which `notes` gets told."""
    nodes, cells = numbers_of(mesh.node_names, "N"), numbers_of(mesh.cell_names, "M")
    beams = any(_SMALLER.get(block.type, block.type) in _BEAMS for block in mesh.blocks)
    text, lines = (_section() if beams else ""), []
    for number, place in zip(nodes, np.pad(mesh.coordinates, ((0, 0), (0, 3 - mesh.coordinates.shape[1]))).tolist()):
        lines += [_integers((number, 1, 1, 11)), "".join(f"{value:25.16E}" for value in place).replace("E", "D")]
    text += dataset(2411, lines)
    rows, unknown = {}, set()
    for block in mesh.blocks:
        kind = _SMALLER.get(block.type, block.type)
        if kind not in _DESCRIPTORS:
            unknown.add(block.type)
            continue
        order = list(PLACES.get(kind, range(CELL_TYPES[kind].n_nodes)))
        for cell, own in zip(block.cells.tolist(), block.nodes[:, order].tolist()):
            head = [_integers((cells[cell], _DESCRIPTORS[kind], 1, 1, 7, len(own)))]
            head += [_integers((0, 1, 1))] if kind in _BEAMS else []
            rows[cell] = head + _wrapped([nodes[node] for node in own], 8)
    for kind in sorted(unknown):
        notes(f"cells {kind} have no place in the IDEAS format: they are left out")
    text += dataset(2412, [line for cell in sorted(rows) for line in rows[cell]])
    groups = [(name, NODE, [nodes[node] for node in own]) for name, own in mesh.node_groups.items()]
    groups += [(name, CELL, [cells[cell] for cell in own if cell in rows]) for name, own in mesh.cell_groups.items()]
    lines = []
    for rank, (name, kind, members) in enumerate(groups, 1):
        lines += [_integers((rank, 0, 0, 0, 0, 0, 0, len(members))), name]
        lines += _wrapped([word for member in members for word in (kind, member, 0, 0)], 8)
    return text + dataset(2477, lines)


def _section():
    """The dataset of a section without any size: beams ask for one. Its words are code_aster's, since comparisons read them."""
    numbers = [_values((0.0,) * count, 6)[0] for count in (6, 4, 6, 6, 6, 6, 6)]
    last = _integers((0, 45, 1, 11)) + f"{1.0:13.6E}"
    lines = [_integers((1, 0, 0)), "BEAM1", *numbers, _integers(_SECTION_CODES), last]
    return dataset(775, lines, "PROPRIETES BIDON SECTION POUTRES")


def field_text(title: str, name: str, field, step: Step, components=None, nodes=None, cells=None) -> str:
    """The datasets of a field, one for each set of components that goes together; what is nowhere makes none."""
    text = ""
    there = [each for each in components or field.components if each in field.components]
    for model, nature, meaning, columns in _natures(name, there):
        if isinstance(field, NodeField):
            number, rows = 55, _at_nodes(field, columns, nodes)
        else:
            number, rows = (57, _at_corners(field, columns, cells)) if field.location == "ELNO" else (56, _means(field, columns, cells))
        if rows:
            words = (model, step.analysis, nature, meaning, 5 if field.is_complex else 2, len(columns))
            head = [title, f"{name} {field.quantity}", " ".join(each or "-" for each in columns), "NONE", "NONE", _integers(words)]
            head.append(_integers((2, len(step.numbers), step.order, step.mode)))
            text += dataset(number, [*head, _values(step.numbers)[0], *rows])
    return text


def _natures(name, components):
    """(model, nature, quantity, components or None for an empty place) for each dataset that a field takes."""
    left = list(components)
    if set(left) & set(_MOTION):
        yield 1, 3, _VECTORS.get(name, 0), [each if each in left else None for each in _MOTION]
        left = [each for each in left if each not in _MOTION and each != "LAGR"]
    for prefix, meaning in (("SI", 2), ("EP", 3)):
        tensor = [prefix + axes for axes in _TENSOR]
        if set(left) & set(tensor):
            yield 1, 4, meaning, [each if each in left else None for each in tensor]
            left = [each for each in left if each not in tensor]
    if "TEMP" in left:
        yield 2, 1, 5, ["TEMP"]
        left.remove("TEMP")
    for start in range(0, len(left), 6):
        yield 1, 0, 0, left[start : start + 6]


def _column(field, name, *places):
    """The values of a component; none where the field or the place lacks it."""
    return field.component(name, *places) if name in field.components else None


def _at_nodes(field, columns, nodes):
    found = [_column(field, name) for name in columns]
    table = _stacked(found)
    numbers = numbers_of(field.mesh.node_names, "N")
    lines = []
    for node in range(len(table)) if nodes is None else nodes:
        if not np.isnan(table[node]).all():
            lines += [_integers((numbers[node],)), *_values(table[node])]
    return lines


def _at_corners(field, columns, cells):
    lines, numbers = [], numbers_of(field.mesh.cell_names, "M")
    for block in field.mesh.select(np.arange(field.mesh.n_cells) if cells is None else cells):
        table = _stacked([_column(field, name, block.cells) for name in columns])
        kind = _SMALLER.get(block.type, block.type)
        count = CELL_TYPES[kind].n_nodes
        order = list(PLACES.get(kind, range(count)))
        for cell, rows in zip(block.cells.tolist(), table):
            if not np.isnan(rows).all():
                own = np.full((count, rows.shape[1]), np.nan, rows.dtype)
                own[: len(rows)] = rows[:count]
                lines.append(_integers((numbers[cell], 1, count, len(columns))))
                lines += [line for row in own[order] for line in _values(row)]
    return lines


def _means(field, columns, cells):
    lines, numbers = [], numbers_of(field.mesh.cell_names, "M")
    for block in field.mesh.select(np.arange(field.mesh.n_cells) if cells is None else cells):
        table = _stacked([_column(field, name, block.cells) for name in columns])
        there = ~np.isnan(table)
        means = np.nansum(table, axis=1) / np.maximum(there.sum(axis=1), 1)
        for cell, row, known in zip(block.cells.tolist(), means, there.any(axis=(1, 2))):
            if known:
                lines += [_integers((numbers[cell], len(columns))), *_values(row)]
    return lines


def _stacked(found):
    """Columns side by side on a last axis, NaN for those that are not there."""
    model = next(column for column in found if column is not None)
    return np.stack([np.full(model.shape, np.nan) if column is None else column for column in found], axis=-1)


def numbers_of(names, letter: str) -> list[int]:
    """The numbers in the names where all are a letter and a number, each another one, else 1, 2, ..."""
    digits = [name[1:] if name[:1] == letter else "" for name in names]
    if all(text.isdecimal() for text in digits) and len(set(map(int, digits))) == len(digits):
        return [int(text) for text in digits]
    return list(range(1, len(digits) + 1))


def dataset(number: int, lines: list[str], note: str = "") -> str:
    """The text of a dataset, with a note beside its number."""
    head = f"{number:6d}   %{note}" if note else f"{number:6d}"
    return "\n".join([f"{-1:6d}", head, *lines, f"{-1:6d}", ""])


def _integers(numbers):
    return "".join(f"{number:10d}" for number in numbers)


def _wrapped(numbers, per_line):
    return [_integers(numbers[start : start + per_line]) for start in range(0, len(numbers), per_line)]


def _values(row, digits=5):
    """Lines of six numbers; those of a complex value are its real and imaginary parts."""
    row = np.nan_to_num(np.asarray(row))
    if np.iscomplexobj(row):
        row = np.column_stack([row.real, row.imag]).ravel()
    return ["".join(f"{value:13.{digits}E}" for value in row[start : start + 6].tolist()) for start in range(0, len(row), 6)]
