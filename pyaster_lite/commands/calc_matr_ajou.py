"""CALC_MATR_AJOU: what a fluid adds to the mass of the structures in it (u4.66.01)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat

from ._added_matrices import WORDS, in_coordinates, rules_of

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
        OPTION=SIMP("o", into=("MASS_AJOU",)),
    ),
)
def calc_matr_ajou(args, context):
    """In the coordinates of the basis, or of the substructures; nodes on both sides of a shell are found by their places alone."""
    args.mark_read("OPTION", "NOEUD_DOUBLE", "SOLVEUR")
    for word in ("MODELE_FLUIDE", "MODELE_INTERFACE"):
        if args[word].phenomenon != "THERMIQUE":
            raise args.wrong(word, f"{args[word].name} is no model of heat, which stands for the fluid here")
    return in_coordinates(args, context, SOURCES, args.MODELE_FLUIDE, args.MODELE_INTERFACE, args.CHAM_MATER, args.CHARGE)
