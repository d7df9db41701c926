"""LIRE_RESU of I-DEAS files: which datasets are meant, and their fields at nodes or at the nodes of cells."""

from __future__ import annotations

import math
import re

import numpy as np

from pyaster_lite.concepts import quantities
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.ideas import PLACES
from pyaster_lite.io.ideas_results import DESCRIPTION, IdeasResults

_MOTION = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
_KNOWN = {
    "DEPL": ((1, None, 3, 8, 2, 6), _MOTION),
    "VITE": ((1, None, 3, 11, 2, 6), _MOTION),
    "ACCE": ((1, None, 3, 12, 2, 6), _MOTION),
    "TEMP": ((2, 4, 1, 5, 2, 1), ("TEMP",)),
}
"""What describes a field that FORMAT_IDEAS does not: words of record 6 of a dataset 55, and components."""
_QUANTITIES = {"TEMP": "TEMP", "DEPL": "DEPL", "VITE": "DEPL", "ACCE": "DEPL"}
_AT_CORNERS = {"SIEF_ELNO": "SIEF", "SIGM_ELNO": "SIEF", "EFGE_ELNO": "SIEF", "EPSI_ELNO": "EPSI", "VARI_ELNO": "VARI", "PRES": "PRES"}
"""The fields that each node of each cell has for itself, and their quantities."""
SKIPPED = "XXX"


_EXPONENT = re.compile(r"([0-9.])([+-][0-9]{3})$")
"""Exponents of three digits leave Fortran no room for their letter."""


class Layout:
    """How a field stands in the file: dataset, expected header words, where its numbers are, its components."""

    def __init__(self, args, name, access):
        self.level = next((level for level in args.FORMAT_IDEAS if name == level.NOM_CHAM), None)
        self.name = name
        if self.level is None and name not in _KNOWN:
            raise args.not_yet("NOM_CHAM", f"pyaster-lite reads fields {name} only where FORMAT_IDEAS describes them")
        if self.level is None:
            words, self.components = _KNOWN[name]
            self.number, self.expected = 55, {6: words}
            self.positions = {"POSI_ORDRE": (7, 4), f"POSI_{access}": (8, 1)}
        else:
            level = self.level
            self.number, self.components = level.NUME_DATASET, level.NOM_CMP
            self.expected = {line: level[f"RECORD_{line}"] for line in (3, 6, 9) if level[f"RECORD_{line}"] is not None}
            names = ("POSI_ORDRE", "POSI_INST", "POSI_FREQ", "POSI_NUME_MODE", "POSI_MASS_GENE", "POSI_AMOR_GENE")
            self.positions = {word: level[word] for word in names if level[word] is not None}
            if f"POSI_{access}" not in self.positions:
                raise level.wrong("NOM_CHAM", f"FORMAT_IDEAS does not say where {access} is", f"give POSI_{access}")

    def meets(self, dataset) -> bool:
        """Whether a dataset holds the field."""
        if self.number not in (None, dataset.number):
            return False
        for line, words in self.expected.items():
            for place, word in enumerate(words, 1):
                there = dataset.word(line, place)
                if word is not None and (there is None or not there.lstrip("-").isdecimal() or int(there) != word):
                    return False
        return bool(self.expected.get(DESCRIPTION[dataset.number]))

    def number_at(self, dataset, word, kind, path):
        """A number of the header, None where nothing says where it is."""
        if word not in self.positions:
            return None
        text = dataset.word(*self.positions[word])
        try:
            if kind is int:
                return int(text)
            number = float(_EXPONENT.sub(r"\1E\2", text.upper().replace("D", "E")))
            return number if math.isfinite(number) else None
        except (AttributeError, ValueError):
            line, place = self.positions[word]
            raise FileProblem(path, f"the word {place} of line {line} of the header is no {word}", dataset.first) from None


def ideas_fields(args, path, mesh, access: str, wanted):
    """(field name, storage order, parameters, field) of each dataset that is meant, in the file's order.

    `wanted(order, value)` says whether a dataset at that order and that INST or FREQ is asked for.
    """
    file = IdeasResults(path)
    layouts = [Layout(args, name, access) for name in args.NOM_CHAM]
    for dataset in file.datasets:
        layout = next((layout for layout in layouts if layout.meets(dataset)), None)
        if layout is None:
            continue
        order = layout.number_at(dataset, "POSI_ORDRE", int, path)
        value = layout.number_at(dataset, f"POSI_{access}", float, path)
        if wanted(order, value):
            yield layout.name, order, {access: value, **_modal(layout, dataset, value, path)}, _field(args, file, layout, dataset, mesh)


