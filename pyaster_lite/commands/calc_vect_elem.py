"""CALC_VECT_ELEM: the forces of loads (u4.61.02)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.concepts.matrix import ElementaryVector

from ._elementary import LOADED, VECTORS, check_models, loaded_data

OPPOSED = ("ONDE_PLANE",)
"""Loads whose vector is told with the opposite sign of the force, as code_aster does: it takes waves to the left of its equations."""


@operator(
    "CALC_VECT_ELEM",
    produces=lambda args: VECTORS.get(args.OPTION, (None, None))[1],
    keywords=dict(
        OPTION=SIMP("o", into=tuple(VECTORS)),
        CHARGE=SIMP("o", typ=LOADED, max="**", validators=(no_repeat,)),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
        INST=SIMP("f", typ="R", defaut=0.0),
        MODE_FOURIER=SIMP("f", typ="I", into=(0,), defaut=0),
    ),
)
def calc_vect_elem(args, context):
    """The sum of the forces of the loads at INST; what they impose goes with them."""
    args.mark_read("MODE_FOURIER")
    model = args.CHARGE[0].model
    check_models(args, "CHARGE", args.CHARGE, model)
    data = loaded_data(args, args.OPTION, model, args.CHAM_MATER, args.CARA_ELEM, args.INST)
    vector = np.zeros(model.dofs.size)
    for term in (term for load in args.CHARGE for term in load.forces):
        vector = vector + (-1.0 if term.word in OPPOSED else 1.0) * term.vector(data, args.INST, None)
    return ElementaryVector(VECTORS[args.OPTION][1], model, args.OPTION, vector, sum((load.imposed(args.INST) for load in args.CHARGE), ()))
