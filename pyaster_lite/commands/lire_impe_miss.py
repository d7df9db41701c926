"""LIRE_IMPE_MISS: the impedance of a soil at a frequency, out of a file (u7.02.33)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._soil_files import Placed, table_of, words
from pyaster_lite.concepts.matrix import GeneralisedMatrix
from pyaster_lite.io.soil_tables import NEAR_IN_RECORDS, NEAR_IN_TIME, read_soil_histories, terms_at


@operator(
    "LIRE_IMPE_MISS",
    produces="matr_asse_gene_c",
    keywords=dict(
        **words(),
        FREQ_EXTR=SIMP("f", typ="R"),
        INST_EXTR=SIMP("f", typ="R"),
        UNITE_RESU_IMPE=SIMP("f", typ="I", defaut=30),
        TYPE=SIMP("f", defaut="ASCII", into=("BINAIRE", "ASCII")),
        SYME=SIMP("f", defaut="NON", into=("NON", "OUI")),
    ),
)
def lire_impe_miss(args, context):
    """On the basis; between two frequencies of the file, or two instants (INST_EXTR), on a straight line."""
    if args.FREQ_EXTR is None and args.INST_EXTR is None:
        raise args.wrong("FREQ_EXTR", "the frequency is needed, or the instant")
    placed, records = Placed.of(args), args.TYPE == "BINAIRE"
    n = placed.count
    if args.INST_EXTR is not None:
        path = context.files.path(args.UNITE_RESU_IMPE, "r", span=args.span_of("UNITE_RESU_IMPE"))
        known, terms = read_soil_histories(path, n, records)
        at, apart = args.INST_EXTR, NEAR_IN_TIME
    else:
        known, terms = table_of(args, context, "UNITE_RESU_IMPE", n * n, binary=records)
        at, apart = args.FREQ_EXTR, NEAR_IN_RECORDS if records else None
    values = terms_at(known, terms[: n * n], np.array([at]), apart)[0].reshape(n, n).T
    if args.SYME == "OUI":
        values = (values + values.T) / 2.0
    return GeneralisedMatrix("matr_asse_gene_c", args.BASE, placed.matrix(values))
