"""PROJ_VECT_BASE: a vector on a reduced basis (u4.63.13)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.legacy import Given
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._projection import KINDS_OF_VECTOR, numbered_basis, project_vector


@operator(
    "PROJ_VECT_BASE",
    produces="vect_asse_gene_r",
    legacy=(Given("TYPE_VECT", "FORC", last="14.3.8"),),
    rules=UN_PARMI("VECT_ASSE", "VECT_ASSE_GENE"),
    keywords=dict(
        BASE=SIMP("o", typ=("mode_meca", "mode_gene")),
        NUME_DDL_GENE=SIMP("o", typ="nume_ddl_gene"),
        TYPE_VECT=SIMP("o", into=KINDS_OF_VECTOR),
        VECT_ASSE=SIMP("f", typ="cham_no_sdaster"),
        VECT_ASSE_GENE=SIMP("f", typ="vect_asse_gene"),
    ),
)
def proj_vect_base(args, context):
    """X^T f of a force, the coordinates of a motion."""
    return project_vector(args, args.BASE, numbered_basis(args, args.NUME_DDL_GENE))
