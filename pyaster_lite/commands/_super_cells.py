"""Condensed substructures as commands name them."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.super_cells import case_force, super_groups


def super_cell(args, mesh):
    """The super-cell of a mesh that SUPER_MAILLE names."""
    name, cells = args.SUPER_MAILLE.strip(), mesh.super_cells
    if name not in cells:
        raise args.wrong("SUPER_MAILLE", f"the mesh has no super-cell {name} (there are: {', '.join(cells) or 'none'})")
    return cells[name]


def case_of(level, model) -> np.ndarray:
    """(n,) the forces of the load case that an occurrence of SOUS_STRUC names."""
    return case_force(model, *_named(level, model)[:2])


def case_course(level, model):
    """The same as a function of time t -> (n,)."""
    case, names, varies = _named(level, model)
    if varies:
        return lambda t: case_force(model, case, names, t)
    force = case_force(model, case, names)
    return lambda t: force


def _named(level, model):
    """The load case, the super-cells, and whether one of them has a course of it in time."""
    level.mark_read("TOUT")
    cells = {group.place.name: group.place for group in super_groups(model)}
    names = [name.strip() for name in level.get("SUPER_MAILLE", cells)]
    case = level.CAS_CHARGE.strip()
    for item, name in enumerate(names):
        if name not in cells:
            raise level.wrong("SUPER_MAILLE", f"the model has no super-cell {name} (there are: {', '.join(cells) or 'none'})", item=item)
        if case not in cells[name].macro.cases:
            raise level.wrong("CAS_CHARGE", f"{cells[name].macro.name} has no load case {case}")
    return case, names, any(cells[name].macro.varies(case) for name in names)
