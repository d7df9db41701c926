"""What CREA_CHAMP makes: the place and the quantity of TYPE_CHAM, and the checks that every operation shares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of, nodes_of
from pyaster_lite.catalogue.registry import closest
from pyaster_lite.concepts import quantities
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.field_places import element_groups

FORCES = ("N", "VY", "VZ", "MT", "MFY", "MFZ")
SCALARS = {"R": float, "C": complex, "F": float, "I": float}


def type_of(args) -> tuple[str, str]:
    """(place, quantity) that TYPE_CHAM names: NOEU, CART, ELNO, ELGA or ELEM, and DEPL_R."""
    return args.TYPE_CHAM[:4], args.TYPE_CHAM[5:]


def place_of(field) -> str:
    """NOEU, CART, ELNO, ELGA or ELEM."""
    return "NOEU" if isinstance(field, NodeField) else field.location


def mesh_of(args):
    """The mesh behind MODELE or MAILLAGE; the user's mistake when there is none or they disagree."""
    model, mesh = args.get("MODELE"), args.get("MAILLAGE")
    if model is not None and mesh is not None and model.mesh is not mesh:
        raise args.wrong("MAILLAGE", f"{mesh.name} is not the mesh of {model.name}")
    return model.mesh if model is not None else mesh


def model_of(args):
    """MODELE, that a field at elements needs."""
    if args.get("MODELE") is None:
        raise args.wrong("TYPE_CHAM", f"a field {args.TYPE_CHAM} needs MODELE, whose elements carry it")
    return args.MODELE


def like(one: str, other: str) -> bool:
    """Whether two quantities hold the same: internal variables are VARI_R in cells and VAR2_R at nodes."""
    return one == other or {one, other} == {"VARI_R", "VAR2_R"}


def check_field(args, word, field, place, quantity, level=None):
    """Refuse a field that is not of the type that TYPE_CHAM names."""
    if place_of(field) != place or not like(field.quantity, quantity):
        text = f"{field.name or 'the field'} is {place_of(field)}_{field.quantity}, but TYPE_CHAM says {place}_{quantity}"
        raise (level or args).wrong(word, text)


def check_components(level, word, quantity):
    """Refuse components that the quantity does not have."""
    for item, name in enumerate(level[word] or ()):
        if not quantities.has_component(quantity, name):
            likely = closest(name, quantities.components(quantity))
            text = f"the quantity {quantity} has no component {name}"
            raise level.wrong(word, text, help=f"did you mean {likely}?" if likely else None, item=item)


