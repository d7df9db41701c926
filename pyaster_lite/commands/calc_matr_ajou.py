"""CALC_MATR_AJOU: what a fluid adds to the mass, the damping and the stiffness of the structures in it (u4.66.01)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat

from ._added_matrices import WORDS, added_by_flow, in_coordinates, rules_of

SOURCES = ("MODE_MECA", "CHAM_NO", "MODELE_GENE")


@operator(
    "CALC_MATR_AJOU",
    produces="matr_asse_gene_r",
    rules=rules_of(SOURCES),
    keywords=dict(
        **WORDS,
        MODELE_FLUIDE=SIMP("o", typ="modele_sdaster"),
        MODELE_INTERFACE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CHARGE=SIMP("o", typ="char_ther"),
        CHAM_NO=SIMP("f", typ="cham_no_sdaster"),
        NUME_MODE_MECA=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        OPTION=SIMP("o", into=("MASS_AJOU", "AMOR_AJOU", "RIGI_AJOU")),
        POTENTIEL=SIMP("f", typ="evol_ther"),
    ),
)
def calc_matr_ajou(args, context):
    """In the coordinates of the basis, or of the substructures; nodes on both sides of a shell are found by their places alone."""
    args.mark_read("NOEUD_DOUBLE", "SOLVEUR", "POTENTIEL")
    for word in ("MODELE_FLUIDE", "MODELE_INTERFACE"):
        if args[word].phenomenon != "THERMIQUE":
            raise args.wrong(word, f"{args[word].name} is no model of heat, which stands for the fluid here")
    given = SOURCES, args.MODELE_FLUIDE, args.MODELE_INTERFACE, args.CHAM_MATER, args.CHARGE
    return in_coordinates(args, context, *given, None if args.OPTION == "MASS_AJOU" else _of_flow(args))


def _of_flow(args):
    """What makes the matrix of a flow whose potential is the first of a calculation of heat."""
    if args.POTENTIEL is None:
        raise args.wrong("OPTION", f"{args.OPTION} needs POTENTIEL, that of the steady flow")
    if "MODELE_GENE" in args:
        raise args.not_yet("MODELE_GENE", f"{args.OPTION} of substructures is not there yet")
    if args.MODELE_INTERFACE.mesh.dimension < 3:
        raise args.wrong("OPTION", f"{args.OPTION} is for fluids in space")
    potential = args.POTENTIEL
    field = potential.field("TEMP", potential.orders[0])
    return added_by_flow(args.OPTION, np.nan_to_num(field.component("TEMP")))
