"""Fields of MED files, versions 2 to 4, read with h5py.

A field has steps; a step holds values at the nodes (NOE), on cells of each type (MAI.TR3), or at the nodes of those cells
(NOE.TR3). Values are stored component by component, a profile says which nodes or cells carry them, and a localisation says
where the points of a cell are in its reference cell. Cells of a type are numbered as the mesh in the file holds them. In version 2 each
kind of place has the steps, which name the mesh; later each step has the kinds of places.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.med import MED_NAMES, ORDER, open_file

_TYPE_OF = {med: own for own, med in MED_NAMES.items()}
_NO_PROFILE = "MED_NO_PROFILE"
_AT_NODES_OF_CELLS = "MED_GAUSS_ELNO"
_REAL = 6


@dataclass(frozen=True)
class Step:
    """One state of a field: its numbers of instant and of order, -1 where it has none, and its instant in s."""

    number: int
    order: int
    time: float
    key: str


@dataclass
class Part:
    """Values of a field in one kind of place.

    place   NOEU, CELL (one value or several points in a cell) or ELNO;  type  of the cells, None at nodes
    rows    (n,) which nodes, or which cells among those of the type
    values  (n, n_points, n_components), nodes of cells in code_aster's order
    rule    (reference nodes (nn, dim), points (n_points, dim)) of a localisation, or None
    """

    place: str
    type: str | None
    rows: np.ndarray
    values: np.ndarray
    rule: tuple[np.ndarray, np.ndarray] | None = None


class MedFields:
    """The fields of a MED file; FileProblem where it is missing, damaged or without the field. A context manager."""

    def __init__(self, path):
        self.path, self._file = path, open_file(path)
        self._fields = self._file.get("CHA", {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    @property
    def names(self) -> list[str]:
        """The names of the fields."""
        return list(self._fields)

    def mesh_name(self, name: str) -> str:
        """The mesh that a field stands on."""
        field = self._field(name)
        return _text(field.attrs["MAI"] if "MAI" in field.attrs else next(iter(self._old_steps(name))).attrs["MAI"])

    def components(self, name: str) -> list[str]:
        """The names of the components of a field, 16 characters at most each."""
        attributes = self._field(name).attrs
        raw = _raw(attributes["NOM"]).ljust(16 * int(attributes["NCO"]))
        return [raw[16 * i : 16 * (i + 1)].decode("latin-1").strip("\0 ") for i in range(int(attributes["NCO"]))]

    def steps(self, name: str) -> list[Step]:
        """The steps of a field in order."""
        groups = self._old_steps(name) if self._is_old(name) else self._field(name).values()
        found = {
            Step(int(group.attrs["NDT"]), int(group.attrs["NOR"]), float(group.attrs["PDT"]), group.name.split("/")[-1]) for group in groups
        }
        return sorted(found, key=lambda step: (step.number, step.order))

    def _is_old(self, name) -> bool:
        """Whether a field is as version 2 has it."""
        return any("PDT" not in group.attrs for group in self._field(name).values())

    def _old_steps(self, name):
        for place in self._field(name).values():
            yield from place.values()

    def parts(self, name: str, step: Step) -> list[Part]:
        """The values of a field at one step."""
        n_components = len(self.components(name))
        try:
            return list(self._parts(self._places(name, step), n_components))
        except (KeyError, ValueError, OSError, IndexError) as error:
            raise FileProblem(self.path, f"the field {name} is damaged or cut short ({error})") from None

    def _field(self, name):
        if name not in self._fields:
            raise FileProblem(self.path, f"no field is called {name}; the file has {', '.join(self._fields) or 'none'}")
        field = self._fields[name]
        if int(field.attrs.get("TYP", _REAL)) != _REAL:
            raise FileProblem(self.path, f"the field {name} does not hold real numbers")
        return field

    def _places(self, name, step):
        """(kind of place, [(profile, what it holds)]) of a step."""
        field = self._field(name)
        if not self._is_old(name):
            return [(entity, list(group.items())) for entity, group in field[step.key].items()]
        found = [(entity, place[step.key].values()) for entity, place in field.items() if step.key in place]
        return [(entity, [(_text(held.attrs["PFL"]) or _NO_PROFILE, held) for held in group]) for entity, group in found]

    def _parts(self, places, n_components):
        for entity, group in places:
            kind, _, med_type = entity.partition(".")
            if med_type and med_type not in _TYPE_OF:
                raise FileProblem(self.path, f"cells {med_type} are not known")
            for profile, held in group:
                points = int(held.attrs["NGA"])
                values = held["CO"][()].reshape(n_components, -1, points).transpose(1, 2, 0)
                rows = np.arange(len(values))
                if not profile.startswith(_NO_PROFILE):
                    rows = self._file[f"PROFILS/{profile}/PFL"][()] - 1
                if not med_type:
                    yield Part("NOEU", None, rows, values)
                    continue
                own, localisation = _TYPE_OF[med_type], _text(held.attrs.get("GAU", b""))
                if kind == "NOE" or localisation.startswith(_AT_NODES_OF_CELLS):
                    yield Part("ELNO", own, rows, values[:, ORDER[own]] if own in ORDER else values)
                else:
                    yield Part("CELL", own, rows, values, self._rule(localisation, own) if localisation else None)

    def _rule(self, name, cell_type):
        held = self._file[f"GAUSS/{name}"]
        dim = int(held.attrs["DIM"])
        nodes, points = (held[word][()].reshape(dim, -1).T for word in ("COO", "GAU"))
        return nodes[list(ORDER[cell_type])] if cell_type in ORDER else nodes, points


def _text(raw) -> str:
    return _raw(raw).split(b"\0")[0].decode("latin-1").strip()


def _raw(text) -> bytes:
    return text.encode("latin-1") if isinstance(text, str) else bytes(text)
