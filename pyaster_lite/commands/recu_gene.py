"""RECU_GENE: the generalised vector of a calculation at an instant or a frequency (u4.71.03)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._storage_selection import precision, select
from pyaster_lite.concepts.generalised import Transient
from pyaster_lite.concepts.matrix import GeneralisedVector


@operator(
    "RECU_GENE",
    produces="vect_asse_gene_r",
    rules=UN_PARMI("FREQ", "INST"),
    keywords=dict(
        RESU_GENE=SIMP("o", typ=("tran_gene", "harm_gene")),
        INST=SIMP("f", typ="R"),
        FREQ=SIMP("f", typ="R"),
        NOM_CHAM=SIMP("f", into=("DEPL", "VITE", "ACCE"), defaut="DEPL"),
        INTERPOL=SIMP("f", into=("NON", "LIN"), defaut="NON"),
        **precision(),
    ),
)
def recu_gene(args, context):
    """One row of the series."""
    source = args.RESU_GENE
    word, abscissas = ("INST", source.times) if isinstance(source, Transient) else ("FREQ", source.frequencies)
    if args[word] is None:
        raise args.wrong("INST" if word == "FREQ" else "FREQ", f"{source.name} is read by {word}")
    chosen = select(args, source.name, source.orders, {word: abscissas}, args.INTERPOL == "LIN")
    args.mark_read("CRITERE", "PRECISION")
    vector = chosen.of(source.of(args.NOM_CHAM))[0]
    return GeneralisedVector("vect_asse_gene_r", source.basis, vector)
