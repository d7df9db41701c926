"""RELATION='KIT_...': the laws of porous media, made of one of the skeleton, one of what fills it and one of retention."""

from __future__ import annotations

import numpy as np

from pyaster_lite.behaviours._cohesive import Cohesive
from pyaster_lite.behaviours.porous._gap import CohesiveSides, GapMedium
from pyaster_lite.behaviours.porous._medium import Medium
from pyaster_lite.catalogue.commons.comportement import KITS
from pyaster_lite.catalogue.registry import BEHAVIOURS, FLUIDS, RETENTIONS
from pyaster_lite.commands._integrated import integrated
from pyaster_lite.commands._substepped import substepped
from pyaster_lite.commands._written_laws import written
from pyaster_lite.fe.porous.gap import Gap
from pyaster_lite.fe.structure import Part

DAMAGED = ("MAZARS", "ENDO_ISOT_BETON")
"""The laws of the skeleton whose damage opens it."""


def porous_part(args, element, data, equations, occurrence) -> Part:
    """Cells of a porous medium that obey a kit; raises Refused."""
    if occurrence is None or occurrence.RELATION not in KITS:
        name = "no law" if occurrence is None else occurrence.RELATION
        where = args if occurrence is None else occurrence
        raise where.wrong("COMPORTEMENT" if occurrence is None else "RELATION", f"cells of porous media obey kits, not {name}")
    if occurrence.DEFORMATION != "PETIT" and element.layout.mechanical:
        raise occurrence.wrong("DEFORMATION", f"porous media that move are for DEFORMATION='PETIT', not {occurrence.DEFORMATION}")
    if occurrence.get("REGU_VISC") == "OUI":
        raise occurrence.wrong("REGU_VISC", f"REGU_VISC is not for {occurrence.RELATION}")
    # as in code_aster these cells, whose unknowns are not of one kind, have one tangent whatever TYPE_MATR_TANG says (te0600)
    occurrence.mark_read("PARM_THETA", "RESI_CPLAN_MAXI", "RESI_CPLAN_RELA", "TYPE_MATR_TANG", "VALE_PERT_RELA")
    words = occurrence.RELATION_KIT
    fluids = [word for word in words if word in FLUIDS]
    retentions = [word for word in words if word in RETENTIONS]
    skeletons = [word for word in words if word in BEHAVIOURS]
    layout = element.layout
    if len(fluids) != 1 or len(retentions) != 1 or len(skeletons) != layout.mechanical or len(words) != 2 + layout.mechanical:
        wanted = (
            "a law of the skeleton, one of the fluids and one of retention"
            if layout.mechanical
            else "a law of the fluids and one of retention"
        )
        raise occurrence.wrong("RELATION_KIT", f"these cells need {wanted}")
    moving, hot, pressures = KITS[occurrence.RELATION]
    if (moving, hot) != (layout.mechanical, layout.thermal) or pressures != sum(count > 0 for count in layout.phases):
        raise occurrence.wrong("RELATION", f"{occurrence.RELATION} is not for the unknowns of these cells")
    fluid = FLUIDS[fluids[0]]
    if fluid.phases != layout.phases or fluid.still and layout.mechanical:
        raise occurrence.wrong("RELATION_KIT", f"{fluids[0]} is not for the constituents of these cells")
    if layout.crossing and not fluid.crossing:
        raise occurrence.wrong("RELATION_KIT", f"{fluids[0]} is not for finite volumes")
    _check_coupling(occurrence, data, fluids[0], fluid)
    retention = RETENTIONS[retentions[0]]
    if retention.damaged and skeletons[0] not in DAMAGED:
        raise occurrence.wrong("RELATION_KIT", f"{retentions[0]} goes with {' and '.join(DAMAGED)} alone")
    if isinstance(element, Gap):
        return Part(element, data, equations, _between_sides(occurrence, skeletons[0], data, fluid))
    if retention.referred and not (layout.mechanical and layout.phases[1]):
        raise occurrence.wrong("RELATION_KIT", f"{retentions[0]} is for skeletons that move with a liquid and a gas in their pores")
    if retention.referred and not data.has("skeleton.s_bjh"):
        raise occurrence.wrong("RELATION_KIT", f"{retentions[0]} needs THM_DIFFU/S_BJH and its like, which the material does not have")
    skeleton = _skeleton(occurrence, skeletons[0], layout.continuum) if skeletons else None
    scheme = args.get("SCHEMA_THM")
    theta, alpha = (1.0, 1.0) if scheme is None else (scheme.PARM_THETA, scheme.PARM_ALPHA)
    return Part(element, data, equations, Medium(skeleton, fluid, retention, theta, alpha))


def _check_coupling(occurrence, data, word, fluid):
    """The material is declared for the same law of fluids, and has what it reads."""
    for index in np.unique(data.owner if data.owner is not None else [-1]):
        declared = data.materials[index].get("coupling") if index >= 0 else None
        if declared != word:
            told = "no COMP_THM" if declared is None else f"COMP_THM='{declared}'"
            raise occurrence.wrong("RELATION_KIT", f"{word} needs a material with COMP_THM='{word}', this one has {told}")
    for prefix, name in fluid.needs.items():
        if not data.has(prefix):
            raise occurrence.wrong("RELATION_KIT", f"{word} needs {name}, which the material does not have")


def _between_sides(occurrence, word, data, fluid):
    """The law of a gap that a fluid fills, of a law of its sides."""
    law = BEHAVIOURS[word]
    sides = CohesiveSides(law) if isinstance(law, Cohesive) else law
    if not hasattr(sides, "bridge"):
        raise occurrence.wrong("RELATION_KIT", f"{word} is no law of gaps that a fluid fills")
    for name, factor in sides.needs.items():
        if not data.has(name):
            raise occurrence.wrong("RELATION_KIT", f"{word} needs {factor}, which the material does not have")
    return GapMedium(sides, fluid)


def _skeleton(occurrence, word, continuum):
    behaviour = BEHAVIOURS[word]
    if hasattr(behaviour, "written"):
        behaviour = written(occurrence, continuum)
    if any(hasattr(behaviour, own) for own in ("separate", "bridge", "connect", "stretch", "pull")):
        raise occurrence.wrong("RELATION_KIT", f"{word} is no law of solids")
    if hasattr(behaviour, "in_pores"):
        behaviour = behaviour.in_pores()
    return substepped(occurrence, integrated(occurrence, behaviour))
