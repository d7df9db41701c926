"""CALC_VECT_ELEM: the forces of loads, and those of what surrounds the materials (u4.61.02)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.concepts.matrix import ElementaryVector

from ._elementary import LOADED, VECTORS, anelastic_forces, check_models, loaded_data
from ._harmonics import MODE_FOURIER

OPPOSED = ("ONDE_PLANE",)
"""Loads whose vector is told with the opposite sign of the force, as code_aster does: it takes waves to the left of its equations."""

LOADS = tuple(option for option in VECTORS if option != "FORC_VARC")
"""The options that are the forces of loads."""


@operator(
    "CALC_VECT_ELEM",
    produces=lambda args: VECTORS.get(args.OPTION, (None, None))[1],
    keywords=dict(
        OPTION=SIMP("o", into=tuple(VECTORS)),
        b_loads=BLOC(
            is_in("OPTION", *LOADS),
            CHARGE=SIMP("o", typ=LOADED, max="**", validators=(no_repeat,)),
            CHAM_MATER=SIMP("f", typ="cham_mater"),
            MODE_FOURIER=MODE_FOURIER,
        ),
        b_around=BLOC(
            equal("OPTION", "FORC_VARC"),
            MODELE=SIMP("o", typ="modele_sdaster"),
            CHAM_MATER=SIMP("o", typ="cham_mater"),
        ),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        INST=SIMP("f", typ="R", defaut=0.0),
    ),
)
def calc_vect_elem(args, context):
    """The sum of the forces of the loads at INST, what they impose going with them; or those of strains that no stress causes."""
    if args.OPTION not in LOADS:
        data = loaded_data(args, args.OPTION, args.MODELE, args.CHAM_MATER, args.CARA_ELEM, args.INST)
        return ElementaryVector(VECTORS[args.OPTION][1], args.MODELE, args.OPTION, anelastic_forces(args.MODELE, data))
    model = args.CHARGE[0].model
    check_models(args, "CHARGE", args.CHARGE, model)
    data = loaded_data(args, args.OPTION, model, args.CHAM_MATER, args.CARA_ELEM, args.INST)
    vector = np.zeros(model.dofs.size)
    for term in (term for load in args.CHARGE for term in load.forces):
        vector = vector + (-1.0 if term.word in OPPOSED else 1.0) * term.vector(data, args.INST, None)
    return ElementaryVector(VECTORS[args.OPTION][1], model, args.OPTION, vector, sum((load.imposed(args.INST) for load in args.CHARGE), ()))
