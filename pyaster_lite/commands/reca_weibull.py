"""RECA_WEIBULL: the parameters of Weibull's model that fit instants at which specimens broke (u4.82.06, r7.02.09)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import precision
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS
from pyaster_lite.commands._derived_fields import Derivation
from pyaster_lite.commands._mesh_words import chosen_cells
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._post_elem.quantity import PLACES
from pyaster_lite.commands._post_elem.weibull import reach
from pyaster_lite.commands._weibull import SIGM, parts_of
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.weibull_fit import Broken, by_likelihood, by_lines


@operator(
    "RECA_WEIBULL",
    produces="table_sdaster",
    keywords=dict(
        LIST_PARA=SIMP("o", max=2, into=("SIGM_REFE", "M"), validators=(no_repeat,)),
        RESU=FACT(
            "o",
            max="**",
            rules=(EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "INST", "LIST_INST"), AU_MOINS_UN("TOUT", "GROUP_MA")),
            EVOL_NOLI=SIMP("o", typ="evol_noli"),
            MODELE=SIMP("o", typ="modele_sdaster"),
            CHAM_MATER=SIMP("o", typ="cham_mater"),
            TEMPE=SIMP("f", typ="R"),
            LIST_INST_RUPT=SIMP("o", typ="R", max="**", validators=(no_repeat,)),
            TOUT_ORDRE=SIMP("f", into=("OUI",)),
            NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
            LIST_INST=SIMP("f", typ="listr8_sdaster"),
            b_acce_reel=BLOC(present("INST") | present("LIST_INST"), **precision()),
            **PLACES,
            COEF_MULT=SIMP("f", typ="R", defaut=1.0),
        ),
        OPTION=SIGM,
        CORR_PLAST=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        METHODE=SIMP("f", into=("MAXI_VRAI", "REGR_LINE"), defaut="MAXI_VRAI"),
        INCO_GLOB_RELA=SIMP("f", typ="R", defaut=1e-3),
        ITER_GLOB_MAXI=SIMP("f", typ="I", defaut=10),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def reca_weibull(args, context):
    """Rows of the stresses at which the specimens broke, then of the parameters by temperature."""
    series = [_Series(args, given, context) for given in args.RESU]
    _check(args, series)
    warm = [own.given.TEMPE for own in series]
    levels = list(dict.fromkeys(warm))
    warmth = np.array([levels.index(t) for t in warm])
    m, scales = series[0].modulus, np.full(len(levels), series[0].scale)
    keeps_m, keeps_scales = ("M" not in args.LIST_PARA), ("SIGM_REFE" not in args.LIST_PARA)
    fit, precise = {"MAXI_VRAI": by_likelihood, "REGR_LINE": by_lines}[args.METHODE], args.INCO_GLOB_RELA
    for count in range(args.ITER_GLOB_MAXI):
        told = [own.at_breaks(m, scales[warmth[i]]) for i, own in enumerate(series)]
        stress, chance = (np.concatenate(values) for values in zip(*told))
        owner = np.repeat(warmth, [len(own.breaks) for own in series])
        order = np.argsort(stress, kind="stable")
        broken = Broken(stress[order], owner[order])
        new_m, new_scales = fit(broken, m, scales, keeps_m, keeps_scales)
        if new_m < 1.0:
            raise ComputationFailed(f"the modulus of Weibull falls to {new_m:.6g}, below one")
        change = abs(new_scales / scales - 1.0).max()
        # As in code_aster a modulus that has settled stays as it is
        keeps_m = keeps_m or abs(new_m / m - 1.0) <= precise
        keeps_scales = (keeps_scales or change <= precise) and (keeps_m or len(args.LIST_PARA) < 2)
        m, scales = new_m, new_scales
        if keeps_m and keeps_scales:
            context.say(f"{count + 1} iterations: M = {m:.9g}, SIGMA_U = {', '.join(f'{value:.9g}' for value in scales)}")
            return _table(args, broken, chance[order], levels, m, scales)
    raise ComputationFailed(f"the parameters of Weibull still change after {args.ITER_GLOB_MAXI} iterations")


def _check(args, series):
    given = [own.given.TEMPE is not None for own in series]
    if any(given) and not all(given):
        raise args.RESU[given.index(False)].wrong(None, "TEMPE is given for all results, or for none")
    for own in series[1:]:
        if (own.modulus, own.scale) != (series[0].modulus, series[0].scale):
            raise own.given.wrong("CHAM_MATER", "M and SIGM_REFE start from the same values in all results")


def _table(args, broken, chance, levels, m, scales):
    rows = [{"SIGMA_WEIBULL": s, "PROBA_THE": p} for s, p in zip(broken.stress.tolist(), chance.tolist())]
    columns = ["SIGMA_WEIBULL", "PROBA_THE"]
    if args.METHODE == "REGR_LINE":
        columns.append("PROBA_EXP")
        for row, share in zip(rows, broken.shares.tolist()):
            row["PROBA_EXP"] = share
    several = len(levels) > 1
    for t, scale in zip(levels, scales.tolist()):
        rows.append(({"TEMP": t} if several else {}) | {"M": m, "SIGMA_U": scale})
    columns += [*(("TEMP",) if several else ()), "M", "SIGMA_U"]
    return Table.from_rows(rows, dict.fromkeys(columns, "R"), title="RECA_WEIBULL")


class _Series:
    """What one evolution reaches at its storage orders, from which Weibull's stress follows for any modulus."""

    def __init__(self, args, given, context):
        self.given = given
        given.mark_read("TOUT_ORDRE")
        result, model = given.EVOL_NOLI, given.MODELE
        data = model.data(given.CHAM_MATER)
        cells = chosen_cells(given, model.mesh, context)
        parts = [part for part in parts_of(model, data, cells) if part.data.has("weibull_modulus")]
        if not parts:
            raise given.wrong("CHAM_MATER", "no material has WEIBULL")
        self.modulus, self.volume, self.scale = (
            float(parts[0].data.property(name)[0]) for name in ("weibull_modulus", "weibull_volume", "weibull_stress")
        )
        orders = output_orders(given, result, context)
        derivation = Derivation(given, result, model, data)
        self.instants = np.array([derivation.time(order) for order in orders], float)
        self.breaks = np.sort(np.array(given.LIST_INST_RUPT, float))
        if len(self.breaks) < 2 or self.breaks[0] < self.instants[0] or self.breaks[-1] > self.instants[-1]:
            raise given.wrong("LIST_INST_RUPT", f"two instants or more, from {self.instants[0]:.9g} to {self.instants[-1]:.9g}")
        self.reached = []
        before = [np.zeros(part.weights.shape) for part in parts]
        for order in orders:
            weights = [reach(args, derivation, part, order, own) for part, own in zip(parts, before)]
            self.reached.append([(w.copy(), own.copy()) for w, own in zip(weights, before)])

    def at_breaks(self, m, scale):
        """(Weibull's stress, the chance of having broken) at the instants of rupture."""
        sums = np.array([sum((w * own**m).sum() for w, own in parts) for parts in self.reached])
        stress = self.scale * (self.given.COEF_MULT / self.volume * sums) ** (1.0 / m)
        chance = 1.0 - np.exp(-((stress / scale) ** m))
        return np.interp(self.breaks, self.instants, stress), np.interp(self.breaks, self.instants, chance)
