"""CALC_MATR_AJOU: what a fluid adds to the mass of the structures in it (u4.66.01)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT

from ._added_matrices import in_coordinates

SOURCES = ("MODE_MECA", "CHAM_NO", "MODELE_GENE")


@operator(
    "CALC_MATR_AJOU",
    produces="matr_asse_gene_r",
    rules=(
        EXCLUS(*SOURCES),
        PRESENT_ABSENT("NUME_DDL_GENE", "CHAM_NO"),
        PRESENT_PRESENT("MODE_MECA", "NUME_DDL_GENE"),
        PRESENT_PRESENT("MODELE_GENE", "NUME_DDL_GENE"),
    ),
    keywords=dict(
        MODELE_FLUIDE=SIMP("o", typ="modele_sdaster"),
        MODELE_INTERFACE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CHARGE=SIMP("o", typ="char_ther"),
        MODE_MECA=SIMP("f", typ="mode_meca"),
        CHAM_NO=SIMP("f", typ="cham_no_sdaster"),
        MODELE_GENE=SIMP("f", typ="modele_gene"),
        NUME_DDL_GENE=SIMP("f", typ="nume_ddl_gene"),
        DIST_REFE=SIMP("f", typ="R", defaut=1e-2),
        AVEC_MODE_STAT=SIMP("f", defaut="OUI", into=("OUI", "NON")),
        NUME_MODE_MECA=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        OPTION=SIMP("o", into=("MASS_AJOU",)),
        NOEUD_DOUBLE=SIMP("f", defaut="NON", into=("OUI", "NON")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        SOLVEUR=solveur(),
    ),
)
def calc_matr_ajou(args, context):
    """In the coordinates of the basis, or of the substructures; nodes on both sides of a shell are found by their places alone."""
    args.mark_read("OPTION", "NOEUD_DOUBLE", "SOLVEUR")
    for word in ("MODELE_FLUIDE", "MODELE_INTERFACE"):
        if args[word].phenomenon != "THERMIQUE":
            raise args.wrong(word, f"{args[word].name} is no model of heat, which stands for the fluid here")
    return in_coordinates(args, context, SOURCES, args.MODELE_FLUIDE, args.MODELE_INTERFACE, args.CHAM_MATER, args.CHARGE)
