"""PRE_EPSI: strains that are there without any stress, as the nodal forces that hold them (u4.44.01).

Solids and bars read EPXX .. EPYZ, beams EPX, KY, KZ, or KN1 and KN2 about n x x and x x (n x x), n being VECT_N and x their axis, at
their middle, also along ABSC where the mesh has it; sheets of reinforcement read EXX, membranes EXX, EYY, EXY, plates EXX, EYY, EXY,
KXX, KYY, KXY in their own axes. EPSI gives solids a field of the strains, at points or
nodes of elements. As in code_aster the stresses of a linear equilibrium are those of all strains: C B u.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_ABSENT
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.terms import ForceTerm

from ._member import LoadKeyword
from ._solid_field import on_solids
from ._surface import spread

SOLID = ("EPXX", "EPYY", "EPZZ", "EPXY", "EPXZ", "EPYZ")
WORDS = {
    "bar": ("EPXX",),
    "beam": ("EPX", "KY", "KZ"),
    "grid": ("EXX",),
    "membrane": ("EXX", "EYY", "EXY"),
    "plate": ("EXX", "EYY", "EXY", "KXX", "KYY", "KXY"),
}
CURVATURES, NORMAL = ("KN1", "KN2"), ("NX", "NY", "NZ")
"""Curvatures of beams about axes told by VECT_N, and its components."""
EVERY = (*SOLID, *WORDS["beam"], *WORDS["plate"])


def declare(value):
    """The declaration; only numbers may come as a field."""
    field = {"EPSI": SIMP("f", typ=("cham_elem", "carte_sdaster"))} if value == "R" else {}
    return FACT(
        "f",
        max="**",
        rules=(
            AU_MOINS_UN("TOUT", "GROUP_MA", *field),
            PRESENT_ABSENT("TOUT", "GROUP_MA"),
            AU_MOINS_UN(*EVERY, "VECT_N", *field),
            PRESENT_ABSENT("VECT_N", "KY", "KZ"),
            *[PRESENT_ABSENT(word, "TOUT", "GROUP_MA", *EVERY, "VECT_N") for word in field],
        ),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        **{word: SIMP("f", typ=value) for word in EVERY},
        VECT_N=SIMP("f", typ="R", min=3, max=3),
        b_n=BLOC(present("VECT_N"), rules=AU_MOINS_UN(*CURVATURES), **{word: SIMP("f", typ=value) for word in CURVATURES}),
        **field,
    )


class _Turned:
    """An occurrence with VECT_N, whose components are words of their own."""

    def __init__(self, occurrence):
        self._given, self._normal = occurrence, dict(zip(NORMAL, occurrence.VECT_N))

    def __contains__(self, word):
        return word in self._normal or word in self._given

    def __getitem__(self, word):
        return self._normal[word] if word in self._normal else self._given[word]

    def __getattr__(self, name):
        return getattr(self._given, name)


def _force(element, data, values, read):
    words = [f"EP{axes}" for axes in element.continuum.strains] if element.strain_kind == "solid" else WORDS[element.strain_kind]
    strain = [read(values.get(word, 0.0)) for word in words]
    if NORMAL[0] in values and element.strain_kind == "beam":
        axes = element.turn(data)[:, :3, :3]
        first = np.cross([values[word] for word in NORMAL], axes[:, 0])
        size = np.linalg.norm(first, axis=-1, keepdims=True)
        if not size.all():
            raise ComputationFailed("PRE_EPSI: VECT_N lies along a beam")
        first = first / size
        second = np.cross(axes[:, 0], first)
        for place in (1, 2):
            for word, way in zip(CURVATURES, (first, second)):
                strain[place] = strain[place] + read(values.get(word, 0.0)) * np.einsum("ei,ei->e", way, axes[:, place])[:, None]
    return element.strain_force(data, np.stack(np.broadcast_arrays(*strain), axis=-1))


def terms(occurrences, model):
    """One force term for numbers and functions, one for each field."""
    plain = [occurrence for occurrence in occurrences if "EPSI" not in occurrence]
    plain = [_Turned(occurrence) if occurrence.get("VECT_N") else occurrence for occurrence in plain]
    words = (*EVERY, *CURVATURES, *NORMAL)

    def force(element, data, values, read):
        if element.strain_kind != "beam" or model.mesh.abscissa is None:
            return _force(element, data, values, read)
        middle = model.mesh.abscissa[data.cells, :2].mean(axis=1)[:, None]
        return _force(element, data, values, lambda value: read(value, ABSC=middle))

    made = spread(plain, model, "PRE_EPSI", words, "strain_force", force, points="strain_points") if plain else []
    return made + [_of_field(occurrence, model) for occurrence in occurrences if "EPSI" in occurrence]


def idle(occurrence, model, first):
    """Only zeros, on discrete elements."""
    given = [occurrence[word] for word in EVERY if occurrence.get(word) is not None]
    if not all(isinstance(value, (int, float)) and value == 0 for value in given):
        return None
    mesh = model.mesh
    cells = cells_of(occurrence, mesh) if occurrence.get("GROUP_MA") is not None else np.arange(mesh.n_cells)
    discrete = given and all(model.groups[index].element.dim == 0 for index, _ in model.rows(cells))
    return "discrete elements have no strain" if discrete else None


def _of_field(occurrence, model):
    """The force term of a field of strains."""
    field, held = occurrence.EPSI, on_solids(occurrence.EPSI, model, "EP")
    if not held:
        raise occurrence.wrong("EPSI", "the field has no strain on a solid of the model")

    def at(index, nodal):
        """The values of a group at its nodes, or at its points."""
        element, places = model.groups[index].element, {"CART": "ELEM"}.get(field.location, field.location)
        for word, values in held[index].items():
            if places == "ELEM":
                values = values[:, :1]
            elif nodal and places == "ELGA":
                values = values @ element.points_to_nodes().T
            elif not nodal and places == "ELNO":
                values = values @ element.point_functions.T
            yield word, values

    def blocks(data, t):
        made = [None] * len(model.groups)
        for index in held:
            element, own = model.groups[index].element, dict(at(index, False))
            made[index] = _force(element, data[index], own, lambda value, e=data[index], s=element: _on_points(value, s, e))
        return made

    def read_values(data, t, where):
        for index in held:
            nodal = where(model.groups[index].element, data[index]) is data[index].coordinates
            yield index, np.arange(len(data[index])), dict(at(index, nodal))

    return ForceTerm(
        lambda data, t, displacement: model.assembler.vector(blocks(data, t)), True, "PRE_EPSI", blocks=blocks, values=read_values
    )


def _on_points(values, element, data):
    return np.broadcast_to(values, (len(data), len(element.rule())))


LOADS.add("PRE_EPSI", LoadKeyword(declare, terms, idle=idle))
