"""EFFE_FOND: what a pressure on the closed end of a tube pulls on its cut section (u4.44.01).

The section GROUP_MA bears PRES times the area of the hole over its own area; segments GROUP_MA_INT go around the hole.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._member import LoadKeyword
from ._surface import spread


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        GROUP_MA_INT=SIMP("o", typ="grma", max="**"),
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        PRES=SIMP("o", typ=value),
    )


def terms(occurrences, model):
    """One force term for each section; the last hole is that of a section that is named twice."""
    made, later = [], np.empty(0, int)
    for occurrence in reversed(occurrences):
        cells = cells_of(occurrence, model.mesh)
        shared = np.isin(cells, later)
        if shared.any() and not shared.all():
            raise occurrence.wrong("GROUP_MA", "EFFE_FOND: a part of the section bears the pull of another hole")
        if shared.any():
            occurrence.mark_read("GROUP_MA_INT", "PRES")
        else:
            made += _pull(occurrence, model)
        later = np.concatenate([later, cells])
    return made


def _pull(occurrence, model):
    if model.dimension != 3:
        raise occurrence.wrong(None, f"EFFE_FOND is for models in 3D, this one is in {model.dimension}D")
    ratio = -_enclosed(occurrence, model.mesh) / _section(occurrence, model)

    def force(element, data, values, read):
        return element.pressure(data, ratio * read(values["PRES"]), 0.0)

    def stiffness(element, data, values, read):
        return element.pressure_stiffness(data, ratio * read(values["PRES"]), 0.0)

    return spread([occurrence], model, "EFFE_FOND", ("PRES",), "pressure", force, stiffness)


def _section(occurrence, model):
    """The area of the cells that bear it."""
    cells, area = cells_of(occurrence, model.mesh), 0.0
    for index, rows in model.rows(cells):
        group = model.groups[index]
        if hasattr(group.element, "pressure") and hasattr(group.element, "normals"):
            area += np.linalg.norm(group.element.normals(model.mesh.coordinates[group.nodes[rows]]), axis=-1).sum()
    if area == 0.0:
        raise occurrence.wrong("GROUP_MA", "EFFE_FOND: none of these cells can carry it, it would have no effect")
    return area


def _enclosed(occurrence, mesh):
    """The area inside the segments GROUP_MA_INT, by straight lines through their nodes."""
    sides = {}
    for cell in np.concatenate(look_up(occurrence, "GROUP_MA_INT", mesh.cell_group)):
        if not str(mesh.cell_type([cell])[0]).startswith("SEG"):
            raise occurrence.wrong("GROUP_MA_INT", f"cell {mesh.cell_names[cell]} is no segment: a contour is made of segments")
        first, last, *middle = mesh.cell_nodes(int(cell)).tolist()
        sides.setdefault(first, []).append((last, middle))
        sides.setdefault(last, []).append((first, middle))
    if any(len(ways) != 2 for ways in sides.values()):
        raise occurrence.wrong("GROUP_MA_INT", "the segments do not close one contour around the hole")
    start = node = next(iter(sides))
    around, before = [], None
    for _ in range(len(sides)):
        after, middle = next(way for way in sides[node] if way[0] != before) if before is not None else sides[node][0]
        around += [node, *middle]
        before, node = node, after
    if node != start or len({*around} & {*sides}) != len(sides):
        raise occurrence.wrong("GROUP_MA_INT", "the segments do not close one contour around the hole")
    places = mesh.coordinates[around] - mesh.coordinates[around].mean(axis=0)
    return np.linalg.norm(np.cross(places, np.roll(places, -1, axis=0)).sum(axis=0)) / 2


LOADS.add("EFFE_FOND", LoadKeyword(declare, terms))
