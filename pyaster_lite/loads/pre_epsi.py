"""PRE_EPSI: strains that are there without any stress, as the nodal forces that hold them (u4.44.01).

Solids and bars read EPXX .. EPYZ, beams EPX, KY, KZ, sheets of reinforcement EXX, membranes EXX, EYY, EXY, plates EXX, EYY,
EXY, KXX, KYY, KXY in their own axes. EPSI gives solids a field of the strains, at points or
nodes of elements. As in code_aster the stresses of a linear equilibrium are those of all strains: C B u.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_ABSENT
from pyaster_lite.fe.terms import ForceTerm

from ._member import LoadKeyword
from ._surface import spread

SOLID = ("EPXX", "EPYY", "EPZZ", "EPXY", "EPXZ", "EPYZ")
WORDS = {
    "bar": ("EPXX",),
    "beam": ("EPX", "KY", "KZ"),
    "grid": ("EXX",),
    "membrane": ("EXX", "EYY", "EXY"),
    "plate": ("EXX", "EYY", "EXY", "KXX", "KYY", "KXY"),
}
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
            AU_MOINS_UN(*EVERY, *field),
            *[PRESENT_ABSENT(word, "TOUT", "GROUP_MA", *EVERY) for word in field],
        ),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        **{word: SIMP("f", typ=value) for word in EVERY},
        **field,
    )


def _force(element, data, values, read):
    words = [f"EP{axes}" for axes in element.continuum.strains] if element.strain_kind == "solid" else WORDS[element.strain_kind]
    strain = [read(values.get(word, 0.0)) for word in words]
    return element.strain_force(data, np.stack(np.broadcast_arrays(*strain), axis=-1))


def terms(occurrences, model):
    """One force term for numbers and functions, one for each field."""
    plain = [occurrence for occurrence in occurrences if "EPSI" not in occurrence]
    made = spread(plain, model, "PRE_EPSI", EVERY, "strain_force", _force, points="strain_points") if plain else []
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
    field, held = occurrence.EPSI, {}
    for index, group in enumerate(model.groups):
        found = field.on(group.cells) if getattr(group.element, "strain_kind", None) == "solid" else None
        if found is not None:
            values, names = found
            zero = np.zeros(values.shape[:2])
            words = [f"EP{axes}" for axes in group.element.continuum.strains]
            held[index] = {word: np.nan_to_num(values[..., names.index(word)]) if word in names else zero for word in words}
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
