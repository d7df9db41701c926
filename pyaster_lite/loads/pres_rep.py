"""PRES_REP: pressure on skins, and shear along plane ones (u4.44.01). Positive pressure pushes against the normal.

A function of space is read at the integration points. FISSURE names cracks that the mesh does not follow: the pressure acts on both lips.
Source: r3.01.01, r7.02.12.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.terms import ForceTerm

from ._lips import lips_term
from ._member import LoadKeyword, at, varies
from ._surface import spread


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("TOUT", "GROUP_MA", "FISSURE"), AU_MOINS_UN("PRES", "CISA_2D")),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        FISSURE=SIMP("f", typ="fiss_xfem", max=100, validators=(no_repeat,)),
        PRES=SIMP("f", typ=value),
        CISA_2D=SIMP("f", typ=value),
    )


def _force(element, data, values, read):
    if read.moved is not None and hasattr(element, "following_pressure"):
        return element.following_pressure(data, read(values["PRES"]))
    return element.pressure(data, read(values.get("PRES", 0.0)), read(values.get("CISA_2D", 0.0)))


def _stiffness(element, data, values, read):
    if hasattr(element, "following_pressure_stiffness"):
        return element.following_pressure_stiffness(data, read(values["PRES"]))
    if not hasattr(element, "pressure_stiffness"):
        raise ComputationFailed("a pressure that follows the motion is there for skins of bodies and for curved shells only")
    return element.pressure_stiffness(data, read(values.get("PRES", 0.0)), read(values.get("CISA_2D", 0.0)))


def _on_lips(lips, data, values, read):
    return lips.pressure(data, read(values.get("PRES", 0.0)), read(values.get("CISA_2D", 0.0)))


def terms(occurrences, model):
    """A force term of sides, one of lips."""
    for occurrence in occurrences:
        if "CISA_2D" in occurrence and model.dimension == 3:
            raise occurrence.wrong("CISA_2D", "a shear is for plane models only")
    cracked = [occurrence for occurrence in occurrences if "FISSURE" in occurrence]
    opened = [lips_term(cracked, model, "PRES_REP", ("PRES", "CISA_2D"), _on_lips)] if cracked else []
    occurrences = [occurrence for occurrence in occurrences if "FISSURE" not in occurrence]
    if not occurrences:
        return opened
    pushed = opened + spread(occurrences, model, "PRES_REP", ("PRES", "CISA_2D"), "pressure", _force, _stiffness)
    squeezed = any(hasattr(group.element, "squeeze") for group in model.groups)
    return pushed + ([_squeezing(occurrences, model)] if squeezed else [])


def _squeezing(occurrences, model):
    """The term of pressures that squeeze solid shells between their low face, the first nodes, and their high one."""
    pressures, faces = {}, {}
    for occurrence in occurrences:
        if "PRES" in occurrence:
            cells = cells_of(occurrence, model.mesh) if "GROUP_MA" in occurrence else np.arange(model.mesh.n_cells)
            for cell in cells[np.isin(model.mesh.cell_type(cells), "QUAD4")]:
                faces[frozenset(model.mesh.cell_nodes(int(cell)).tolist())] = occurrence.PRES
    for index, group in enumerate(model.groups):
        if hasattr(group.element, "squeeze"):
            low, high = ([faces.get(frozenset(nodes)) for nodes in group.nodes[:, own].tolist()] for own in (slice(0, 4), slice(4, 8)))
            pressures[index] = low, high

    def blocks(data, t):
        made = [None] * len(model.groups)
        for index, sides in pressures.items():
            middle = data[index].coordinates[:, :8].mean(axis=1)
            low, high = (
                np.array([0.0 if p is None else at(p, t, place[None, None], None)[0, 0] for p, place in zip(side, middle)])
                for side in sides
            )
            made[index] = model.groups[index].element.squeeze(data[index], low, high)
        return made

    vector = lambda data, t, displacement: model.assembler.vector(blocks(data, t))  # noqa: E731
    constant = not any(varies(value) for value in faces.values())
    return ForceTerm(vector, constant, "PRES_REP", True, blocks=blocks)


LOADS.add("PRES_REP", LoadKeyword(declare, terms))
