"""MACR_ADAP_MAIL: a mesh adapted to an indicator, or cut everywhere (u7.03.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.commands._adaptation_boundary import WORDS as BOUNDARY_WORDS
from pyaster_lite.commands._adaptation_boundary import boundary_of
from pyaster_lite.commands._adaptation_fields import CHOICE, in_result, made, take_over, tell
from pyaster_lite.commands._adaptation_fields import WORDS as FIELD_WORDS
from pyaster_lite.commands._adaptation_indicator import indicator, is_at_nodes
from pyaster_lite.commands._adaptation_zones import ZONE, zone_values
from pyaster_lite.commands._mesh_words import cell_groups
from pyaster_lite.concepts.adaptation.choice import (
    Criterion,
    at_nodes,
    diameters,
    edges_above,
    families_below,
    families_below_at_nodes,
    lower_threshold,
    on_rows,
    skins,
    upper_threshold,
)
from pyaster_lite.concepts.adaptation.lineage import Unadaptable
from pyaster_lite.concepts.adaptation.step import adapted, lineage_of
from pyaster_lite.concepts.mesh_conversion import LINE_QUAD, QUAD_LINE, converted

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
    creates=lambda args: [
        *((place, "maillage_sdaster") for place in (args.MAILLAGE_NP1, args.MAILLAGE_NP1_ANNEXE) if place is not None),
        *made(args),
    ],
    keywords=dict(
        MAILLAGE_N=SIMP("o", typ="maillage_sdaster"),
        MAILLAGE_NP1=SIMP("o", typ="CO"),
        MAILLAGE_NP1_ANNEXE=SIMP(typ="CO"),
        ELEMENTS_ACCEPTES=SIMP(into=("HOMARD",), defaut="HOMARD", advisory=True),
        ADAPTATION=SIMP(
            "o",
            into=(
                "RAFF_DERA",
                "RAFFINEMENT",
                "DERAFFINEMENT",
                "RAFFINEMENT_UNIFORME",
                "DERAFFINEMENT_UNIFORME",
                "RAFF_DERA_ZONE",
                "MODIFICATION",
                "RIEN",
            ),
        ),
        b_champ=BLOC(
            is_in("ADAPTATION", *_CUTTING, *_JOINING),
            rules=UN_PARMI("CHAM_GD", "RESULTAT_N"),
            RESULTAT_N=SIMP(typ=("evol_elas", "evol_noli", "evol_ther")),
            b_champ_adaptation=in_result("RESULTAT_N"),
            **CHOICE,
            USAGE_CMP=SIMP(into=("ABSOLU", "NORME_L2", "NORME_INFINIE", "RELATIF"), defaut="NORME_L2"),
            USAGE_CHAMP=SIMP(into=("MAILLE",), defaut="MAILLE", advisory=True),
            ADAP_INIT=SIMP(into=("GARDER", "RAFFINER", "DERAFFINER"), defaut="GARDER"),
        ),
        b_raff=BLOC(is_in("ADAPTATION", *_CUTTING), **_criteria("RAFF")),
        b_dera=BLOC(is_in("ADAPTATION", *_JOINING), **_criteria("DERA")),
        b_zone=BLOC(equal("ADAPTATION", "RAFF_DERA_ZONE"), rules=AU_MOINS_UN("ZONE"), ZONE=ZONE),
        b_niveau_maximum=BLOC(
            is_in("ADAPTATION", *_CUTTING, "RAFFINEMENT_UNIFORME", "RAFF_DERA_ZONE"),
            NIVE_MAX=SIMP(typ="I", val_min=1),
            DIAM_MIN=SIMP(typ="R", val_min=0.0),
        ),
        b_niveau_minimum=BLOC(
            is_in("ADAPTATION", *_JOINING, "DERAFFINEMENT_UNIFORME", "RAFF_DERA_ZONE"), NIVE_MIN=SIMP(typ="I", val_min=0)
        ),
        b_filtrage=BLOC(
            is_in("ADAPTATION", *_CUTTING, "RAFFINEMENT_UNIFORME"), GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,))
        ),
        b_modifications=BLOC(equal("ADAPTATION", "MODIFICATION"), DEGRE=SIMP("o", into=("OUI",))),
        **BOUNDARY_WORDS,
        **FIELD_WORDS,
        **{word: SIMP(into=("OUI", "NON"), advisory=True) for word in _TOLD},
        LANGUE=SIMP(into=("FRANCAIS", "FRENCH", "ANGLAIS", "ENGLISH"), defaut="FRANCAIS", advisory=True),
        VERSION_HOMARD=SIMP(into=("V11_10", "V11_N", "V11_N_PERSO"), defaut="V11_10", advisory=True),
        INFO=SIMP(typ="I", into=(1, 2, 3, 4), defaut=1, advisory=True),
    ),
)
def macr_adap_mail(args, context):
    """Choose cells to cut and to put together, and make the mesh that conforms; it remembers how it came about for the next step."""
    mesh = args.MAILLAGE_N
    new = _of_other_degree(args, mesh) if args.ADAPTATION == "MODIFICATION" else _adapted(args, context, mesh)
    context.create(args.MAILLAGE_NP1, new)
    if args.MAILLAGE_NP1_ANNEXE is not None:
        context.create(args.MAILLAGE_NP1_ANNEXE, _other_degree(new))
    context.say(f"{mesh.n_nodes} nodes, {mesh.n_cells} cells before; {new.n_nodes} nodes, {new.n_cells} cells after")
    take_over(args, context, mesh, new)
    tell(args, context, new)


def _of_other_degree(args, mesh):
    """Quadratic cells of linear ones, or linear cells of quadratic ones."""
    args.mark_read("DEGRE")
    if args.ADD_CHAM or args.MAILLAGE_FRONTIERE or args.FRONTIERE_ANALYTIQUE:
        raise args.wrong("ADAPTATION", "MODIFICATION changes the degree alone: no ADD_CHAM, no boundary")
    return _other_degree(mesh)


def _other_degree(mesh):
    linear = not any(block.is_quadratic for block in mesh.blocks)
    return converted(mesh, np.arange(mesh.n_cells), LINE_QUAD if linear else QUAD_LINE)


def _adapted(args, context, mesh):
    try:
        lineage = lineage_of(mesh)
        to_cut, to_put_together, edges = _chosen(args, context, mesh, lineage)
        boundary = boundary_of(args, mesh, lineage)
        return adapted(mesh, lineage, to_cut, to_put_together, boundary, edges=edges, **_limits(args, mesh, lineage))
    except Unadaptable as reason:
        raise args.not_yet("MAILLAGE_N", str(reason)) from None


def _chosen(args, context, mesh, lineage):
    """The rows to cut, the rows whose pieces are to be put together, the edges to cut by themselves."""
    none, present_rows = np.empty(0, int), np.flatnonzero(lineage.alive & lineage.leaf)
    highest = args.get("NIVE_MAX") or np.inf
    shallow = lineage.level[present_rows] < highest
    if args.ADAPTATION == "RAFFINEMENT_UNIFORME":
        groups = np.concatenate(cell_groups(args, "GROUP_MA", mesh)) if args.GROUP_MA else np.arange(mesh.n_cells)
        return np.intersect1d(present_rows[shallow], lineage.of_cell[groups]), none, none
    if args.ADAPTATION == "DERAFFINEMENT_UNIFORME":
        return none, _deep(args, lineage, families_below(lineage, np.zeros(len(lineage.kind)), 0.0)), none
    if args.ADAPTATION == "RIEN":
        return none, none, none
    if args.ADAPTATION == "RAFF_DERA_ZONE":
        values = at_nodes(lineage, zone_values(args, mesh.coordinates))
        families = _deep(args, lineage, families_below_at_nodes(lineage, values, -1.0))
        return none, families, edges_above(lineage, values, 1.0, highest)
    by_node = is_at_nodes(args)
    values = (at_nodes if by_node else on_rows)(lineage, indicator(args, mesh))
    known = values[~np.isnan(values)]
    if not len(known):
        raise args.wrong("NOM_CHAM" if args.RESULTAT_N else "CHAM_GD", "the field has no value anywhere in MAILLAGE_N")
    families, low = none, -np.inf
    silent = np.isnan(values) & ~skins(lineage) if not by_node else none
    if by_node and args.ADAP_INIT != "GARDER":
        raise args.not_yet("ADAP_INIT", "where fields at nodes say nothing the mesh is kept so far")
    if args.ADAP_INIT == "DERAFFINER":
        # below every threshold
        values = np.where(silent, -np.inf, values)
    if args.ADAPTATION in _JOINING:
        low = lower_threshold(known, _criterion(args, "DERA"))
        families = _deep(args, lineage, (families_below_at_nodes if by_node else families_below)(lineage, values, low))
    edges, rows = none, none
    if args.ADAPTATION in _CUTTING:
        # a value that is low enough to put together is not high enough to cut
        high = max(upper_threshold(known, _criterion(args, "RAFF")), np.nextafter(low, np.inf))
        if by_node:
            edges = edges_above(lineage, values, high, highest)
        else:
            wanted = np.nan_to_num(values, nan=-np.inf) >= high
            wanted = wanted | silent if args.ADAP_INIT == "RAFFINER" else wanted
            rows = present_rows[shallow & wanted[present_rows]]
    context.say(f"{len(edges) if by_node else len(rows)} {'edges' if by_node else 'cells'} to cut, {len(families)} cells to put together")
    return rows, families, edges


def _deep(args, lineage, families):
    return families[lineage.level[families] >= (args.get("NIVE_MIN") or 0)]


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
