"""VERI_FERRAILLAGE: the margin that plates of reinforced concrete with known bars have (u4.81.46, r7.04.05)."""

from __future__ import annotations

from math import ceil

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._storage_selection import precision
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.reinforcement.margin import OUTSIDE, UNLOADED, plate_margins
from pyaster_lite.fe.reinforcement.service import Service
from pyaster_lite.fe.reinforcement.ultimate import Ultimate

FORCES = ("NXX", "NYY", "NXY", "MXX", "MYY", "MXY")
BARS = ("DNSXI", "DNSXS", "DNSYI", "DNSYS")
FOUND = ("MARGE", "THETA", "TAU_UTIL", "C0C", "C0CRD", "DNSINF", "DNSSUP", "N0", "M0", "NED", "MED", "N_DIAG", "M_DIAG")
GIVEN = (
    "TYPCMB", "TYPCO", "CEQUI", "ENROBI", "ENROBS", "SIGS", "SIGCI", "SIGCS", "ALPHACC", "GAMMAS", "GAMMAC", "FACIER", "EYS", "TYPDIAG",
    "FBETON", "CLACIER", "UC", "UM", "HT", "BW",
)  # fmt: skip
_NEEDED = {"ELU": ("GAMMA_S", "GAMMA_C", "EYS"), "ELS": ("SIGS_ELS", "EYS", "SIGC_INF_ELS", "SIGC_SUP_ELS")}


def _affe(euro):
    words = ("ALPHA_E", "FYK", "FCK") if euro else ("N", "FE", "FCJ")
    words = (*words, "SIGS_ELS", "SIGC_INF_ELS", "SIGC_SUP_ELS", "EYS", "GAMMA_S", "GAMMA_C")
    return FACT(
        "o",
        max="**",
        rules=UN_PARMI("TOUT", "GROUP_MA"),
        TOUT=SIMP("f", into=("OUI",)),
        GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        TYPE_STRUCTURE=SIMP("f", into=("2D",), defaut="2D", advisory=True),
        C_INF=SIMP("o", typ="R"),
        C_SUP=SIMP("o", typ="R"),
        TYPE_DIAGRAMME=SIMP("f", into=("B1", "B2"), defaut="B2"),
        ALPHA_CC=SIMP("f", typ="R", defaut=0.85),
        **{word: SIMP("f", typ="R") for word in words},
        **({"CLASSE_ACIER": SIMP("f", into=("A", "B", "C"), defaut="B")} if euro else {}),
    )


@operator(
    "VERI_FERRAILLAGE",
    produces=lambda args: kind_of(args.get("RESULTAT")) or "evol_elas",
    reuse="RESULTAT",
    rules=EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "LIST_ORDRE", "INST", "LIST_INST"),
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli", "dyna_trans", "mult_elas")),
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        NUME_ORDRE=SIMP("f", typ="I", max="**"),
        LIST_ORDRE=SIMP("f", typ="listis_sdaster"),
        INST=SIMP("f", typ="R", max="**"),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        **precision(),
        CHAM_FERR=SIMP("o", typ="cham_elem"),
        CHAM_REFE=SIMP("f", typ=("cham_elem", "carte_sdaster")),
        TYPE_COMB=SIMP("o", into=("ELU", "ELS")),
        CODIFICATION=SIMP("f", into=("BAEL91", "EC2"), defaut="EC2"),
        PAS_THETA=SIMP("f", typ="R", val_min=0.0, val_max=10.0, defaut=5.0),
        UNITE_CONTRAINTE=SIMP("o", into=("MPa", "Pa")),
        b_BAEL91=BLOC(equal("CODIFICATION", "BAEL91"), AFFE=_affe(euro=False)),
        b_EC2=BLOC(equal("CODIFICATION", "EC2"), AFFE=_affe(euro=True)),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def veri_ferraillage(args, context):
    """MARG_ELEM at each storage order."""
    source, bars = args.RESULTAT, args.CHAM_FERR
    args.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION")
    if not isinstance(bars, ElementField) or bars.location != "ELEM" or not set(BARS) <= set(bars.components):
        raise args.wrong("CHAM_FERR", "a field of bars by element is needed, as CALC_FERRAILLAGE makes them", known_as="VERIFERRAILLAGE_2")
    if bars.mesh is not source.mesh:
        raise args.wrong("CHAM_FERR", "the bars are on another mesh than the result", known_as="VERIFERRAILLAGE_3")
    target = context.reused or source.part(list(source.orders), [])
    for order in output_orders(args, source, context):
        if not source.has_field("EFGE_ELNO", order):
            raise args.wrong("RESULTAT", f"{source.name} has no field EFGE_ELNO at order {order}", help="CALC_CHAMP computes it")
        blocks = _blocks(args, context, source.field("EFGE_ELNO", order))
        target.store(order, fields={"MARG_ELEM": ElementField(source.mesh, "VFER2_R", "ELEM", blocks)})
    return target