class Sheet:
    """Values under construction: at nodes, or on the cells of a mesh, by component; later ones replace earlier ones.

    values  component -> (n_nodes,) or (n_cells, points sub) with NaN where nothing is carried yet
    sub     how many sub-points stand at each point
    """

    def __init__(self, mesh, place, quantity, width=1, sub=1):
        self.mesh, self.place, self.quantity, self.sub = mesh, place, quantity, sub
        self.shape = (mesh.n_nodes,) if place == "NOEU" else (mesh.n_cells, width * sub)
        self.values: dict[str, np.ndarray] = {}

    def column(self, name) -> np.ndarray:
        """The values of a component, made when it is new."""
        if name not in self.values:
            self.values[name] = np.full(self.shape, np.nan, SCALARS[self.quantity[-1]])
        return self.values[name]

    def where(self, occurrence) -> np.ndarray:
        """The nodes or the cells that an occurrence names."""
        if self.place == "NOEU":
            return np.arange(self.mesh.n_nodes) if occurrence.get("TOUT") else nodes_of(occurrence, self.mesh)
        for word in ("GROUP_NO", "NOEUD"):
            if occurrence.get(word):
                raise occurrence.wrong(word, f"a field {self.place} is given on cells, not on nodes")
        return cells_of(occurrence, self.mesh)

    def field(self, model=None):
        """The field of what was put down, components in the quantity's order."""
        names = quantities.in_order(self.quantity, self.values)
        if self.place == "NOEU":
            return NodeField(self.mesh, self.quantity, names, np.stack([self.values[name] for name in names], axis=-1))
        table = np.stack([self.values[name] for name in names], axis=-1) if names else np.zeros((*self.shape, 0))
        if self.place == "CART":
            cells = np.flatnonzero(~np.isnan(table).all(axis=(1, 2)))
            return ElementField(self.mesh, self.quantity, "CART", [ElementBlock(cells, table[cells], names)])
        blocks = []
        for element, cells, _, points in element_groups(model, self.place, self.quantity):
            held = held_by(element, self.quantity, names)
            here = table[cells][:, :, [names.index(name) for name in held]]
            # a field may stand at more points than the stiffness has: wherever materials are asked
            known = np.flatnonzero(~np.isnan(here).all(axis=(0, 2)))
            points = max(points, known[-1] // self.sub + 1 if len(known) and here.shape[1] > 1 else 1)
            own = here[:, : points * self.sub] if here.shape[1] >= points * self.sub else np.repeat(here, points, axis=1)
            rows = np.flatnonzero(~np.isnan(own).all(axis=(1, 2)))
            there = np.flatnonzero(~np.isnan(own).all(axis=(0, 1)))
            if len(rows):
                block = ElementBlock(cells[rows], own[rows][..., there], tuple(held[i] for i in there), element, self.sub)
                blocks.append(_trimmed(block))
        return ElementField(self.mesh, self.quantity, self.place, blocks)


def _trimmed(block):
    """The block without the last sub-points, where none of its cells has any."""
    by_point = block.by_point()
    there = np.flatnonzero(~np.isnan(by_point).all(axis=(0, 1, 3)))
    kept = by_point[:, :, : there[-1] + 1]
    return replace(block, values=kept.reshape(len(kept), -1, kept.shape[-1]), sub=kept.shape[2])


def width_of(model, place, quantity: str = "") -> int:
    """The most points that an element of the model has at a place."""
    return max((points for *_, points in element_groups(model, place, quantity)), default=1)


def completed(args, field, model):
    """A field at elements with PROL_ZERO: 'OUI' puts 0 wherever an element of the model carries nothing (but no function).

    With 'NON' a component that some place of an element lacks while another has it is the user's mistake.
    """
    if place_of(field) in ("NOEU", "CART") or field.functions:
        return field
    if args.get("PROL_ZERO") == "OUI":
        blocks = []
        for element, cells, _, points in element_groups(model, field.location, field.quantity):
            own = _names_on(element, field.quantity, field.components)
            if not own:
                continue
            columns = [field.component(name, cells) if name in field.components else np.empty((len(cells), 0)) for name in own]
            sub = field.sub_on(cells)
            values = np.full((len(cells), points * sub, len(own)), np.nan, complex if field.is_complex else float)
            for i, column in enumerate(columns):
                values[:, : column.shape[1], i] = column[:, : values.shape[1]]
            values = np.where(_lacking(values, sub), 0.0, values)
            blocks.append(ElementBlock(cells, values, own, element, sub))
        made = ElementField(field.mesh, field.quantity, field.location, blocks)
        made.functions = field.functions
        return made
    for block in field.blocks:
        missing = _lacking(block.values, block.sub).any(axis=(1, 2))
        if missing.any():
            cell = field.mesh.cell_names[block.cells[np.flatnonzero(missing)[0]]]
            raise args.wrong(
                "TYPE_CHAM",
                f"the cell {cell} does not carry all of {', '.join(block.components)}",
                "give PROL_ZERO='OUI' to put zeros there",
            )
    return field


def _lacking(values, sub: int):
    """Where values (cells, points, components) are missing; cells with fewer sub-points than others carry nothing at the last ones."""
    short = np.isnan(values).all(axis=2) if sub > 1 else np.zeros(values.shape[:2], bool)
    short &= ~short.all(axis=1, keepdims=True)
    return np.isnan(values) & ~short[..., None]


def held_by(element, quantity, names):
    """Those of the components that an element has a place for: discretes have forces, but no stresses or strains, porous media those of
    their own layout.
    """
    layout, kind = getattr(element, "layout", None), quantity[:-2]
    if layout is not None and kind == "SIEF":
        return tuple(name for name in names if name in layout.names)
    if element.dim or kind not in ("SIEF", "EPSI"):
        return tuple(names)
    return tuple(name for name in names if kind == "SIEF" and name in FORCES)


def _names_on(element, quantity, names):
    """The components of a field on an element: its own stresses or strains, else those that are given."""
    names = held_by(element, quantity, names)
    prefix = {"SIEF": "SI", "EPSI": "EP"}.get(quantity[:-2])
    continuum = getattr(element, "continuum", None)
    if prefix and continuum is not None:
        own = tuple(prefix + strain for strain in continuum.strains)
        return own + tuple(name for name in names if name not in own)
    return tuple(names)