def _modal(layout, dataset, frequency, path):
    """NUME_MODE, MASS_GENE, AMOR_REDUIT and what follows from them."""
    found = {}
    number = layout.number_at(dataset, "POSI_NUME_MODE", int, path)
    mass = layout.number_at(dataset, "POSI_MASS_GENE", float, path)
    damping = layout.number_at(dataset, "POSI_AMOR_GENE", float, path)
    if number is not None:
        found["NUME_MODE"] = number
    if mass is not None:
        found |= {"MASS_GENE": mass, "RIGI_GENE": mass * (2 * math.pi * frequency) ** 2, "OMEGA2": (2 * math.pi * frequency) ** 2}
    if damping is not None:
        found["AMOR_REDUIT"] = damping
        if mass is not None:
            found["AMOR_GENE"] = 2 * damping * mass * 2 * math.pi * frequency
    return found


def _field(args, file, layout, dataset, mesh):
    name = layout.name
    if dataset.at_corners and name in _AT_CORNERS and not dataset.is_complex:
        return _corner_field(args, file, layout, dataset, mesh)
    if not dataset.at_nodes or name not in _QUANTITIES:
        text = "of I-DEAS files, pyaster-lite reads motions and temperatures at nodes, stresses, strains, variables and pressures ELNO"
        raise (layout.level or args).not_yet("NOM_CHAM", text)
    if not dataset.is_complex and args.TYPE_RESU in ("DYNA_HARMO", "MODE_MECA_C"):
        raise FileProblem(file.path, f"a {args.TYPE_RESU} needs complex values; those of {name} are real", dataset.first)
    quantity = f"{_QUANTITIES[name]}_{'C' if dataset.is_complex else 'R'}"
    kept, names = _kept(layout, quantity)
    labels, table = file.values(dataset)
    _check_width(file, layout, dataset, table)
    values = np.full((mesh.n_nodes, len(names)), np.nan, table.dtype)
    values[[_node(file, mesh, label, dataset) for label in labels]] = table[:, kept]
    return NodeField(mesh, quantity, names, values)


def _corner_field(args, file, layout, dataset, mesh):
    """A field ELNO on the cells of MODELE; those of the file that it leaves out are passed over."""
    if args.MODELE is None:
        raise args.wrong("MAILLAGE", f"{layout.name} stands on elements: give MODELE instead of MAILLAGE")
    quantity = f"{_AT_CORNERS[layout.name]}_R"
    kept, names = _kept(layout, quantity)
    width = max(block.nodes.shape[1] for block in mesh.blocks)
    table, there = np.full((mesh.n_cells, width, len(names)), np.nan), np.zeros(mesh.n_cells, bool)
    for label, rows in file.corner_values(dataset):
        _check_width(file, layout, dataset, rows)
        cell = _cell(file, mesh, label, dataset)
        order = PLACES.get(mesh.cell_type(cell), range(len(rows)))
        if len(rows) != len(order) or len(rows) > len(mesh.cell_nodes(cell)):
            raise FileProblem(file.path, f"the cell {label} has {len(mesh.cell_nodes(cell))} nodes, {len(rows)} in the file", dataset.first)
        table[cell, list(order)], there[cell] = rows[:, kept], True
    blocks = []
    for index, rows in args.MODELE.rows(np.flatnonzero(there)):
        group = args.MODELE.groups[index]
        cells = group.cells[rows]
        count = len(mesh.cell_nodes(int(cells[0])))
        blocks.append(ElementBlock(cells, table[cells, :count], tuple(names), group.element))
    return ElementField(mesh, quantity, "ELNO", blocks)


def _kept(layout, quantity):
    """(places of the components that are not left out, their names)."""
    kept = [place for place, own in enumerate(layout.components) if own != SKIPPED]
    names = [layout.components[place] for place in kept]
    for own in names:
        if not quantities.has_component(quantity, own):
            raise layout.level.wrong("NOM_CMP", f"the quantity {quantity} has no component {own}")
    return kept, names


def _check_width(file, layout, dataset, table):
    if table.shape[1] < len(layout.components):
        text = f"{layout.name} has {table.shape[1]} values at a node, but {len(layout.components)} components are named"
        raise FileProblem(file.path, text, dataset.first)


def _cell(file, mesh, label, dataset):
    named = mesh.named_in_file("cell", f"M{label}")
    if named is None and not 1 <= int(label) <= mesh.n_cells:
        raise FileProblem(file.path, f"the mesh has no cell {label}", dataset.first)
    return int(label) - 1 if named is None else named


def _node(file, mesh, label, dataset):
    named = mesh.named_in_file("node", f"N{label}")
    if named is not None:
        return named
    if not 1 <= int(label) <= mesh.n_nodes:
        raise FileProblem(file.path, f"the mesh has no node {label}", dataset.first)
    return int(label) - 1
