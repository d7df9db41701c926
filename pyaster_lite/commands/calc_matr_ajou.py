"""CALC_MATR_AJOU: what a fluid adds to the mass of the structures in it (u4.66.01)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_ABSENT, PRESENT_PRESENT
from pyaster_lite.concepts.matrix import GeneralisedMatrix

from ._added_matrices import Motions, added_mass

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
    args.mark_read("OPTION", "NOEUD_DOUBLE", "DIST_REFE", "SOLVEUR")
    for word in ("MODELE_FLUIDE", "MODELE_INTERFACE"):
        if args[word].phenomenon != "THERMIQUE":
            raise args.wrong(word, f"{args[word].name} is no model of heat, which stands for the fluid here")
    source = next((word for word in SOURCES if word in args), None)
    if source is None:
        raise args.wrong(None, f"CALC_MATR_AJOU needs {', '.join(SOURCES[:-1])} or {SOURCES[-1]}")
    motions, numbering = Motions(args.MODELE_INTERFACE.mesh, args.DIST_REFE), args.NUME_DDL_GENE
    if source == "CHAM_NO":
        motions.add_field(args.CHAM_NO)
        return GeneralisedMatrix("matr_asse_gene_r", None, added_mass(args, context, motions))
    size = args.MODELE_GENE.size if source == "MODELE_GENE" else len(args.MODE_MECA.orders)
    if numbering.basis is not args[source] and numbering.size != size:
        raise args.wrong("NUME_DDL_GENE", f"{numbering.name} has {numbering.size} coordinates, {args[source].name} {size} motions")
    kept = None
    if source == "MODE_MECA":
        motions.add(args.MODE_MECA)
        args.mark_read("AVEC_MODE_STAT")
    else:
        kept = []
        for part in args.MODELE_GENE.parts:
            basis = part.element.basis
            motions.add(basis, part.rotation, part.translation)
            kept += [args.AVEC_MODE_STAT == "OUI" or basis.parameter("TYPE_MODE", order) == "MODE_DYN" for order in basis.orders]
    matrix = added_mass(args, context, motions)
    if kept is not None:
        matrix *= [[a and b for b in kept] for a in kept]
    matrix = matrix[: numbering.size, : numbering.size]
    made = GeneralisedMatrix("matr_asse_gene_r", args[source], matrix.diagonal().copy() if numbering.diagonal else matrix)
    made.links = numbering.links
    return made
