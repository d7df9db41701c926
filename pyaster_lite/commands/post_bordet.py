"""POST_BORDET: the chances of cleavage by Bordet's model, in which cracks start as the strain grows (u4.81.41, r7.02.06).

s_w^m = k / V_0 int int (s_Y / s_Y0) (s_1^m - s_th^m)+ exp(- s_Y / s_Y0 p / p_0) dp dV
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import ConstantFunction
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.quantity import derivation_of
from pyaster_lite.commands._weibull import largest, parts_of, tensor
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.tensors import AXES


def _parameters(**more):
    return FACT(
        "o",
        **{word: SIMP("o", typ="R", val_min=0.0) for word in ("M", "VOLU_REFE", "SIG_CRIT", "SEUIL_REFE")},
        SIGM_REFE=SIMP("o", typ="fonction_sdaster"),
        SEUIL_CALC=SIMP("o", typ=("fonction_sdaster", "nappe_sdaster")),
        **more,
    )


@operator(
    "POST_BORDET",
    produces="table_sdaster",
    legacy=(ConstantFunction("TEMP", "15.2.17+"),),
    rules=(UN_PARMI("TOUT", "GROUP_MA"), UN_PARMI("INST", "NUME_ORDRE")),
    keywords=dict(
        TOUT=SIMP("f", into=("OUI",)),
        GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        INST=SIMP("f", typ="R"),
        PRECISION=SIMP("f", typ="R", val_min=0.0, val_max=1e-3, defaut=1e-6),
        CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="ABSOLU"),
        NUME_ORDRE=SIMP("f", typ="I"),
        PROBA_NUCL=SIMP("f", into=("NON", "OUI"), defaut="NON"),
        b_nucl=BLOC(equal("PROBA_NUCL", "OUI"), PARAM=_parameters(DEF_PLAS_REFE=SIMP("o", typ="R"))),
        b_prop=BLOC(equal("PROBA_NUCL", "NON"), PARAM=_parameters()),
        RESULTAT=SIMP("o", typ="evol_noli"),
        TEMP=SIMP("o", typ="fonction_sdaster"),
        COEF_MULT=SIMP("f", typ="R", defaut=1.0),
    ),
)
def post_bordet(args, context):
    """A row for each storage order up to the one that is asked for."""
    result, derivation = args.RESULTAT, derivation_of(args)
    parts = parts_of(derivation.model, derivation.data, cells_of(args, result.mesh))
    if not parts:
        raise args.wrong("GROUP_MA" if args.GROUP_MA else "RESULTAT", "none of these cells is a solid")
    last, instants = _last(args, result), [derivation.time(order) for order in result.orders]
    before, total, rates, found = None, 0.0, 0.0, {}
    # As code_aster does, a result without the order 0 is shifted: its order k counts as at the instant of the order k + 1.
    for order in range(result.orders[0], last + (result.orders[0] == 0)):
        t = instants[order]
        temperature = args.TEMP(t)
        now = [np.concatenate(values) for values in zip(*[[a.ravel() for a in _seen(derivation, part, order)] for part in parts])]
        if before is not None:
            step = t - instants[order - 1]
            if step == 0.0:
                raise args.wrong("RESULTAT", f"two storage orders are at the same instant {t:g}")
            growth = now[1] - before[1]
            earlier, rates = rates, growth / (2.0 * step)
            total += _grown(args.PARAM, args.PROBA_NUCL == "OUI", now, before, growth, earlier + rates, temperature)
        before = now
        reference, m = args.PARAM.SIGM_REFE(temperature), args.PARAM.M
        if reference == 0.0:
            raise args.PARAM.wrong("SIGM_REFE", f"it is zero at the instant {t:g}")
        stress = (args.COEF_MULT * total) ** (1.0 / m)
        found[order] = float(stress), float(1.0 - np.exp(-((stress / reference) ** m)))
    told = [(t, *found.get(i, (0.0, 0.0))) for i, t in enumerate(instants[: last + 1])]
    book = {"INST": "R", "SIG_BORDET": "R", "PROBA_BORDET": "R"}
    return Table.from_rows([dict(zip(book, row)) for row in told], book, title="POST_BORDET")


def _last(args, result):
    if args.INST is None:
        if args.NUME_ORDRE not in result.orders:
            raise args.wrong("NUME_ORDRE", f"{result.name} has no storage order {args.NUME_ORDRE}")
        return args.NUME_ORDRE
    found = result.orders_at("INST", args.INST, args.PRECISION, args.CRITERE)
    if not found:
        raise args.wrong("INST", f"{result.name} has nothing at the instant {args.INST:g}")
    return found[0]


def _seen(derivation, part, order):
    """(largest principal stress, size of the plastic strain, weights), each (n, ng)."""
    stress = tensor(part, derivation.field("SIEF_ELGA", order), {axes: f"SI{axes}" for axes in AXES})
    strain = tensor(part, derivation.field("EPSP_ELGA", order), {axes: f"EP{axes}" for axes in AXES})
    size = np.sqrt(2.0 / 3.0 * ((strain[..., :3] ** 2).sum(axis=-1) + 2.0 * (strain[..., 3:] ** 2).sum(axis=-1)))
    return largest(stress)[0], size, part.weights


def _grown(level, nucleation, now, before, growth, rate, temperature):
    """What a step adds to s_w^m without COEF_MULT, mean values over the step standing for it."""
    limit = level.SEUIL_CALC
    if limit.kind == "nappe_sdaster":
        share = limit(rate, temperature) / level.SEUIL_REFE
    else:
        share = limit(temperature) / level.SEUIL_REFE
    open_ = np.maximum(share * ((0.5 * (now[0] + before[0])) ** level.M - level.SIG_CRIT**level.M), 0.0)
    if nucleation:
        open_ = open_ * np.exp(-share * 0.5 * (now[1] + before[1]) / level.DEF_PLAS_REFE)
    return float((open_ * growth * now[2]).sum() / level.VOLU_REFE)
