"""MACR_ADAP_MAIL: a mesh adapted to an indicator, or cut everywhere (u7.03.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import field_names, precision
from pyaster_lite.catalogue.conditions import is_in, present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands._adaptation_boundary import WORDS as BOUNDARY_WORDS
from pyaster_lite.commands._adaptation_boundary import boundary_of
from pyaster_lite.commands._adaptation_indicator import indicator
from pyaster_lite.commands._mesh_words import cell_groups
from pyaster_lite.concepts.adaptation.choice import (
    Criterion,
    diameters,
    families_below,
    lower_threshold,
    on_rows,
    skins,
    upper_threshold,
)
from pyaster_lite.concepts.adaptation.lineage import Unadaptable
from pyaster_lite.concepts.adaptation.step import adapted, lineage_of

_CUTTING = ("RAFFINEMENT", "RAFF_DERA")
_JOINING = ("DERAFFINEMENT", "RAFF_DERA")
_WAYS = {"ABS": "value", "REL": "range", "PE": "share", "MS": "spread"}
_TOLD = ("NOMBRE", "QUALITE", "CONNEXITE", "TAILLE", "INTERPENETRATION", "PROP_CALCUL", "DIAMETRE")


def _criteria(kind):
    fraction = dict(val_min=0.0, val_max=1.0)
    words = {f"CRIT_{kind}_{way}": SIMP(typ="R", **(fraction if way in ("REL", "PE") else {})) for way in _WAYS}
    return dict(rules=UN_PARMI(*words), **words)


@operator(
    "MACR_ADAP_MAIL",
    creates=lambda args: [(args.MAILLAGE_NP1, "maillage_sdaster")],
    keywords=dict(
        MAILLAGE_N=SIMP("o", typ="maillage_sdaster"),
        MAILLAGE_NP1=SIMP("o", typ="CO"),
        ADAPTATION=SIMP("o", into=("RAFF_DERA", "RAFFINEMENT", "DERAFFINEMENT", "RAFFINEMENT_UNIFORME", "DERAFFINEMENT_UNIFORME", "RIEN")),
        b_champ=BLOC(
            is_in("ADAPTATION", *_CUTTING, *_JOINING),
            rules=UN_PARMI("CHAM_GD", "RESULTAT_N"),
            CHAM_GD=SIMP(typ="cham_gd_sdaster"),
            RESULTAT_N=SIMP(typ=("evol_elas", "evol_noli", "evol_ther")),
            b_champ_adaptation=BLOC(
                present("RESULTAT_N"),
                rules=EXCLUS("NUME_ORDRE", "INST"),
                NOM_CHAM=SIMP("o", into=field_names),
                NUME_ORDRE=SIMP(typ="I", val_min=0),
                INST=SIMP(typ="R"),
                b_precision=BLOC(present("INST"), **precision()),
            ),
            NOM_CMP=SIMP(max="**", validators=(no_repeat,)),
            USAGE_CMP=SIMP(into=("ABSOLU", "NORME_L2", "NORME_INFINIE", "RELATIF"), defaut="NORME_L2"),
        ),
        b_raff=BLOC(is_in("ADAPTATION", *_CUTTING), **_criteria("RAFF")),
        b_dera=BLOC(is_in("ADAPTATION", *_JOINING), **_criteria("DERA")),
        b_niveau_maximum=BLOC(
            is_in("ADAPTATION", *_CUTTING, "RAFFINEMENT_UNIFORME"),
            NIVE_MAX=SIMP(typ="I", val_min=1),
            DIAM_MIN=SIMP(typ="R", val_min=0.0),
        ),
        b_niveau_minimum=BLOC(is_in("ADAPTATION", *_JOINING, "DERAFFINEMENT_UNIFORME"), NIVE_MIN=SIMP(typ="I", val_min=0)),
        b_filtrage=BLOC(
            is_in("ADAPTATION", *_CUTTING, "RAFFINEMENT_UNIFORME"), GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,))
        ),
        **BOUNDARY_WORDS,
        **{word: SIMP(into=("OUI", "NON"), advisory=True) for word in _TOLD},
        LANGUE=SIMP(into=("FRANCAIS", "FRENCH", "ANGLAIS", "ENGLISH"), defaut="FRANCAIS", advisory=True),
        VERSION_HOMARD=SIMP(into=("V11_10", "V11_N", "V11_N_PERSO"), defaut="V11_10", advisory=True),
        INFO=SIMP(typ="I", into=(1, 2, 3, 4), defaut=1, advisory=True),
    ),
)
def macr_adap_mail(args, context):
    """Choose cells to cut and to put together, and make the mesh that conforms; it remembers how it came about for the next step."""
    mesh = args.MAILLAGE_N
    try:
        lineage = lineage_of(mesh)
        to_cut, to_put_together = _chosen(args, context, mesh, lineage)
        boundary = boundary_of(args, mesh, lineage)
        new = adapted(mesh, lineage, to_cut, to_put_together, boundary, **_limits(args, mesh, lineage))
    except Unadaptable as reason:
        raise args.not_yet("MAILLAGE_N", str(reason)) from None
    context.create(args.MAILLAGE_NP1, new)
    context.say(f"{mesh.n_nodes} nodes, {mesh.n_cells} cells before; {new.n_nodes} nodes, {new.n_cells} cells after")


def _chosen(args, context, mesh, lineage):
    """The rows to cut and the rows whose pieces are to be put together."""
    none, present_rows = np.empty(0, int), np.flatnonzero(lineage.alive & lineage.leaf)
    shallow = lineage.level[present_rows] < (args.get("NIVE_MAX") or np.inf)
    lowest = args.get("NIVE_MIN") or 0
    if args.ADAPTATION == "RAFFINEMENT_UNIFORME":
        groups = np.concatenate(cell_groups(args, "GROUP_MA", mesh)) if args.GROUP_MA else np.arange(mesh.n_cells)
        return np.intersect1d(present_rows[shallow], lineage.of_cell[groups]), none
    if args.ADAPTATION == "DERAFFINEMENT_UNIFORME":
        families = families_below(lineage, np.zeros(len(lineage.kind)), 0.0)
        return none, families[lineage.level[families] >= lowest]
    if args.ADAPTATION == "RIEN":
        return none, none
    values = on_rows(lineage, indicator(args, mesh))
    known = values[~np.isnan(values)]
    if not len(known):
        raise args.wrong("NOM_CHAM" if args.RESULTAT_N else "CHAM_GD", "the field has no value on any cell of MAILLAGE_N")
    families = none
    chosen = np.nan_to_num(values[present_rows], nan=-np.inf)
    high = chosen >= upper_threshold(known, _criterion(args, "RAFF")) if args.ADAPTATION in _CUTTING else np.zeros(len(chosen), bool)
    if args.ADAPTATION in _JOINING:
        low = lower_threshold(known, _criterion(args, "DERA"))
        families = families_below(lineage, values, low)
        families = families[lineage.level[families] >= lowest]
        high &= chosen > low
    context.say(f"{high.sum()} cells chosen to be cut, {len(families)} to be put together")
    return present_rows[high & shallow], families


def _limits(args, mesh, lineage):
    limits = {}
    if args.get("GROUP_MA"):
        limits["within"] = lineage.of_cell[np.concatenate(cell_groups(args, "GROUP_MA", mesh))]
    if args.get("DIAM_MIN"):
        small = lineage.alive & lineage.leaf & (diameters(lineage) <= args.DIAM_MIN)
        limits["without"] = np.flatnonzero(small & ~skins(lineage))
    return limits


def _criterion(args, kind):
    way = next(way for way in _WAYS if args.get(f"CRIT_{kind}_{way}") is not None)
    return Criterion(_WAYS[way], args[f"CRIT_{kind}_{way}"])
