"""CALC_CHAR_SEISME: the forces of inertia under a unit acceleration of the supports (u4.63.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._static_modes import driven_by, unit_direction
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.static_modes import lone_supports, unit_motion


@operator(
    "CALC_CHAR_SEISME",
    produces="cham_no_sdaster",
    rules=(UN_PARMI("MONO_APPUI", "MODE_STAT"), PRESENT_PRESENT("MODE_STAT", "GROUP_NO")),
    keywords=dict(
        MATR_MASS=SIMP("o", typ="matr_asse_depl_r"),
        DIRECTION=SIMP("o", typ="R", max=6),
        MONO_APPUI=SIMP("f", into=("OUI",)),
        MODE_STAT=SIMP("f", typ="mode_meca"),
        GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def calc_char_seisme(args, context):
    """-M psi, psi the motion of the structure that follows its supports."""
    mass = args.MATR_MASS
    direction = unit_direction(args)
    if args.MONO_APPUI == "OUI":
        forces = -(mass.matrix @ unit_motion(mass.dofs, direction))
    else:
        forces = -(mass.matrix @ driven_by(args, args.MODE_STAT, direction))
        forces[list(lone_supports(mass.relations))] = 0.0
    return NodeField(mass.model.mesh, "DEPL_R", mass.dofs.components, mass.dofs.at_nodes(forces))
