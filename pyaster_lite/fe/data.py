"""What elements may ask about their cells: geometry, material properties, characteristics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from .errors import ComputationFailed
from .frames import mandel_rotation

INSTANTS = 3
"""Of how many instants what depends on the surroundings is kept: the ends of a step, and one before them."""
LARGEST = 2**22
"""Bytes of one property at the points beyond which it is not kept."""


class MissingData(ComputationFailed):
    """Cells lack a property that their elements need; `cells` are their numbers, `name` the property."""

    def __init__(self, name: str, cells):
        self.name, self.cells = name, np.asarray(cells)
        count = "1 cell" if len(self.cells) == 1 else f"{len(self.cells)} cells"
        super().__init__(f"{count} (first: number {self.cells[0] + 1}) need the material property {name}, which is not given")


@dataclass(frozen=True)
class Step:
    """From which instant to which a response is wanted; `predicting`: of a rate at the first one, before anything has moved."""

    before: float = 0.0
    after: float = 0.0
    predicting: bool = False


@dataclass(frozen=True)
class Motion:
    """The velocity of the nodes (ne, nd) at the end of a step; `first` as fe.newton.Structure has it.

    carried  (ne, nd) how far supports that move have brought the nodes by then, beside the unknowns; None where none does
    """

    velocity: np.ndarray
    first: str | bool
    carried: np.ndarray | None = None


@dataclass
class ElementData:
    """The data of the cells of one element group.

    cells            (ne,) their numbers in the mesh
    coordinates      (ne, nn, 3), m
    materials        the distinct materials, each a mapping of property names to floats or arrays
    owner            (ne,) index of each cell's material, -1 where it has none
    characteristics  arrays (ne, ...) by name
    surroundings     t -> arrays (ne, ng) of the variables that materials depend on, by name (TEMP, SECH, ... and their
                     reference values TEMP_REF, SECH_REF), at the points of the stiffness; None where nothing surrounds
    step             the instants between which the cells are asked to respond
    motion           what laws that damp may ask for besides, None in statics and for the others
    rest             (ne, nn, 3) where the nodes stand in the mesh, m, of cells that are looked at elsewhere; None of the others
    """

    cells: np.ndarray
    coordinates: np.ndarray
    materials: Sequence[Mapping] = ()
    owner: np.ndarray | None = None
    characteristics: Mapping[str, np.ndarray] = field(default_factory=dict)
    surroundings: Callable[[float], Mapping[str, np.ndarray]] | None = None
    step: Step = Step()
    motion: Motion | None = None
    rest: np.ndarray | None = None
    _kept: dict = field(default_factory=dict, repr=False, compare=False)
    """What `once` has computed, and of what."""

    def __len__(self):
        return len(self.cells)

    def property(self, name: str, default=None) -> np.ndarray:
        """(ne, ...) values of a material property; MissingData where it is absent and there is no default.

        Names in use: elasticity (6, 6) in Mandel's notation, Pa; density, kg/m3; stiffness_damping, s, and
        mass_damping, 1/s (Rayleigh's coefficients of K and M); young, poisson, expansion.
        """
        of, known = (self.materials, self.owner), self._kept.get("properties")
        if known is None or known[0][0] is not of[0] or known[0][1] is not of[1]:
            known = self._kept["properties"] = of, {}
        key = name, repr(default)
        if key not in known[1]:
            known[1][key] = self._look_up(name, default)
        return known[1][key]

    def once(self, key, make: Callable):
        """make(), computed once for the same materials, owners and characteristics; not to be changed."""
        of = self.materials, self.owner, self.characteristics
        if any(own is not known for own, known in zip(of, self._kept.get("of", (None,) * 3))):
            lasting = {name: self._kept[name] for name in ("properties", "instants") if name in self._kept}
            self._kept.clear()
            self._kept |= {"of": of, **lasting}
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def _look_up(self, name, default):
        values = [material.get(name, default) for material in self.materials] + [default]
        owner = np.full(len(self), -1) if self.owner is None else self.owner
        held = set(np.unique(owner % len(values)))
        values = [value if i in held or not callable(value) else None for i, value in enumerate(values)]
        absent = [i for i, value in enumerate(values) if value is None]
        if absent:
            lacking = np.isin(owner % len(values), absent)
            if lacking.any():
                raise MissingData(name, self.cells[lacking])
            shape = np.shape(next(value for value in values if value is not None)) if len(absent) < len(values) else ()
            values = [np.zeros(shape) if value is None else value for value in values]
        if any(callable(value) for value in values):
            raise ComputationFailed(f"the material property {name} depends on a field, which only stiffness and stress of solids follow")
        shapes = max((np.shape(v) for v in values), key=len)
        found = np.stack([np.broadcast_to(np.asarray(v, float), shapes) for v in values])[owner]
        found.flags.writeable = False
        return found

    def made_of(self, material: Mapping) -> ElementData:
        """The data of the same cells as though all were of one material."""
        alone = self.once(("made of", id(material)), lambda: dict(materials=[material], owner=np.zeros(len(self), int), _kept={}))
        return replace(self, **alone)

    def varies(self, name: str) -> bool:
        """Whether the property of some material depends on what surrounds it."""
        return any(callable(material.get(name)) for material in self.materials)

    def at_points(self, name: str, default=None, before: bool = False) -> np.ndarray:
        """(ne, ng, ...) values of a material property at the points of the stiffness, (ne, 1, ...) where it does not vary.

        They are those at the end of the step, or `before` it; MissingData as from `property`.
        """
        if not self.varies(name):
            return self.property(name, default)[:, None]
        return np.array(self._surrounded((name, repr(default)), before, lambda: self._vary(name, default, before)))

    def _vary(self, name, default, before):
        owner = np.full(len(self), -1) if self.owner is None else self.owner
        parts = []
        for index in np.unique(owner):
            rows = np.flatnonzero(owner == index)
            own = self if len(rows) == len(self) else self.subset(rows)
            value = own.materials[index].get(name) if index >= 0 else None
            parts.append((rows, value(own.variables(before)) if callable(value) else own.property(name, default)[:, None]))
        if len(parts) == 1:
            return parts[0][1]
        # What one material has the same along all axes another one may have along each
        most = max(value.ndim for _, value in parts)
        parts = [(rows, value.reshape(value.shape + (1,) * (most - value.ndim))) for rows, value in parts]
        shape = np.broadcast_shapes(*(value.shape[1:] for _, value in parts), (self.n_points(),) + (1,) * (most - 2))
        result = np.empty((len(self), *shape))
        for rows, value in parts:
            result[rows] = value
        return result

    def overall(self, name: str, default=None, before: bool = False) -> np.ndarray:
        """(ne, ...) values of a material property at the mean over each cell of what surrounds its points."""
        if not self.varies(name):
            return self.property(name, default)
        around = self.surroundings
        mean = None if around is None else (lambda t: {key: value.mean(axis=1, keepdims=True) for key, value in around(t).items()})
        return replace(self, surroundings=mean).at_points(name, default, before)[:, 0]

    def variables(self, before: bool = False) -> dict[str, np.ndarray]:
        """Arrays (ne, ng) of what surrounds the points at the end of the step, or `before` it, and the instant as INST."""
        return dict(self._surrounded("variables", before, lambda: self._variables(before)))

    def _variables(self, before):
        t = self.step.before if before else self.step.after
        values = {} if self.surroundings is None else dict(self.surroundings(t))
        known = {name: value for name, value in values.items() if not np.isnan(value).any()}
        shape = np.shape(next(iter(values.values()))) if values else (len(self), 1)
        return {**known, "INST": np.full(shape, t)}

    def _surrounded(self, key, before, make: Callable):
        """make(), what the surroundings at one end of the step make of the cells; kept for the last instants, not to be changed.

        It is known again by the very mapping that the surroundings answer, which those that change make anew.
        """
        t = self.step.before if before else self.step.after
        of = self.materials, self.owner, None if self.surroundings is None else self.surroundings(t)
        instants = self._kept.setdefault("instants", {})
        known = instants.get(t)
        if known is None or any(own is not other for own, other in zip(of, known[0])):
            if known is None and len(instants) >= INSTANTS:
                del instants[next(iter(instants))]
            known = instants[t] = of, {}
        if key not in known[1]:
            made = make()
            if getattr(made, "nbytes", 0) > LARGEST:
                return made
            known[1][key] = made
        return known[1][key]

    def at_places(self, points: np.ndarray) -> ElementData:
        """The data with the coordinates X, Y, Z of the points (ne, ng, 3) among what surrounds them."""
        places, around = dict(zip("XYZ", np.moveaxis(points, -1, 0))), self.surroundings
        return replace(self, surroundings=_Placed(around, places))

    def at_element(self, element) -> ElementData:
        """The data with what surrounds the points of another element on the same cells."""
        return replace(self, surroundings=_elsewhere(self.surroundings, element, self.coordinates), _kept={})

    def at_sub_points(self, points: int, count: int) -> ElementData:
        """The data with what surrounds `count` sub-points of each of the points: the same at all where it is known by point."""
        around = self.surroundings
        return self if around is None else replace(self, surroundings=_AtSubPoints(around, points, count))

    def n_points(self) -> int:
        """How many points what surrounds the cells is known at (1 without any)."""
        return self.variables()["INST"].shape[1]

    def between(self, before: float, after: float, predicting: bool = False) -> ElementData:
        """The data for a response from one instant to another."""
        step = Step(before, after, predicting)
        return self if step == self.step else replace(self, step=step)

    def elasticity(self, before: bool = False) -> np.ndarray:
        """(ne, ng or 1, 6, 6) elasticity in the global axes, the material's own being turned where cells have material axes."""
        own = self.at_points("elasticity", before=before)
        frames = self.characteristics.get("material_frame")
        if frames is None:
            return own
        given = frames.any(axis=(1, 2))
        turn = mandel_rotation(frames[given])[:, None]
        result = own.copy()
        result[given] = turn.swapaxes(-1, -2) @ own[given] @ turn
        return result

    def by_material(self):
        """(rows of the cells, properties) of each material that some cells have; an empty mapping where they have none."""
        owner = np.full(len(self), -1) if self.owner is None else self.owner
        for index in np.unique(owner):
            yield np.flatnonzero(owner == index), self.materials[index] if index >= 0 else {}

    def has(self, name: str) -> bool:
        """Whether any of the materials has the property."""
        return any(material.get(name) is not None for material in self.materials)

    def moved(self, displacements: np.ndarray) -> ElementData:
        """The data of the cells where displacements (ne, nn dim) have brought them."""
        coordinates = self.coordinates.copy()
        by_node = displacements.reshape(*coordinates.shape[:2], -1)[..., :3]
        coordinates[..., : by_node.shape[-1]] += by_node
        kept = {"instants": self._kept.setdefault("instants", {})}
        return replace(self, coordinates=coordinates, _kept=kept, rest=self.at_rest())

    def at_rest(self) -> np.ndarray:
        """(ne, nn, 3) where the nodes stand in the mesh, m."""
        return self.coordinates if self.rest is None else self.rest

    def along_global_axes(self) -> ElementData:
        """The same with materials along the axes of all, for what code_aster does not tell of MASSIF; itself where they are."""
        if "material_frame" not in self.characteristics:
            return self
        rest = {name: value for name, value in self.characteristics.items() if name != "material_frame"}
        return replace(self, characteristics=rest, _kept={})

    def subset(self, rows) -> ElementData:
        """The data of some of the cells."""
        owner = None if self.owner is None else self.owner[rows]
        chosen = {name: values[rows] for name, values in self.characteristics.items()}
        around = self.surroundings
        part = None if around is None else _OfRows(around, rows)
        rest = None if self.rest is None else self.rest[rows]
        return ElementData(self.cells[rows], self.coordinates[rows], self.materials, owner, chosen, part, self.step, rest=rest)


# What surrounds chosen points: told by its members, so that a question that is put twice can be recognised (fe.recalled).


@dataclass(frozen=True, eq=False)
class _Seen:
    """What is made of what `around` gives; of the same mapping it gives the same one again."""

    around: Callable[[float], Mapping[str, np.ndarray]] | None
    _known: dict = field(default_factory=dict, init=False, repr=False, compare=False)

    def __call__(self, t):
        given = None if self.around is None else self.around(t)
        if t not in self._known or self._known[t][0] is not given:
            if len(self._known) >= INSTANTS:
                del self._known[next(iter(self._known))]
            self._known[t] = given, self._made({} if given is None else given)
        return self._known[t][1]


def _elsewhere(around, element, coordinates):
    """What `around` gives, at the points of another element on the same cells, the nodes of which stand at (ne, nn, 3)."""
    rows, placed = None, False
    while isinstance(around, (_OfRows, _Placed)):
        placed |= isinstance(around, _Placed)
        if isinstance(around, _OfRows):
            rows = around.rows if rows is None else around.rows[rows]
        around = around.around
    found = None if around is None else around.elsewhere(element)
    found = found if found is None or rows is None else _OfRows(found, rows)
    return _Placed(found, dict(zip("XYZ", np.moveaxis(element.points(coordinates), -1, 0)))) if placed else found


@dataclass(frozen=True, eq=False)
class _Placed(_Seen):
    """What `around` gives, or nothing, with the coordinates `places` {X: (ne, ng), ...}."""

    places: dict

    def _made(self, given):
        return {**self.places, **given}


@dataclass(frozen=True, eq=False)
class _AtSubPoints(_Seen):
    """What `around` gives at `count` sub-points of each of the points."""

    points: int
    count: int

    def _made(self, given):
        return {name: self._spread(values) for name, values in given.items()}

    def _spread(self, values):
        if values.shape[1] in (1, self.points):
            return np.repeat(values, self.count if values.shape[1] == self.points else 1, axis=1)
        return values.reshape(len(values), self.points, -1)[:, :, : self.count].reshape(len(values), -1)


@dataclass(frozen=True, eq=False)
class _OfRows(_Seen):
    """What `around` gives at some of the cells."""

    rows: np.ndarray

    def _made(self, given):
        return {name: values[self.rows] for name, values in given.items()}
