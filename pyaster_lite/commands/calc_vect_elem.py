"""CALC_VECT_ELEM: the forces of loads, and those of what surrounds the materials (u4.61.02)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.substructures import load_cases
from pyaster_lite.catalogue.conditions import absent, equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.concepts.matrix import ElementaryVector

from ._elementary import LOADED, VECTORS, anelastic_forces, brings_surroundings, check_models, loaded_data, nodal_field
from ._harmonics import MODE_FOURIER
from ._super_cells import case_of

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
            CHARGE=SIMP("f", typ=LOADED, max="**", validators=(no_repeat,)),
            CHAM_MATER=SIMP("f", typ="cham_mater"),
            MODE_FOURIER=MODE_FOURIER,
            b_sous_struc=BLOC(
                present("SOUS_STRUC") | absent("CHARGE"),
                MODELE=SIMP("o", typ="modele_sdaster"),
            ),
            SOUS_STRUC=load_cases(),
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
    loads = args.CHARGE or ()
    if not loads and not args.SOUS_STRUC:
        raise args.wrong("CHARGE", "give the loads, or the cases of SOUS_STRUC")
    model = args.MODELE if args.SOUS_STRUC else loads[0].model
    check_models(args, "CHARGE", loads, model)
    data = loaded_data(args, args.OPTION, model, args.CHAM_MATER, args.CARA_ELEM, args.INST)
    vector = np.zeros(model.dofs.size)
    for level in args.SOUS_STRUC:
        vector = vector + case_of(level, model)
    if args.OPTION == "CHAR_MECA" and args.CHAM_MATER is not None and brings_surroundings(context):
        vector = vector + anelastic_forces(model, data)
    own, instant = vector, args.INST
    terms = [(-1.0 if term.word in OPPOSED else 1.0, term) for load in loads for term in load.forces]
    vector = own + sum(sign * term.vector(data, instant, None) for sign, term in terms)
    imposed = sum((load.imposed(instant) for load in loads), ())

    def weighed(shares):
        return nodal_field(model, own + sum(sign * _weighed(model, term, data, instant, shares) for sign, term in terms))

    return ElementaryVector(VECTORS[args.OPTION][1], model, args.OPTION, vector, imposed, weighed)


def _weighed(model, term, data, instant, shares):
    """(n,) a term whose forces of cells count by their share; what acts on nodes alone counts whole."""
    blocks = term.blocks(data, instant) if term.blocks is not None else None
    if blocks is None:
        return term.vector(data, instant, None)
    return model.assembler.vector([block if block is None else share[:, None] * block for block, share in zip(blocks, shares)])
