"""MULTIFIBRE of AFFE_CARA_ELEM: the fibres of beams (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.concepts.fibres import WIDTH
from pyaster_lite.fe.beam_section import NAMES

MULTIFIBRE = FACT(
    "f",
    max="**",
    GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
    GROUP_FIBRE=SIMP("o", max="**"),
    PREC_AIRE=SIMP("f", typ="R", defaut=0.01),
    PREC_INERTIE=SIMP("f", typ="R", defaut=0.1),
)


def fibre_values(occurrences, geometry, model, sections) -> dict:
    """Entries of Characteristics.values: `fibres` (k, n, 7) and the number from 1 of the group of each, `fibre_group` (k, n).

    `sections` are the entries of the sections, which the fibres must meet; raises Refused.
    """
    entries = {}
    if not occurrences:
        return entries
    known = np.zeros((model.mesh.n_cells, len(NAMES)))
    for cells, values in sections:
        known[cells] = values[:, 0]
    most = max(sum(len(_group(o, geometry, name)) for name in o.GROUP_FIBRE) for o in occurrences)
    group, _ = model.place_of_cells
    for occurrence in occurrences:
        cells = cells_of(occurrence, model.mesh)
        for cell in cells:
            if group[cell] < 0 or not getattr(model.groups[group[cell]].element, "fibrous", False):
                raise occurrence.wrong("GROUP_MA", f"cell {model.mesh.cell_names[cell]} carries no beam of fibres in this model")
        parts = [_group(occurrence, geometry, name) for name in occurrence.GROUP_FIBRE]
        if len({bool(part[0, 6]) for part in parts}) > 1:
            raise occurrence.wrong("GROUP_FIBRE", "groups of fibres and assemblies of groups do not go together")
        numbers = [geometry.names.index(name) + 1 for name in occurrence.GROUP_FIBRE]
        fibres, owner = np.zeros((most, WIDTH)), np.zeros(most)
        whole = np.concatenate(parts)
        fibres[: len(whole)], owner[: len(whole)] = whole, np.repeat(numbers, [len(part) for part in parts])
        _compare(occurrence, model.mesh, whole, cells, known[cells])
        entries.setdefault("fibres", []).append((cells, np.broadcast_to(fibres, (len(cells), *fibres.shape))))
        entries.setdefault("fibre_group", []).append((cells, np.broadcast_to(owner, (len(cells), most))))
    return entries


def _group(occurrence, geometry, name):
    if name not in geometry.groups:
        raise occurrence.wrong("GROUP_FIBRE", f"there is no group of fibres {name}")
    return geometry.groups[name]


def _compare(occurrence, mesh, fibres, cells, sections):
    """Refuse fibres whose area and second moments are not those of the sections (k, 14)."""
    y, z, area = fibres[:, :3].T
    of_fibres = {"area": area.sum(), "inertia_y": (area * z**2).sum(), "inertia_z": (area * y**2).sum()}
    assembled = bool(fibres[0, 6])
    for name, value in of_fibres.items():
        given = sections[:, NAMES.index(name)]
        if not given.all():
            where = mesh.cell_names[cells[given.argmin()]]
            raise occurrence.wrong("GROUP_MA", f"cell {where} needs a section too: POUTRE gives none")
        word = "PREC_AIRE" if name == "area" else "PREC_INERTIE"
        off = abs(given - value) / given
        if off.max() > occurrence[word] and not (assembled and name != "area"):
            told = {"area": "area", "inertia_y": "second moment IY", "inertia_z": "second moment IZ"}[name]
            text = f"the {told} of the fibres, {value:.6g}, is not that of the section of cell {mesh.cell_names[cells[off.argmax()]]}"
            text, help = f"{text}, {given[off.argmax()]:.6g}", f"{word} says how far they may differ"
            raise occurrence.wrong("GROUP_FIBRE", text, help=help, known_as="MODELISA8_6")
