"""POST_BEREMIN: Weibull's stress and the probability of cleavage by Beremin's model (u4.81.08, r7.02.06).

    s_w = (k / V_0 int s_1^m dV)^(1/m),    P = 1 - exp(-(s_w / s_u)^m)

s_1 the largest principal stress where plasticity is active; on planes through the body (METHODE_2D) the integral is over these.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.quantity import data_of
from pyaster_lite.commands._weibull import at_points, largest, mean, parts_of, tensor
from pyaster_lite.commands._weibull_planes import METHODE_2D, PLACES, planes_of
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.tensors import AXES

_WHERE = ("NUME_ORDRE", "INST", "GROUP_MA")
_FOUND = ("M", "SIGM_REFE", "SIGM_SEUIL", "SIGMA_WEIBULL", "SIGMA_WEIBULL**M", "PROBA_WEIBULL")
_SOURCE = (*FUNCTION, "cham_no_sdaster", "cham_elem")


def _weibull(**own):
    return FACT(
        "f",
        max="**",
        GROUP_MA=SIMP("o", typ="grma"),
        M=SIMP("o", typ="R", max="**"),
        VOLU_REFE=SIMP("o", typ="R"),
        TYPE_SEUIL=SIMP("f", into=("REDUIT", "RESTREINT"), defaut="REDUIT"),
        **own,
    )


@operator(
    "POST_BEREMIN",
    produces="table_sdaster",
    creates=lambda args: [(args.SIGM_MAXI, "evol_noli")] if args.SIGM_MAXI is not None else [],
    rules=(UN_PARMI("WEIBULL", "WEIBULL_FO"),),
    keywords=dict(
        RESULTAT=SIMP("o", typ="evol_noli"),
        DEFORMATION=SIMP("o", into=("PETIT", "PETIT_REAC", "GDEF_LOG")),
        FILTRE_SIGM=SIMP("o", into=("SIGM_ELGA", "SIGM_ELMOY", "SIGM_CORR")),
        NUME_VARI=SIMP("f", typ="I", defaut=0),
        b_gdeflog=BLOC(equal("DEFORMATION", "GDEF_LOG"), LIST_NUME_SIEF=SIMP("o", typ="I", max=6)),
        HIST_MAXI=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        SIGM_MAXI=SIMP("f", typ="CO"),
        COEF_MULT=SIMP("f", typ="R", defaut=1.0),
        b_sigmcorr=BLOC(equal("FILTRE_SIGM", "SIGM_CORR"), SIGM_CORR=SIMP("o", typ="evol_noli")),
        WEIBULL=_weibull(
            SIGM_REFE=SIMP("f", typ="R", max="**", defaut=0.0), SIGM_SEUIL=SIMP("f", typ="R", max="**", defaut=0.0, val_min=0.0)
        ),
        WEIBULL_FO=_weibull(SIGM_CNV=SIMP("f", typ="R", defaut=0.0), SIGM_REFE=SIMP("f", typ=_SOURCE), SIGM_SEUIL=SIMP("f", typ=_SOURCE)),
        METHODE_2D=METHODE_2D,
    ),
)
def post_beremin(args, context):
    """A row for each storage order and each choice of the parameters."""
    result = args.RESULTAT
    if args.METHODE_2D is not None and args.FILTRE_SIGM != "SIGM_ELMOY":
        raise args.wrong("FILTRE_SIGM", "on planes stresses are means over cells: SIGM_ELMOY")
    if args.DEFORMATION == "GDEF_LOG" and len(args.LIST_NUME_SIEF) not in (4, 6):
        raise args.wrong("LIST_NUME_SIEF", "four numbers in the plane, six in space")
    flat, data = args.METHODE_2D, data_of(args, result.model)
    told = Result("evol_noli", result.mesh, result.model, result.material_field) if args.SIGM_MAXI is not None else None
    rows = []
    with ExitStack() as stack:
        drawn = stack.enter_context(_file(args, context)) if flat is not None and flat.UNITE_RESU else None
        for occurrence in args.WEIBULL or args.WEIBULL_FO:
            parts = parts_of(result.model, data, result.mesh.cell_group(occurrence.GROUP_MA))
            if not parts:
                raise occurrence.wrong("GROUP_MA", "none of these cells is a solid of the model")
            places = [_Whole(occurrence.GROUP_MA, parts)] if flat is None else planes_of(flat, result.mesh, parts)
            rows += _rows(args, occurrence, result, parts, places, told, drawn)
    if told is not None:
        context.create(args.SIGM_MAXI, told)
    crossed = flat is not None and flat.GROUP_NO_PLAN
    by = ("NUME_ORDRE", "M", "SIGM_REFE", "SIGM_SEUIL", "ABSC_CURV_NORM" if crossed else "GROUP_MA")
    rows.sort(key=lambda row: tuple(row[name] for name in by))
    kinds = {**dict(zip(_WHERE, ("I", "R", "K24"))), **(dict.fromkeys(PLACES, "R") if crossed else {})}
    kinds |= dict.fromkeys(_FOUND, "R") | (dict.fromkeys(("SIGM_REFE", "SIGM_SEUIL"), "K24") if args.WEIBULL_FO else {})
    return Table.from_rows(rows, kinds, title="POST_BEREMIN")


@dataclass
class _Whole:
    """All of a group of cells."""

    name: str
    parts: list
    crossed: dict = field(default_factory=dict)

    def total(self, values):
        return sum((part.weights * own).sum() for part, own in zip(self.parts, values))


@contextmanager
def _file(args, context):
    """The MED file of what is summed up on planes."""
    from pyaster_lite.io.med_results import MedResults

    flat = args.METHODE_2D
    if len(flat.GROUP_NO_PLAN or flat.MAILLAGE_PLAN) > 1:
        raise flat.wrong("UNITE_RESU", "the file holds one plane")
    with context.files.writing(flat.UNITE_RESU, ".rmed", flat.span_of("UNITE_RESU")) as path, MedResults(path) as file:
        yield file


def _rows(args, occurrence, result, parts, places, told, drawn):
    varied = args.WEIBULL_FO
    choices = [(None, None)] if varied else list(product(occurrence.SIGM_SEUIL, occurrence.SIGM_REFE))
    if (told or drawn) is not None and len(choices) * len(occurrence.M) != 1:
        raise args.wrong("SIGM_MAXI" if told else "METHODE_2D", "one choice of M, SIGM_REFE and SIGM_SEUIL goes with what is drawn")
    if varied and occurrence.TYPE_SEUIL == "RESTREINT":
        raise occurrence.wrong("TYPE_SEUIL", "thresholds that vary are taken away: REDUIT")
    for (threshold, reference), m in product(choices, occurrence.M):
        previous = None
        for number, order in enumerate(result.orders):
            stresses = [_stress(args, occurrence, result, part, order, threshold) for part in parts]
            if args.HIST_MAXI == "OUI":
                previous = stresses if previous is None else [np.maximum(a, b) for a, b in zip(stresses, previous)]
                stresses = previous
            scale = occurrence.SIGM_CNV if varied else reference
            shown = ("FONCTION", "FONCTION") if varied else (reference, threshold)
            t, powers = result.parameter("INST", order), [stress**m for stress in stresses]
            for place in places:
                weibull = (args.COEF_MULT / occurrence.VOLU_REFE * place.total(powers)) ** (1.0 / m)
                chance = 1.0 - np.exp(-((weibull / scale) ** m)) if scale > 0.0 else 0.0
                found = (m, *shown, weibull, weibull**m, chance)
                yield {**dict(zip(_WHERE, (number, t, place.name))), **place.crossed, **dict(zip(_FOUND, found))}
                if drawn is not None:
                    drawn.add_field(place.field(powers, m), "SIEF_ELMOY", (t, number, 0))
            if told is not None:
                told.store(number, {"INST": t}, {"SIEF_ELGA": _shown(result, parts, stresses, m)})


def _stress(args, occurrence, result, part, order, threshold):
    """(n, ng) what is raised to the power m."""
    if args.FILTRE_SIGM == "SIGM_CORR":
        stress = at_points(part, args.SIGM_CORR.field("UT01_ELGA", order + 1), "X1")
    else:
        logarithmic = args.DEFORMATION == "GDEF_LOG"
        names = {axes: f"V{i}" for axes, i in zip(AXES, args.LIST_NUME_SIEF)} if logarithmic else {axes: f"SI{axes}" for axes in AXES}
        source = result.field("VARI_ELGA" if logarithmic else "SIEF_ELGA", order)
        whole = tensor(part, source, names)
        stress = largest(mean(part, whole) if args.FILTRE_SIGM == "SIGM_ELMOY" else whole)[0]
    if args.NUME_VARI > 0:
        active = at_points(part, result.field("VARI_ELGA", order), f"V{args.NUME_VARI}")
        stress = stress * np.sign(active.astype(int))
    least = 0.0
    if args.WEIBULL_FO:
        t = result.parameter("INST", order)
        stress = stress / _value(occurrence, "SIGM_REFE", part, t, 1.0)
        stress = (stress * occurrence.SIGM_CNV if occurrence.SIGM_CNV > 0.0 else stress) - _value(occurrence, "SIGM_SEUIL", part, t, 0.0)
    elif occurrence.TYPE_SEUIL == "REDUIT":
        stress = stress - threshold
    else:
        least = threshold
    return np.where(stress < least, 0.0, stress)


def _value(occurrence, word, part, t, missing):
    """(n, ng) a function of the temperature, whatever it calls its parameter, or a field X1."""
    source = occurrence[word]
    if source is None:
        return missing
    if not hasattr(source, "evaluate"):
        if "X1" not in source.components:
            raise occurrence.wrong(word, "a field of it is called X1")
        return at_points(part, source, "X1")
    ordinates = getattr(source, "y", None)
    if ordinates is not None and np.ptp(ordinates) == 0.0:
        return float(ordinates[0])
    temperature = part.data.between(t, t).variables().get("TEMP")
    if temperature is None:
        raise occurrence.wrong(word, "a function of the temperature needs one: AFFE_MATERIAU/AFFE_VARC")
    return source.evaluate(**{source.properties.parameter: temperature})


def _shown(result, parts, stresses, m):
    blocks = []
    for part, stress in zip(parts, stresses):
        names = tuple(f"SI{axes}" for axes in part.element.continuum.strains)
        values = np.zeros((*stress.shape, len(names)))
        values[..., names.index("SIXX")], values[..., names.index("SIYY")] = stress**m, stress
        blocks.append(ElementBlock(part.cells, values, names, part.element))
    return ElementField(result.mesh, "SIEF_R", "ELGA", blocks)
