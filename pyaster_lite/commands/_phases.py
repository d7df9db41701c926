"""Phases of metals at the nodes of cells, as arrays that the laws of transformation move."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import ElementBlock, ElementField

PROPERTIES = {"ACIER": ("steel", "META_ACIER", 9), "ZIRC": ("zircaloy", "META_ZIRC", 5)}
"""For each RELATION, the property of materials, the factor keyword that gives it, and the size of a state."""


def with_hot_phase(values: np.ndarray, kind: str, count: int) -> np.ndarray:
    """Initial states (..., count) as they are told today, of those of older versions too, which left the hot phase out:
    four cold phases and the size of grains of steel; pure and mixed phase, temperature and time of zircaloy."""
    old = count - 2 if kind == "ACIER" else count - 1
    short = values.shape[-1] < count or np.isnan(values[..., old:count]).all()
    if not short or values.shape[-1] < old or np.isnan(values[..., :old]).any():
        return values
    cold, rest = np.split(values[..., :old], [4 if kind == "ACIER" else 2], axis=-1)
    hot = 1.0 - cold.sum(axis=-1, keepdims=True)
    return np.concatenate([cold, hot, *([0.0 * hot] if kind == "ACIER" else []), rest], axis=-1)


class Phases:
    """The cells that transform by one law.

    Sites are what is told once: a node, its material and the phases that cells start with there; `groups` are the groups of elements with
    cells (ne,) and the sites of their nodes (ne, nn).
    """

    def __init__(self, occurrence, model, materials, cells, field):
        self.kind, self.model = occurrence.RELATION, model
        self._property, word, self.size = PROPERTIES[self.kind]
        found, rows = [], []
        for group in model.groups:
            own = np.flatnonzero(np.isin(group.cells, cells) & (materials.index[group.cells] >= 0))
            if not len(own) or getattr(group.element, "loaded_only", False):
                continue
            nodes, owner = group.nodes[own], materials.index[group.cells[own]]
            held = field.on(group.cells[own])
            if held is None:
                raise occurrence.wrong(None, f"{field.name or 'the initial state'} does not tell the phases of some of these cells")
            values = self._untempered(occurrence, *held)
            count = 7 if self.kind == "ACIER" else 5
            values = with_hot_phase(values, self.kind, count)
            if values.shape[-1] < count or np.isnan(values[..., :count]).any():
                raise occurrence.wrong("RELATION", f"the initial phases of {self.kind} are {count} values, some are not given")
            values = np.broadcast_to(values[..., : self.size], (*nodes.shape, min(values.shape[-1], self.size)))
            owner = np.broadcast_to(owner[:, None], nodes.shape)
            rows.append(np.column_stack([nodes.ravel(), owner.ravel(), values.reshape(nodes.size, -1)]))
            found.append((group, own, nodes.shape))
        if not rows:
            raise occurrence.wrong(None, "none of these cells has an element and a material")
        width = min(row.shape[1] for row in rows)
        sites, where = np.unique(np.concatenate([row[:, :width] for row in rows]), axis=0, return_inverse=True)
        self.nodes, self._initial = sites[:, 0].astype(int), sites[:, 2:]
        parts = np.split(where.ravel(), np.cumsum([np.prod(shape) for _, _, shape in found])[:-1])
        self.groups = [(group, own, part.reshape(shape)) for (group, own, shape), part in zip(found, parts)]
        self._laws = []
        for owner in np.unique(sites[:, 1]).astype(int):
            material = materials.materials[owner]
            if self._property not in material.properties:
                raise occurrence.wrong("RELATION", f"{self.kind} needs {word}, which {material.name} of some of these cells does not have")
            self._laws.append((np.flatnonzero(sites[:, 1] == owner), material))

    @property
    def cells(self) -> np.ndarray:
        """Their numbers."""
        return np.concatenate([group.cells[own] for group, own, _ in self.groups])

    def at_sites(self, field) -> np.ndarray:
        """(n,) temperatures at the sites."""
        return field.component("TEMP")[self.nodes]

    def started(self, temperature) -> np.ndarray:
        """(n, nv) states that the phases at the start make."""
        return self._each(lambda law, rows: law.started(self._initial[rows], temperature[rows]))

    def read(self, occurrence, field) -> np.ndarray:
        """(n, nv) whole states that a field tells at the nodes of the cells."""
        state = np.empty((len(self.nodes), self.size))
        for group, own, sites in self.groups:
            held = field.on(group.cells[own])
            if held is None:
                raise occurrence.wrong(None, f"{field.name or 'the evolution'} does not tell the phases of some of these cells")
            state[sites] = self._untempered(occurrence, *held)[..., : self.size]
        return state

    @staticmethod
    def _untempered(occurrence, values, names):
        if len(names) == 12:
            raise occurrence.not_yet("RELATION", "phases that go on from tempered ones are not there yet")
        return values

    def taken(self) -> np.ndarray:
        """(n, nv) the phases at the start, being whole states."""
        return self._initial.copy()

    def stepped(self, state, temperatures, d01, d12, t) -> np.ndarray:
        """(n, nv) states after a step of d12 s that ends at t, `temperatures` before the step before, before it and after it."""
        if self.kind == "ZIRC":
            return self._each(lambda law, rows: law.stepped(state[rows], temperatures[1][rows], temperatures[2][rows], t, d12))
        return self._each(lambda law, rows: law.stepped(state[rows], [own[rows] for own in temperatures], d01, d12))

    def tempered(self, occurrence, before, steel, dt) -> np.ndarray:
        """(n, 12) states of tempered steel after a step, from those before and from the phases without tempering."""
        found = np.empty((len(steel), 12))
        for rows, material in self._laws:
            law = material.properties.get("tempering")
            if law is None or self.kind != "ACIER":
                raise occurrence.wrong("RELATION", "tempering is for steel with META_ACIER_REVENU")
            found[rows] = law.stepped(before[rows], steel[rows], material.properties["steel"].ac3, dt)
        return found

    def _each(self, compute):
        found = np.empty((len(self.nodes), self.size))
        for rows, material in self._laws:
            found[rows] = compute(material.properties[self._property], rows)
        return found

    def field(self, state) -> ElementField:
        """The states at the nodes of the cells."""
        names = tuple(f"V{i + 1}" for i in range(state.shape[1]))
        blocks = [ElementBlock(group.cells[own], state[sites], names, group.element) for group, own, sites in self.groups]
        return ElementField(self.model.mesh, "VARI_R", "ELNO", blocks)
