"""ASSE_VECT_GENE: loads of linked substructures (u4.65.05)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._linked import linked, part_of
from pyaster_lite.commands._physical_vectors import on_unknowns
from pyaster_lite.concepts.matrix import GeneralisedVector


@operator(
    "ASSE_VECT_GENE",
    produces="vect_asse_gene_r",
    keywords=dict(
        NUME_DDL_GENE=SIMP("o", typ="nume_ddl_gene"),
        METHODE=SIMP("f", into=("CLASSIQUE", "INITIAL"), defaut="CLASSIQUE"),
        b_nume=BLOC(
            equal("METHODE", "CLASSIQUE"),
            CHAR_SOUS_STRUC=FACT("o", max="**", SOUS_STRUC=SIMP("o"), VECT_ASSE=SIMP("o", typ="cham_no_sdaster")),
        ),
    ),
)
def asse_vect_gene(args, context):
    """X^T f of each substructure, in its own axes; METHODE='INITIAL' has no load yet.

    As in code_aster, beside links that are eliminated the load of the last substructure is the only one.
    """
    whole, links = linked(args), args.NUME_DDL_GENE.links
    total = np.zeros(whole.size)
    for level in args.CHAR_SOUS_STRUC if args.METHODE == "CLASSIQUE" else ():
        if links is not None and links.plain:
            total[:] = 0.0
        basis = part_of(level, "SOUS_STRUC", whole).element.basis
        total[whole.span(level.SOUS_STRUC)] += basis.shapes.T @ on_unknowns(level, "VECT_ASSE", basis.dofs, basis.mesh)
    return GeneralisedVector("vect_asse_gene_r", whole, total)
