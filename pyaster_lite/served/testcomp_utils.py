"""code_aster.MacroCommands.Utils.testcomp_utils: how decks compare the answers of one law to one load under several conditions."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import SERVED

_PATH = "code_aster.MacroCommands.Utils.testcomp_utils"


def relative_error(X, Xref, coef=1.0, prec_zero=0.0):
    """|coef X - Xref| / |Xref|; zero where the reference is smaller than `prec_zero`."""
    return 0.0 if abs(Xref) < prec_zero else abs((X * coef - Xref) / Xref)


def vect_prod_rot(X1, X2):
    """The symmetric product of two vectors: xx, yy, zz, and twice xy, xz, yz. Raises ValueError unless both have three components."""
    if len(X1) != 3 or len(X2) != 3:
        raise ValueError("both vectors have three components")
    product = np.outer(X1, X2)
    product = product + product.T
    return [product[i, i] / 2.0 for i in range(3)] + [product[0, 1], product[0, 2], product[1, 2]]


@SERVED.register(f"{_PATH}.rename_components")
def rename_components(study):
    """rename_components(i, steps, labels, columns, tables, gathered): add columns of the i-th table to the tables gathered for each.

    A column V1 of the table with the label _N_ and 10 steps is called V1_N_10; rows are matched by INST.
    """

    def add(i, N_pas, label_cal, ch_param, RESU, R_SI):
        for place, word in enumerate(ch_param):
            renamed = dict(OPERATION="RENOMME", NOM_PARA=(word, f"{word}{label_cal[i]}{N_pas[i]}"))
            own = study.run("CALC_TABLE", TABLE=RESU[i], ACTION=[dict(OPERATION="EXTR", NOM_PARA=("INST", word)), renamed])
            before = R_SI[place]
            joined = dict(OPERATION="COMB", TABLE=own, NOM_PARA="INST")
            R_SI[place] = own if before is None else study.run("CALC_TABLE", TABLE=before, ACTION=[joined])
        return R_SI

    return add


SERVED.register(f"{_PATH}.relative_error")(lambda study: relative_error)
SERVED.register(f"{_PATH}.vect_prod_rot")(lambda study: vect_prod_rot)
