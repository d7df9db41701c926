"""ROCH_ELNO: the material and the section of straight pipes at both ends, which Roche's method asks for (u2.09.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.beam import Beam
from pyaster_lite.fe.beam_section import CIRCLE, Section
from pyaster_lite.materials.post_roche import NAMES

MATERIAL = ("E", "K_FACT", "N_EXPO", "RP02_MIN", "RM_MIN", "RP02_MOY", "COEF")
SECTION = ("A", "I", "R", "EP", "I2", "R2", "EP2")


def pipe_values(args, model, material_field, characteristics, cells, time: float) -> ElementField:
    """The field ELNO of the pipes (POU_D_T) among some cells at an instant; strengths that the material does not give are -1."""
    blocks = []
    data = model.data(material_field, characteristics)
    for index, rows in model.rows(cells):
        group = model.groups[index]
        if not isinstance(group.element, Beam) or not group.element.shears:
            continue
        own = data[index].subset(rows).between(time, time)
        if not all(own.has(name) for name in ("pipe_factor", "young")):
            raise args.wrong("CHAM_MATER", "the material of a pipe has no POST_ROCHE", help="DEFI_MATERIAU/POST_ROCHE")
        material = [
            own.overall(name, default) for name, default in zip(("young", *NAMES.values()), (None, None, None, -1.0, -1.0, -1.0, 1.0))
        ]
        values = np.concatenate([_at_both_ends(material), _sections(args, own)], axis=-1)
        blocks.append(ElementBlock(group.cells[rows], values, (*MATERIAL, *SECTION), group.element))
    if not blocks:
        raise args.wrong("MODELE", "no cell there is a beam POU_D_T")
    return ElementField(model.mesh, "NEUT_R", "ELNO", blocks)


def _at_both_ends(values):
    one = np.stack(values, axis=-1)
    return np.repeat(one[:, None], 2, axis=1)


def _sections(args, data):
    """(n, 2, 7) of the columns SECTION."""
    section = Section.of(data)
    if (data.characteristics.get("section_shape", 0) != CIRCLE).any():
        raise args.wrong("CARA_ELEM", "pipes have sections CERCLE")
    area, inertia, radius = section.area, section.inertia_y, section.extreme_y
    wall = radius - np.sqrt(np.maximum(radius**2 - area / np.pi, 0.0))
    return np.stack([area, inertia, radius, wall, *(values[:, ::-1] for values in (inertia, radius, wall))], axis=-1)
