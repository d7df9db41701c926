"""Fibres across the sections of beams: where they are, what they are made of, and how they answer when they are stretched (r3.08.08)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..anelastic import anelastic_strain, causes
from ..data import ElementData
from ..errors import ComputationFailed

MOMENTS = ((0, 0), (1, 0), (2, 0), (1, 1), (2, 2), (1, 2))
"""Powers, as pairs of columns of (1, y, z), of the integrals over a section: A, Sy, Sz, of y^2, of z^2, of y z."""


@dataclass(frozen=True)
class Alike:
    """Fibres of one material and one law: `rows` (k,) their cells and `columns` (k,) their places there."""

    rows: np.ndarray
    columns: np.ndarray
    material: Mapping
    law: object


class Fibres:
    """Those of a group of beams.

    places  (ne, nf, 3): 1, y, z (m) in the beam's own axes;  area (ne, nf), m2, zero where a cell has fewer fibres than others
    there   (ne, nf) whether there is one;  assembly (ne, nf, 4) of the beam it belongs to: y, z, torsional rigidity, number
    """

    def __init__(self, data: ElementData):
        given, owner = data.characteristics.get("fibres"), data.characteristics.get("fibre_group")
        lacking = np.arange(len(data)) if given is None else np.flatnonzero(~given[:, :, 2].any(axis=1))
        if len(lacking):
            raise ComputationFailed(f"{len(lacking)} cells (first: number {data.cells[lacking[0]] + 1}) need fibres")
        self.places = np.concatenate([np.ones((*given.shape[:2], 1)), given[:, :, :2]], axis=2)
        self.area, self.assembly, self.there = given[:, :, 2], given[:, :, 3:], owner > 0
        self.alike = list(_sorted(data, owner.astype(int)))

    @classmethod
    def of(cls, data: ElementData) -> Fibres:
        """Found once for the same materials and characteristics; raises ComputationFailed where fibres or their materials lack."""
        return data.once("fibres", lambda: cls(data))

    @property
    def assembled(self) -> bool:
        """Whether some fibres belong to beams of their own."""
        return bool(self.assembly[..., 3].any())

    def own_torsion(self) -> np.ndarray:
        """(ne,) the torsional rigidity of the beams of an assembly together, N m2."""
        numbers = range(1, int(self.assembly[..., 3].max(initial=0.0)) + 1)
        return sum(np.where(self.assembly[..., 3] == number, self.assembly[..., 2], 0.0).max(axis=1) for number in numbers)

    @property
    def internal_size(self) -> int:
        """How many internal variables the laws need at most."""
        return max(alike.law.internal_size for alike in self.alike)

    def constant(self, name: str, default=None) -> np.ndarray:
        """(ne, nf) a property of the materials of the fibres; raises ComputationFailed where it lacks or varies."""
        result = np.zeros(self.area.shape)
        for alike in self.alike:
            value = alike.material.get(name, default)
            if value is None or callable(value):
                raise ComputationFailed(
                    f"fibres need the material property {name}, {'constant' if callable(value) else 'which is not given'}"
                )
            result[alike.rows, alike.columns] = value
        return result

    def moments(self, weights: np.ndarray | None = None) -> np.ndarray:
        """(ne, ..., 6) integrals of MOMENTS over the section, of weights (ne, ..., nf)."""
        area = self.area if weights is None else weights * self.area.reshape(len(self.area), *[1] * (weights.ndim - 2), -1)
        shape = (len(self.area), *[1] * (area.ndim - 2), self.area.shape[1])
        return np.stack([(area * (self.places[..., a] * self.places[..., b]).reshape(shape)).sum(axis=-1) for a, b in MOMENTS], axis=-1)

    def stretched(self, data: ElementData, strain, total, stress, internal):
        """Stresses, internal variables and tangents at the end of the step, arrays (ne, ng, nf) and (ne, ng, nf, nv).

        While `data.step.predicting`, laws that do not foresee count as if they held nothing, as in code_aster.
        strain, total  (ne, ng, nf) the increment, and the whole at the end of the step, of all strain
        stress, internal  those of the last instant
        """
        new, after, tangent = np.zeros_like(stress), internal.copy(), np.zeros_like(stress)
        for alike in self.alike:
            rows, columns, size = alike.rows, alike.columns, alike.law.internal_size
            own = self._own(data, alike, strain.shape[1])
            now, before = (anelastic_strain(own, ("XX",), when) for when in (False, True))
            increment, whole = strain[rows, :, columns], total[rows, :, columns]
            if now is not None:
                increment, whole = increment - (now - before)[..., 0], whole - now[..., 0]
            held, *found = alike.law.stretch(increment, stress[rows, :, columns], internal[rows, :, columns, :size], own, whole)
            after[rows, :, columns, :size], tangent[rows, :, columns] = found
            if not data.step.predicting or getattr(alike.law, "foresees", False):
                new[rows, :, columns] = held
        return new, after, tangent

    def free_strain(self, data: ElementData, points: int, before: bool = False) -> np.ndarray | None:
        """(ne, ng, nf) at the ng points of the strains that no stress causes, at the end of the step or `before` it.

        None when nothing surrounds the beams.
        """
        return self._of_fibres(data, points, lambda own, strain, rows: strain, before)

    def held_stress(self, data: ElementData, points: int, before: bool = False) -> tuple[np.ndarray | None, np.ndarray | None]:
        """What holds those strains, E times as much: of all the temperature, and of the rest; None when nothing surrounds the beams.

        As in code_aster (te0150, verifm) fibres expand there as the material of the section does at the mean temperature of its first one.
        """
        expanded = np.zeros(len(data)) if data.surroundings is None else _expanded(self._first(data, points), before)

        def warm(own, strain, rows):
            return own.at_points("young", before=before) * expanded[rows, None]

        def rest(own, strain, rows):
            thermal = causes(own, before=before)[0]
            return own.at_points("young", before=before) * (strain - (0.0 if thermal is None else thermal[..., 0]))

        return self._of_fibres(data, points, warm, before), self._of_fibres(data, points, rest, before)

    def _first(self, data, points):
        """The data at what surrounds the first fibre."""
        count = self.area.shape[1]
        around = data.at_sub_points(points, count).surroundings

        def first(values):
            return values if values.shape[1] == 1 else values.reshape(len(values), -1, count)[:, :, 0]

        return replace(data, surroundings=lambda t: {name: first(values) for name, values in around(t).items()}, _kept={})

    def _of_fibres(self, data, points, make, before):
        result = None
        for alike in self.alike:
            own = self._own(data, alike, points)
            strain = anelastic_strain(own, ("XX",), before)
            if strain is None:
                continue
            if result is None:
                result = np.zeros((len(data), points, self.area.shape[1]))
            result[alike.rows, :, alike.columns] = make(own, strain[..., 0], alike.rows)
        return result

    def _own(self, data, alike, points):
        """The data of fibres as if each was a cell, at what surrounds the fibre itself where that is known."""
        count, part = self.area.shape[1], None
        around = data.at_sub_points(points, count).surroundings

        def of_fibres(values):
            return values[alike.rows] if values.shape[1] == 1 else values.reshape(len(values), -1, count)[alike.rows, :, alike.columns]

        if around is not None:
            part = lambda t: {name: of_fibres(values) for name, values in around(t).items()}  # noqa: E731
        rows = alike.rows
        return ElementData(data.cells[rows], data.coordinates[rows], [alike.material], np.zeros(len(rows), int), {}, part, data.step)


def _expanded(data, before):
    """(ne,) the strain that the mean temperature of the points causes in the material of the section."""
    around = data.variables(before)
    if "TEMP" not in around or not data.has("expansion"):
        return np.zeros(len(data))
    return data.overall("expansion", 0.0, before) * (around["TEMP"] - around["TEMP_REF"]).mean(axis=1)


def _sorted(data, owner):
    """The fibres of the cells by material and law; raises ComputationFailed for those that have none."""
    of_cell = np.full(len(data), -1) if data.owner is None else data.owner
    for index in np.unique(of_cell):
        known = data.materials[index].get("fibres", {}) if index >= 0 else {}
        for number in np.unique(owner[of_cell == index]):
            if number == 0:
                continue
            rows, columns = np.nonzero((owner == number) & (of_cell == index)[:, None])
            if number not in known:
                raise ComputationFailed(f"the fibres of cell number {data.cells[rows[0]] + 1} need a material and a law")
            yield Alike(rows, columns, *known[number])
