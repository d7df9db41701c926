"""CALC_CHAM_FLUI: the potential, or the pressure, of a fluid at rest that modes of a structure push (u4.66.11).

The fluid is told as a model of heat, as for CALC_MATR_AJOU; one storage order, from 0, for each mode, its frequency standing for time.
"""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.commands._linear_systems import prepared
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Excitation, Result

from ._added_matrices import Motions, through

LATER = 1e5 * np.finfo(float).eps
"""By how much the second of two modes at one frequency stands after the first."""
POWERS = {"DEPL": 0, "VITE": 1, "PRES": 2}
"""Of the pulsation, that the motion is multiplied by."""


@operator(
    "CALC_CHAM_FLUI",
    produces="evol_ther",
    keywords=dict(
        RIGI_THER=SIMP("o", typ="matr_asse_temp_r"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        EXCIT=FACT(
            "o",
            max="**",
            CHARGE=SIMP("o", typ="char_ther"),
            FONC_MULT=SIMP("f", typ=("fonction_sdaster", "nappe_sdaster", "formule")),
        ),
        POTENTIEL=SIMP("f", defaut="DEPL", into=tuple(POWERS)),
        DIST_REFE=SIMP("f", typ="R", defaut=1e-2),
        MODE_MECA=SIMP("o", typ="mode_meca"),
        COEF_MULT=SIMP("f", typ="R", max="**", defaut=(1.0,)),
    ),
)
def calc_cham_flui(args, context):
    """K phi = rho A x of every mode, under the relations of the loads that the matrix has."""
    matrix, modes = args.RIGI_THER, args.MODE_MECA
    fluid, dofs = matrix.model, matrix.dofs
    result = Result("evol_ther", fluid.mesh, fluid, args.CHAM_MATER)
    for occurrence in args.EXCIT:
        if occurrence.CHARGE.forces:
            raise occurrence.not_yet("CHARGE", "flows that are imposed besides those of the modes are not there yet")
        result.excitations.append(Excitation(occurrence.CHARGE, occurrence.FONC_MULT))
    motions = Motions(fluid.mesh, args.DIST_REFE)
    motions.add(modes)
    elimination, solver = prepared(matrix, context)
    offset = elimination.offset(0.0)
    factors = list(args.COEF_MULT) + [1.0] * len(modes.orders)
    with context.timer("fluid"):
        flows = through(fluid, args.CHAM_MATER, motions.columns)[1]
        held, before = matrix.matrix @ offset, -np.inf
        for number, (order, flow, factor) in enumerate(zip(modes.orders, flows.T, factors)):
            frequency = modes.parameter("FREQ", order)
            push = factor * (2.0 * np.pi * frequency) ** POWERS[args.POTENTIEL] * flow
            found = elimination.expand(solver.solve(elimination.reduce_vector(push - held)), offset)
            before = frequency if frequency > before else before + LATER
            field = NodeField(fluid.mesh, "TEMP_R", dofs.components, dofs.at_nodes(found))
            result.store(number, {"INST": before, "PARM_THETA": 1.0}, {"TEMP": field})
    return result
