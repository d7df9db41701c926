"""Materials, and which material each cell is made of."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import Concept, failure
from pyaster_lite.concepts.surroundings import CommandVariable, Surroundings
from pyaster_lite.fe.errors import ComputationFailed

_STRAINING = ("TEMP", "SECH", "HYDR", "EPSA", "PTOT", "M_ACIER", "M_ZIRC")
"""What strains the cells that it surrounds (ExternalVariableTraits)."""


class Material(Concept):
    """A material.

    laws        the deck's factor keywords with their values: {"ELAS": {"E": ..., "NU": ...}}
    properties  what the mechanics reads, in its own names (elasticity, density, ...)
    """

    kind = "mater_sdaster"

    def __init__(self, laws: dict[str, dict], properties: dict[str, object]):
        self.laws, self.properties = laws, properties

    def with_others(self, others: list[Material]) -> Material:
        """This material with what else others have, each of what those before it lack."""
        laws, properties = dict(self.laws), dict(self.properties)
        for other in others:
            laws, properties = other.laws | laws, other.properties | properties
        return Material(laws, properties)

    def of(self, law: str) -> dict | None:
        """The values of a factor keyword, whether it or its sister of functions gives them; None where neither is there."""
        law = law.removesuffix("_FO")
        return next((values for word, values in self.laws.items() if word.removesuffix("_FO") == law), None)

    def getMaterialNames(self) -> list[str]:
        """The factor keywords that were given, those of functions by the name of those of numbers."""
        return [word.removesuffix("_FO") for word in self.laws]

    def getNumberOfMaterialProperties(self) -> int:
        """How many factor keywords were given."""
        return len(self.laws)

    size = getNumberOfMaterialProperties

    def _number(self, law, word, wanted):
        values = self.of(law)
        if values is None:
            raise RuntimeError(f"material not found: {law}")
        value = values.get(word)
        if isinstance(value, bool) or not isinstance(value, wanted):
            raise RuntimeError(f"property not found: {law}/{word}")
        return value

    def getValueReal(self, law: str, word: str) -> float:
        """One parameter of one factor keyword; RuntimeError where there is no such number."""
        return float(self._number(law, word, (int, float)))

    def getValueComplex(self, law: str, word: str) -> complex:
        """One complex parameter of one factor keyword; RuntimeError where there is none."""
        return self._number(law, word, complex)

    def getFunction(self, law: str, word: str):
        """The function that gives a parameter, None where none does."""
        value = (self.of(law) or {}).get(word)
        return value if isinstance(value, Concept) else None

    def RCVALE(self, phenomene, nompar=(), valpar=(), nomres=(), stop=1):
        """(values, codes) of parameters of a factor keyword where functions in them take values of named parameters: code 0 where there is
        one, else 1 and zero; refused for what is not there where `stop` is 1 or 2."""
        words, known = _several(nomres), dict(zip(_several(nompar), _several(valpar), strict=True))
        given, values, codes = self.of(phenomene), [], []
        for word in words:
            value = None if given is None else given.get(word)
            if isinstance(value, Concept):
                value = value.evaluate(**known)
            if value is None and stop:
                raise failure(f"{self.name} has no {phenomene}/{word}", "MODELISA9_77")
            values.append(0.0 if value is None else float(value))
            codes.append(int(value is None))
        return tuple(values), tuple(codes)


def _several(given) -> tuple:
    return tuple(given) if isinstance(given, (list, tuple)) else (given,)


class MaterialField(Concept):
    """The material of each cell: `index` (n_cells,) into `materials`, -1 where there is none; `variables` surround them.

    given_model  the model that the deck named for it, which it keeps
    """

    kind = "cham_mater"

    def __init__(self, mesh, materials: list[Material], index: np.ndarray, variables: list[CommandVariable] = (), model=None):
        self.given_model = model
        self.mesh, self.materials, self.index, self.variables = mesh, materials, index, list(variables)

    def on(self, cells) -> tuple[list[dict], np.ndarray]:
        """The properties of the distinct materials, and the index of each cell's material among them."""
        rows = np.asarray(cells, int)
        behind = self.mesh.n_cells - len(self.index)
        if behind > 0:  # points that a model has put behind the cells since then: they have no material
            self.index = np.append(self.index, np.full(behind, -1))
        if rows.max(initial=-1) >= len(self.index):
            raise ComputationFailed(f"{self.name} gives materials to another mesh: it has {len(self.index)} cells, not {rows.max() + 1}")
        return [material.properties for material in self.materials], self.index[rows]

    def surroundings(self, group, at_nodes: bool = False, on_sides: bool = False) -> Surroundings | None:
        """What surrounds the points of a group of elements (concepts.model), or the nodes of its cells; None when nothing does,
        or it has no points of its own, and for sides that only carry loads unless `on_sides` asks for it."""
        sides = getattr(group.element, "loaded_only", False) and not on_sides
        if not self.variables or sides or not hasattr(group.element, "point_functions"):
            return None
        return Surroundings(self.variables, group, at_nodes) or None

    def check_references(self, cells):
        """Raise ComputationFailed where some of the cells lack the reference temperature that their material's expansion is told from."""
        own = self.index[cells]
        for index in np.unique(own[own >= 0]):
            if not getattr(self.materials[index].properties.get("expansion"), "from_reference", False):
                continue
            given = [variable.cells for variable in self.variables if variable.name == "TEMP"]
            if not given:
                message = f"the expansion of a material of {self.name} needs a reference temperature"
                raise ComputationFailed(message, "AFFE_MATERIAU/AFFE_VARC gives it", known_as="MATERIAL1_56")
            if not np.isin(cells[own == index], np.concatenate(given)).all():
                message = f"the expansion of a material of {self.name} needs a reference temperature, which some of its cells do not have"
                raise ComputationFailed(message, known_as="MATERIAL1_2")

    def getMesh(self):
        """The mesh."""
        return self.mesh

    def getVectorOfPartOfMaterialField(self) -> list:
        """One part for each material that cells have."""
        return [PartOfMaterialField([material]) for material in self.materials]

    def getVectorOfMaterial(self) -> list[Material]:
        """The materials."""
        return list(self.materials)

    def getMaterialOnCell(self, cell) -> Material | None:
        """The material of a cell, by its name or its number from 0; None where it has none."""
        return self.of_cell(self.mesh.find_cell(cell) if isinstance(cell, str) else cell)

    def hasExternalStateVariable(self, name=None) -> bool:
        """Whether something surrounds some cells: anything, or what has that name (TEMP, SECH, ...)."""
        return any(name is None or variable.name == name for variable in self.variables)

    def hasExternalStateVariableForLoad(self) -> bool:
        """Whether something that surrounds cells strains them."""
        return any(variable.name in _STRAINING for variable in self.variables)

    def hasExternalStateVariableWithReference(self) -> bool:
        """Whether something that surrounds cells has a value of reference."""
        return any(variable.name in ("TEMP", "SECH") for variable in self.variables)

    def setModel(self, model):
        """Tell the model that it is for."""
        self.given_model = model

    def updateInternalState(self) -> bool:
        """True: there is nothing to bring up to date."""
        return True

    build = updateInternalState

    def of_cell(self, cell: int) -> Material | None:
        """The material of one cell."""
        return self.materials[self.index[cell]] if self.index[cell] >= 0 else None


class PartOfMaterialField:
    """Cells that have the same materials."""

    def __init__(self, materials: list[Material]):
        self._materials = materials

    def getVectorOfMaterial(self) -> list[Material]:
        """Those materials."""
        return list(self._materials)
