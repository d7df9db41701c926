"""Loads spread over cells: on each cell the last occurrence that names it holds, of some loads keyword by keyword."""

from __future__ import annotations

import operator
from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS
from pyaster_lite.fe.terms import ForceTerm

from ._member import LoadKeyword, at, varies

FORCES = ("FX", "FY", "FZ")


@dataclass
class Reading:
    """How values are read at the points of cells, at an instant.

    rest, moved  (ne, ng, 3) where the points stand in the mesh, and where displacements have brought them
    unknowns     (ne, nd) the unknowns of the cells; both are None unless the load depends on them
    velocities, accelerations  (ne, nd) those of the unknowns, None in statics
    """

    t: float
    rest: np.ndarray
    moved: np.ndarray | None = None
    unknowns: np.ndarray | None = None
    velocities: np.ndarray | None = None
    accelerations: np.ndarray | None = None

    def __call__(self, value, **more) -> np.ndarray:
        """(ne, ng) of a number, or of a function of time, place and `more`, arrays (ne, ng) by name."""
        return at(value, self.t, self.rest, self.moved, **more)


def spread(
    occurrences,
    model,
    word: str,
    values,
    method: str,
    force,
    stiffness=None,
    points: str = "points",
    moving=False,
    still=False,
    merged=False,
):
    """The force term of a load on cells.

    values  the keywords that hold values; or a function of the occurrence that gives them by name
    method  the method that an element must have to carry the load
    force   function (element, data of the cells, occurrence's values, read) -> (ne, nd), with `read` (a Reading) giving a
            value at the integration points (ne, ng)
    stiffness  that of a load that can follow the deformed shape, -> (ne, nd, nd); None for one that cannot
    points  the method of elements that tells where values are read
    moving  whether the load can follow the motion with its velocities, without a stiffness
    still   whether it depends on the unknowns of cells that stay where they are
    merged  whether an occurrence leaves what earlier ones say of other keywords (FX, then FY), as in code_aster (cachre); or a
            function (earlier values, own values) that gives those that hold
    """
    owner = np.full(model.mesh.n_cells, -1)
    given: list[dict] = []
    for occurrence in occurrences:
        named = "GROUP_MA" in occurrence or occurrence.get("TOUT") == "OUI"
        cells = cells_of(occurrence, model.mesh) if named else np.arange(model.mesh.n_cells)
        if not any(hasattr(model.groups[i].element, method) for i, _ in model.rows(cells)):
            raise occurrence.wrong("GROUP_MA", f"{word}: none of these cells can carry it, it would have no effect")
        own = values(occurrence) if callable(values) else {word: occurrence[word] for word in values if word in occurrence}
        held = owner[cells] if merged else np.full(len(cells), -1)
        for earlier in np.unique(held):
            owner[cells[held == earlier]] = len(given)
            beside = merged if callable(merged) else operator.or_
            given.append(beside(given[earlier], own) if earlier >= 0 else own)
    places = []
    for index, own in enumerate(given):
        for group, rows in model.rows(np.flatnonzero(owner == index)):
            if hasattr(model.groups[group].element, method):
                places.append((group, rows, own))

    def blocks(data, t, displacement, option, *rates):
        made = [None] * len(model.groups)
        for group, rows, own in places:
            element, part = model.groups[group].element, _part(data[group], rows)
            read = Reading(t, getattr(element, points)(part.coordinates))
            if displacement is not None:
                read.unknowns = displacement[model.assembler.equations[group][rows]]
                if model.phenomenon == "MECANIQUE" and not still:
                    part = element.moved(part, read.unknowns)
                    read.moved = element.points(part.coordinates)
                own_rates = (None if rate is None else rate[model.assembler.equations[group][rows]] for rate in rates)
                read.velocities, read.accelerations = own_rates if rates else (None, None)
            found = option(element, part, own, read)
            if made[group] is None:
                made[group] = np.zeros((len(data[group]), *found.shape[1:]), found.dtype)
            made[group][rows] = found
        return made

    def vector(data, t, displacement, *rates):
        return model.assembler.vector(blocks(data, t, displacement, force, *rates))

    def matrix(data, t, displacement):
        return model.assembler.matrix(blocks(data, t, displacement, stiffness))

    def read_values(data, t, where):
        for group, rows, own in places:
            read = Reading(t, where(model.groups[group].element, data[group].subset(rows)))
            yield group, rows, {name: read(value) for name, value in own.items() if hasattr(value, "evaluate") or value != 0.0}

    constant = not any(varies(v) for own in given for v in own.values())
    told = any(hasattr(v, "evaluate") for own in given for v in own.values())
    turns = stiffness is not None
    at_rest = lambda data, t: blocks(data, t, None, force)  # noqa: E731
    matrices = (lambda data, t: blocks(data, t, None, stiffness)) if turns else None
    derivative = matrix if turns else None
    return [
        ForceTerm(vector, constant, word, turns or moving, derivative, at_rest, matrices, moving, values=read_values, by_functions=told)
    ]


def _part(data, rows):
    """The data of some cells; all of them, in their order, as they stand: they keep what is made of them once."""
    return data if np.array_equal(rows, np.arange(len(data))) else data.subset(rows)


def by_component(*axes):
    """How loads in several axes leave what earlier occurrences say of other components, for `spread`.

    axes  the keywords in the order of the components, those along the axes of all first: these say nothing of axes, so that they
          are along those of the earlier occurrence, and its values along those of the later one where it has others (cachre)
    """
    place = {word: index for words in axes for index, word in enumerate(words)}

    def together(earlier, own):
        told = (words for values in (own, earlier) for words in axes[1:] if set(values) & (set(words) - set(axes[0])))
        words = next(told, axes[0])
        placed = {place.get(word, word): value for values in (earlier, own) for word, value in values.items()}
        lost = range(len(words), len(axes[0]))
        return {words[at] if isinstance(at, int) else at: value for at, value in placed.items() if at not in lost}

    return together


def vector_load(word: str, method: str, dimension: int | None = None, everywhere: bool = False) -> LoadKeyword:
    """A load FX, FY, FZ in the global axes, read at the integration points when it is a function of space.

    method      what applies it: a method of elements (data, force (ne, ng, 3)) -> (ne, nd)
    dimension   the dimension of the models that it is for
    everywhere  whether it takes TOUT='OUI'
    """

    def declare(value):
        places = {"GROUP_MA": CELL_WORDS["GROUP_MA"]} | ({"TOUT": CELL_WORDS["TOUT"]} if everywhere else {})
        rules = (AU_MOINS_UN(*FORCES), *([EXCLUS("TOUT", "GROUP_MA")] if everywhere else []))
        return FACT("f", max="**", rules=rules, **places, **{name: SIMP("f", typ=value) for name in FORCES})

    def force(element, data, values, read):
        return getattr(element, method)(data, np.stack([read(values.get(name, 0.0)) for name in FORCES], axis=-1))

    def terms(occurrences, model):
        for occurrence in occurrences:
            if dimension not in (None, model.dimension):
                raise occurrence.wrong(None, f"{word} is for models in {dimension}D, this one is in {model.dimension}D")
            if "FZ" in occurrence and model.dimension == 2 and "DZ" not in model.dofs.components:
                raise occurrence.wrong("FZ", "the model is plane: it cannot be pushed along Z")
        return spread(occurrences, model, word, FORCES, method, force, merged=True)

    return LoadKeyword(declare, terms)
