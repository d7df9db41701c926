"""NUME_DDL_GENE: number the coordinates on a basis, or those of linked substructures (u4.65.03)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.generalised import GeneralisedNumbering
from pyaster_lite.fe.substructures import CompatibleMotions


@operator(
    "NUME_DDL_GENE",
    produces="nume_ddl_gene",
    rules=UN_PARMI("MODELE_GENE", "BASE"),
    keywords=dict(
        MODELE_GENE=SIMP("f", typ="modele_gene"),
        b_modele_gene=BLOC(
            present("MODELE_GENE"),
            STOCKAGE=SIMP("f", into=("LIGN_CIEL", "PLEIN"), defaut="LIGN_CIEL"),
            METHODE=SIMP("f", into=("CLASSIQUE", "ELIMINE", "INITIAL"), defaut="CLASSIQUE"),
        ),
        BASE=SIMP("f", typ=("mode_meca", "mode_gene")),
        b_base=BLOC(
            present("BASE"),
            STOCKAGE=SIMP("f", into=("DIAG", "PLEIN"), defaut="PLEIN", dated=(("11.0.13", "DIAG"),)),
            NB_VECT=SIMP("f", typ="I", val_min=1),
        ),
    ),
)
def nume_ddl_gene(args, context):
    """One coordinate per vector of the basis, NB_VECT of them at most; or all coordinates of all substructures."""
    if args.MODELE_GENE is not None:
        # links are always eliminated: multipliers of METHODE='CLASSIQUE' would give the motions that satisfy them all
        args.mark_read("STOCKAGE", "METHODE")
        if args.METHODE == "INITIAL":
            # the coordinates that the deck's own Python leaves, one fewer for each condition
            return GeneralisedNumbering(args.MODELE_GENE, args.MODELE_GENE.size - len(args.MODELE_GENE.conditions), False)
        numbering = GeneralisedNumbering(args.MODELE_GENE, args.MODELE_GENE.size, False)
        numbering.links = CompatibleMotions(args.MODELE_GENE.conditions, plain=args.METHODE == "ELIMINE")
        return numbering
    size = len(args.BASE.orders)
    if "NB_VECT" in args:
        size = min(size, args.NB_VECT)
    return GeneralisedNumbering(args.BASE, size, args.STOCKAGE == "DIAG")
