"""ASSE_ELEM_SSD: link substructures and assemble their matrices in one command (u4.65.12)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.substructures import coincidence, links, substructures
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import PRESENT_PRESENT

MADE = {"MODELE": "modele_gene", "NUME_DDL_GENE": "nume_ddl_gene", "RIGI_GENE": "matr_asse_gene_r", "MASS_GENE": "matr_asse_gene_r"}


@operator(
    "ASSE_ELEM_SSD",
    creates=lambda args: [(args.RESU_ASSE_SSD[word], kind) for word, kind in MADE.items() if args.RESU_ASSE_SSD.get(word) is not None],
    keywords=dict(
        RESU_ASSE_SSD=FACT(
            "o",
            rules=(PRESENT_PRESENT("RIGI_GENE", "NUME_DDL_GENE"), PRESENT_PRESENT("MASS_GENE", "NUME_DDL_GENE")),
            **{word: SIMP("o", typ="CO") for word in MADE},
        ),
        SOUS_STRUC=substructures("f"),
        LIAISON=links(),
        VERIF=coincidence("d"),
        METHODE=SIMP("f", into=("CLASSIQUE", "ELIMINE"), defaut="CLASSIQUE"),
        STOCKAGE=SIMP("f", into=("LIGN_CIEL", "PLEIN"), defaut="LIGN_CIEL"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def asse_elem_ssd(args, context):
    """DEFI_MODELE_GENE, NUME_DDL_GENE and both ASSE_MATR_GENE."""
    parts = [{"ANGL_NAUT": (0.0, 0.0, 0.0), "TRANS": (0.0, 0.0, 0.0), **level.as_dict()} for level in args.SOUS_STRUC]
    links = [level.as_dict() for level in args.LIAISON]
    whole = context.run("DEFI_MODELE_GENE", SOUS_STRUC=parts, LIAISON=links, VERIF=args.VERIF.as_dict())
    numbering = context.run("NUME_DDL_GENE", MODELE_GENE=whole, METHODE=args.METHODE, STOCKAGE=args.STOCKAGE)
    made = {"MODELE": whole, "NUME_DDL_GENE": numbering}
    for option in ("RIGI_GENE", "MASS_GENE"):
        made[option] = context.run("ASSE_MATR_GENE", NUME_DDL_GENE=numbering, OPTION=option)
    for word, concept in made.items():
        context.create(args.RESU_ASSE_SSD[word], concept)
