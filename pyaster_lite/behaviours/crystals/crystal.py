"""A crystal: its families of slip systems, how they slip, and what they know of the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ._densities import Densities
from ._interaction import matrix
from ._kocks_rauch import KocksRauch
from ._low_temperature import LowTemperature
from ._systems import family, unit
from ._viscous import Viscous

DENSE = {
    "MONO_DD_CFC": Densities,
    "MONO_DD_CFC_IRRA": Densities,
    "MONO_DD_FAT": Densities,
    "MONO_DD_CC": LowTemperature,
    "MONO_DD_CC_IRRA": LowTemperature,
    "MONO_DD_KR": KocksRauch,
}
"""The slips by densities of dislocations."""


@dataclass
class Point:
    """What the slips of a family know of the points, n each: arrays (n or 1, 1, ...) by factor keyword and parameter.

    interaction  (n or 1, s, s);  dt  the time that increments are over;  rate  of all strains;  temperature  degrees
    shear, mean_shear, cross_shear  the moduli mu, in the words of _densities, _low_temperature and _kocks_rauch
    """

    values: dict[str, dict[str, np.ndarray]]
    interaction: np.ndarray
    dt: float
    rate: np.ndarray
    temperature: np.ndarray | None
    shear: np.ndarray
    mean_shear: np.ndarray | None
    cross_shear: np.ndarray

    def some(self, rows) -> Point:
        """Those of some points."""
        own = {word: {k: v if len(v) == 1 else v[rows] for k, v in held.items()} for word, held in self.values.items()}
        return self._with(own, lambda value: value if value is None or len(value) == 1 else value[rows])

    def of_grains(self) -> Point:
        """The same for each of several grains at a point, whose variables are (n, grains, s)."""
        own = {word: {name: value[:, None] for name, value in held.items()} for word, held in self.values.items()}
        return self._with(own, lambda value: value if value is None else value[:, None])

    def _with(self, values, change):
        names = ("interaction", "rate", "temperature", "shear", "mean_shear", "cross_shear")
        return replace(self, values=values, **{name: change(getattr(self, name)) for name in names})


@dataclass
class Family:
    """Slip systems that slip alike: their normals and directions (s, 3) in the axes of the crystal, and the rule.

    material  the properties (fe.data) that the rule reads; None for those of the cells
    """

    normals: np.ndarray
    directions: np.ndarray
    slip: object
    material: Mapping | None = None

    @property
    def count(self) -> int:
        """How many systems there are."""
        return len(self.normals)


def family_of(name: str, table, flow: str, isotropic: str | None, kinematic: str | None, material: Mapping | None = None) -> Family:
    """By the name of the systems, or by a table (s, 6) of normals and directions, and by the words of the rule."""
    normals, directions = family(name) if table is None else (unit(table[:, :3]), unit(table[:, 3:]))
    return Family(normals, directions, DENSE[flow](flow) if flow in DENSE else Viscous(flow, isotropic, kinematic), material)


@dataclass
class Crystal:
    """Families; an interaction (s, s) that takes the place of the materials'; how the lattice turns: 'NON', 'POST' or 'CALC'."""

    families: Sequence[Family]
    interaction: np.ndarray | None = None
    turning: str = "NON"
    needs: dict[str, str] = field(init=False)

    def __post_init__(self):
        words = {word: names[0] for one in self.families for word, names in one.slip.words().items()}
        self.needs = {"elasticity": "ELAS", **{f"{word.lower()}.{name.lower()}": word for word, name in words.items()}}

    @property
    def count(self) -> int:
        """How many systems there are."""
        return sum(family.count for family in self.families)

    @property
    def marks(self) -> int:
        """How many variables the irradiation has."""
        return sum(family.slip.marks for family in self.families)

    def parts(self):
        """(family, where its systems are among all) of each."""
        first = 0
        for one in self.families:
            yield one, slice(first, first + one.count)
            first += one.count

    def systems(self, frames: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Normals and directions (n, s, 3) in the global axes; the rows of frames (n, 3, 3) are the axes of the crystal."""
        return tuple(np.concatenate([getattr(f, name) for f in self.families]) @ frames for name in ("normals", "directions"))

    def points(self, data, count: int, rate: np.ndarray, dt: float, before: bool = False) -> list[Point]:
        """What each family knows of all the points, cell by cell, at the end of the step or `before` it.

        count  how many points a cell has;  rate  (n,) of all strains
        """

        def all_(values):
            values = np.broadcast_to(values, (len(data), count, *values.shape[2:]))
            return values.reshape(-1, *values.shape[2:])

        own, turned = data.at_points("elasticity", before=before), data.elasticity(before)
        shear, cross = (all_(matrix[..., i, i])[:, None] / 2 for matrix, i in ((own, 4), (turned, 5)))
        temperature = data.variables(before).get("TEMP")
        temperature = None if temperature is None else all_(temperature)[:, None]
        found = []
        for one in self.families:
            made = data if one.material is None else data.made_of(one.material)
            values = {
                word: {name: _alike(all_(made.at_points(f"{word.lower()}.{name.lower()}", before=before)))[:, None] for name in names}
                for word, names in one.slip.words().items()
            }
            given = f"{one.slip.flow.lower()}.mu_moy"
            mean = all_(made.at_points(given, before=before))[:, None] if made.has(given) else shear
            found.append(Point(values, self._interaction(one, made, all_), dt, rate[:, None], temperature, shear, mean, cross))
        if self.interaction is None:
            self._overwrite(found)
        return found

    def _overwrite(self, points):
        """As in code_aster (lcmaei), the families write theirs in turn into one matrix of the crystal, which all of them then read."""
        most = max(one.count for one in self.families)
        shared = np.zeros((max(len(point.interaction) for point in points), most, most))
        for one, point in zip(self.families, points):
            shared[:, : one.count, : one.count] = point.interaction
        for one, point in zip(self.families, points):
            point.interaction = shared[:, : one.count, : one.count]

    def _interaction(self, one, data, all_):
        if self.interaction is not None:
            return self.interaction[None, : one.count, : one.count]
        coefficients = _alike(all_(data.at_points(f"{one.slip.interaction.lower()}.interaction")))
        return matrix(coefficients, one.count, one.slip.table)

    def rates(self, stress, known, marks, points, of_grain=False):
        """Families.slip.rates of all systems (..., s, 3); of_grain: what the first systems know hardens every family."""
        moved = []
        for (one, at), point in zip(self.parts(), points):
            hardening = known[..., slice(one.count) if of_grain else at, :]
            moved.append(one.slip.rates(stress[..., at], known[..., at, :], hardening, marks, point))
        return np.concatenate(moved, axis=-2)

    def increments(self, stress, x, known, marks, points):
        """Families.slip.increments of all systems (..., s, 3)."""
        return np.concatenate(
            [
                one.slip.increments(stress[..., at], x[..., at], known[..., at, :], marks, point)
                for (one, at), point in zip(self.parts(), points)
            ],
            axis=-2,
        )

    def irradiated(self, marks, known, slips, points, explicit):
        """What is left of the irradiation after slips (..., s)."""
        if not self.marks:
            return marks
        return self.families[0].slip.irradiated(marks, known, slips, points[0], explicit)

    @property
    def dense(self) -> bool:
        """Whether the unknowns of an implicit step are densities rather than slips."""
        return self.families[0].slip.dense

    @property
    def heated(self) -> bool:
        """Whether the temperature must be known."""
        return any(getattr(one.slip, "heated", False) for one in self.families)


def _alike(values):
    """The values (1, ...) of the first point, where those (n, ...) of all are the same."""
    return values[:1] if (values == values[:1]).all() else values