def _blocks(args, context, forces):
    """A block for each zone: a cell that several AFFE name has the last one's rules."""
    free, blocks = np.ones(forces.mesh.n_cells, bool), []
    told = {}
    for occurrence in reversed(args.AFFE):
        cells = cells_of(occurrence, forces.mesh)
        cells = cells[free[cells]]
        free[cells] = False
        law, known = _law(args, occurrence)
        mean = _means(forces, FORCES, cells)
        own = _means(args.CHAM_FERR, BARS, cells)
        there = ~np.isnan(mean).any(axis=1) & ~np.isnan(own).any(axis=1)
        cells, mean, own = cells[there], mean[there], own[there]
        if not len(cells):
            continue
        reference = np.zeros_like(mean) if args.CHAM_REFE is None else np.nan_to_num(_means(args.CHAM_REFE, FORCES, cells))
        covers = float(occurrence.C_INF), float(occurrence.C_SUP)
        thickness = _thickness(args, cells)
        if (thickness / 2.0 <= max(covers)).any():
            raise occurrence.wrong("C_INF", "half of the plate must be thicker than the cover of its bars", known_as="VERIFERRAILLAGE_10")
        found = plate_margins(law, thickness, covers, own, mean, reference, ceil(180.0 / args.PAS_THETA))
        for kind, name in ((OUTSIDE, "VERIFERRAILLAGE_11"), (UNLOADED, "VERIFERRAILLAGE_18")):
            told[name] = told.get(name, 0) + int((found[:, 0] == kind).sum())
        fixed = np.broadcast_to([known[name] for name in GIVEN[:-2]], (len(cells), len(GIVEN) - 2))
        values = np.column_stack([found, fixed, thickness, np.ones(len(cells))])
        blocks.append(ElementBlock(cells, values[:, None, :], (*FOUND, *GIVEN)))
    if told.get("VERIFERRAILLAGE_11"):
        text = f"{told['VERIFERRAILLAGE_11']} plates have reference forces beyond their limit: their margin is set to 2"
        context.warn(args, "CHAM_REFE", text, known_as="VERIFERRAILLAGE_11")
    if told.get("VERIFERRAILLAGE_18"):
        text = f"{told['VERIFERRAILLAGE_18']} plates have the forces of the reference: their margin is 1"
        context.warn(args, "CHAM_REFE", text, known_as="VERIFERRAILLAGE_18")
    return blocks


def _means(field, names, cells):
    """(k, names) means over the nodes of components, NaN where there is none."""
    found = np.full((len(cells), len(names)), np.nan)
    for column, name in enumerate(names):
        if name in field.components:
            values = field.component(name, cells)
            known = ~np.isnan(values)
            some = known.any(axis=1)
            found[some, column] = np.where(known, values, 0.0)[some].sum(axis=1) / known[some].sum(axis=1)
    return found


def _thickness(args, cells):
    found = np.full(args.RESULTAT.mesh.n_cells, np.nan)
    for own, array in args.CARA_ELEM.values.get("thickness", ()):
        found[own] = array.reshape(len(array), -1)[:, 0]
    if np.isnan(found[cells]).any():
        raise args.wrong("CARA_ELEM", "some of these cells have no thickness")
    return found[cells]


def _law(args, occurrence):
    """The limit of the sections, and what the field tells of it."""
    euro, mega = args.CODIFICATION == "EC2", args.UNITE_CONTRAINTE == "MPa"
    ratio, steel, concrete = ("ALPHA_E", "FYK", "FCK") if euro else ("N", "FE", "FCJ")
    ultimate = args.TYPE_COMB == "ELU"
    needed = (*_NEEDED[args.TYPE_COMB], *((steel, concrete) if ultimate else (ratio,)))
    lacking = [word for word in needed if word not in occurrence]
    if lacking:
        known_as = "VERIFERRAILLAGE_8" if ultimate else "VERIFERRAILLAGE_9"
        raise occurrence.wrong(None, f"{args.TYPE_COMB} needs {', '.join(lacking)}", known_as=known_as)

    def value(word):
        return float(occurrence.get(word) or 0.0)

    sloped, ductility = occurrence.TYPE_DIAGRAMME == "B1", occurrence.get("CLASSE_ACIER", "A")
    known = dict(TYPCMB=0.0 if ultimate else 1.0, TYPCO=2.0 if euro else 1.0, CEQUI=value(ratio), UC=float(mega), UM=float(mega))
    known |= dict(ENROBI=value("C_INF"), ENROBS=value("C_SUP"), ALPHACC=value("ALPHA_CC"), TYPDIAG=1.0 if sloped else 2.0)
    known |= dict(SIGS=value("SIGS_ELS"), SIGCI=value("SIGC_INF_ELS"), SIGCS=value("SIGC_SUP_ELS"), EYS=value("EYS"))
    known |= dict(GAMMAS=value("GAMMA_S"), GAMMAC=value("GAMMA_C"), FACIER=value(steel), FBETON=value(concrete))
    known["CLACIER"] = float("ABC".index(ductility))
    scale = 1.0 if mega else 1e-6
    if not ultimate:
        return Service(known["SIGS"], known["SIGCI"], known["SIGCS"], known["CEQUI"], scale), known
    given = (known[name] for name in ("FBETON", "ALPHACC", "GAMMAC", "FACIER", "GAMMAS", "EYS"))
    if euro:
        return Ultimate.eurocode(*given, ductility, sloped, scale), known
    if sloped:
        raise occurrence.wrong("TYPE_DIAGRAMME", "BAEL91 has no sloped diagram of steel")
    return Ultimate.bael(*given), known
