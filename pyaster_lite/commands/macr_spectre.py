"""MACR_SPECTRE: floor spectra: the envelope over the nodes of each floor of the mean over results (u4.32.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.chart import PILOTES
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.concepts.table import Table

FLOOR = {"NOM": SIMP("o"), "BATIMENT": SIMP("f"), "COMMENTAIRE": SIMP("f")}
NODES = SIMP("f", typ="no", max="**", validators=(no_repeat,))
SOURCES = {
    "TABLE": SIMP("f", typ="table_sdaster"),
    "RESU_GENE": SIMP("f", typ="tran_gene"),
    "RESULTAT": SIMP("f", typ=("dyna_trans", "evol_noli")),
}
DIRECTIONS = ("X", "Y", "Z")


def _results(motion=None):
    """RESU, with the motion of the ground along each direction where it is asked for."""
    words = {} if motion is None else {f"{motion}_{axis}": SIMP("o", typ="fonction_sdaster") for axis in DIRECTIONS}
    return FACT("o", max="**", rules=UN_PARMI(*SOURCES), **SOURCES, **words)


def _kind(field, sense):
    return equal("NOM_CHAM", field) & equal("CALCUL", sense)


@operator(
    "MACR_SPECTRE",
    produces="table_sdaster",
    keywords=dict(
        MAILLAGE=SIMP("f", typ="maillage_sdaster"),
        b_mesh=BLOC(
            present("MAILLAGE"),
            PLANCHER=FACT(
                "o",
                max="**",
                rules=AU_MOINS_UN("GROUP_NO", "NOEUD"),
                GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
                NOEUD=NODES,
                **FLOOR,
            ),
        ),
        b_no_mesh=BLOC(
            ~present("MAILLAGE"),
            PLANCHER=FACT("o", max="**", NOEUD=SIMP("o", typ="no", max="**", validators=(no_repeat,)), **FLOOR),
        ),
        NOM_CHAM=SIMP("o", into=("ACCE", "DEPL")),
        CALCUL=SIMP("o", into=("ABSOLU", "RELATIF")),
        ENVELOPPE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        b_acce=BLOC(
            equal("NOM_CHAM", "ACCE"),
            rules=UN_PARMI("LIST_FREQ", "FREQ"),
            AMOR_SPEC=SIMP("o", typ="R", max="**"),
            LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
            FREQ=SIMP("f", typ="R", max="**"),
            NORME=SIMP("o", typ="R"),
        ),
        b_impr=BLOC(
            equal("NOM_CHAM", "ACCE"),
            IMPRESSION=FACT(
                "f",
                TRI=SIMP("f", into=("AMOR_SPEC", "DIRECTION"), defaut="AMOR_SPEC"),
                FORMAT=SIMP("f", into=("TABLEAU", "XMGRACE"), defaut="TABLEAU"),
                UNITE=SIMP("f", typ="I", defaut=29, val_min=1),
                b_pilote=BLOC(equal("FORMAT", "XMGRACE"), PILOTE=SIMP("f", into=PILOTES, defaut="")),
                TOUT=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            ),
        ),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        b_acce_rela=BLOC(_kind("ACCE", "RELATIF"), RESU=_results("ACCE")),
        b_acce_abso=BLOC(_kind("ACCE", "ABSOLU"), RESU=_results(), MULT_APPUI=SIMP("f", into=("OUI",))),
        b_depl_rela=BLOC(_kind("DEPL", "RELATIF"), RESU=_results()),
        b_depl_abso=BLOC(_kind("DEPL", "ABSOLU"), RESU=_results("DEPL")),
    ),
)
def macr_spectre(args, context):
    """Spectra by frequency of accelerations, or the greatest displacements, in the columns of a table."""
    args.mark_read("LIST_INST", "MULT_APPUI", "CALCUL")
    floors = [(floor, _nodes(args, floor)) for floor in args.PLANCHER]
    columns = {}
    for floor, nodes in floors:
        made = _spectra(args, context, floor.NOM, nodes) if args.NOM_CHAM == "ACCE" else _displacements(args, context, nodes)
        for name, values in made.items():
            columns[name] = columns.get(name, []) + values if args.NOM_CHAM == "DEPL" else values
    return _table(args, floors, dict(sorted(columns.items())))


def _nodes(args, floor):
    found = list(floor.get("NOEUD") or ())
    for name in floor.get("GROUP_NO") or ():
        found += [str(node + 1) for node in args.MAILLAGE.node_group(name).tolist()]
    return found


def _motion(args, context, result, node, axis):
    """The motion of a node along an axis, of one result."""
    field = args.NOM_CHAM
    if result.get("TABLE") is not None:
        return _of_table(args, context, result.TABLE, node, axis)
    word = "RESU_GENE" if result.get("RESU_GENE") is not None else "RESULTAT"
    words = {word: result[word]}
    if args.get("MULT_APPUI") is not None and args.CALCUL == "ABSOLU":
        if word == "RESULTAT":
            raise result.wrong("RESULTAT", "MULT_APPUI goes with RESU_GENE")
        words["MULT_APPUI"] = "OUI"
    reading = {"INTERPOL": "LIN", "PROL_GAUCHE": "CONSTANT", "PROL_DROITE": "CONSTANT"}
    return context.run("RECU_FONCTION", NOM_CHAM=field, TOUT_ORDRE="OUI", NOM_CMP=f"D{axis}", NOEUD=node, **reading, **words)


def _of_table(args, context, table, node, axis):
    """Of columns NOM_CMP and VALE, or of a column for each component."""
    filters = [{"NOM_PARA": "NOEUD", "VALE_K": node}, {"NOM_PARA": "NOM_CHAM", "VALE_K": args.NOM_CHAM}]
    if {"NOM_CMP", "VALE"} <= set(table.names):
        column = "VALE"
        filters.append({"NOM_PARA": "NOM_CMP", "VALE_K": f"D{axis}"})
    else:
        column = f"D{axis}"
    lost = {"INST", "NOEUD", "NOM_CHAM", column} - set(table.names)
    if lost:
        raise args.wrong("RESU", f"{table.name} has no column {', '.join(sorted(lost))}")
    return context.run("RECU_FONCTION", TABLE=table, PARA_X="INST", PARA_Y=column, INTERPOL="LIN", FILTRE=filters)


def _moved(args, context, result, node, axis):
    """With the motion of the ground added or taken away, where that is given."""
    function = _motion(args, context, result, node, axis)
    ground = result.get(f"{args.NOM_CHAM}_{axis}")
    if ground is None:
        return function
    parts = [{"FONCTION": function, "COEF": 1.0}, {"FONCTION": ground, "COEF": 1.0 if args.NOM_CHAM == "ACCE" else -1.0}]
    return context.run("CALC_FONCTION", COMB=parts, LIST_PARA=args.LIST_INST)


def _spectra(args, context, floor, nodes):
    """{column: values} of the envelopes of a floor."""
    words = {"AMOR_REDUIT": list(args.AMOR_SPEC), "NORME": args.NORME, "FREQ": args.FREQ, "LIST_FREQ": args.LIST_FREQ}
    words = {word: value for word, value in words.items() if value is not None}
    share = 1.0 / len(args.RESU)
    envelopes, told = {}, {}
    for axis in DIRECTIONS:
        means = []
        for node in nodes:
            motions = [_moved(args, context, result, node, axis) for result in args.RESU]
            spectra = [context.run("CALC_FONCTION", SPEC_OSCI={"FONCTION": motion, **words}) for motion in motions]
            parts = [{"FONCTION": spectrum, "COEF": share} for spectrum in spectra]
            means.append(context.run("CALC_FONCTION", COMB=parts, LIST_PARA=args.LIST_FREQ))
        envelopes[axis] = context.run("CALC_FONCTION", ENVELOPPE={"FONCTION": means})
        told[axis] = means
    if args.ENVELOPPE == "OUI":
        envelopes["H"] = context.run("CALC_FONCTION", ENVELOPPE={"FONCTION": [envelopes["X"], envelopes["Y"]]})
    if args.get("IMPRESSION") is not None:
        if args.IMPRESSION.TOUT == "OUI":
            for i, node in enumerate(nodes):
                _drawn(args, context, f"Spectra, floor {floor}, node {node}", {axis: means[i] for axis, means in told.items()})
        _drawn(args, context, f"Mean spectra, floor {floor}", envelopes)
    columns = {}
    for axis, family in envelopes.items():
        for i, function in enumerate(family.functions):
            columns["FREQ"] = function.x.tolist()
            columns[f"e{axis}_{i}_{floor}"] = function.y.tolist()
    return columns


def _drawn(args, context, title, families):
    """IMPRESSION: the spectra by direction, a picture for each damping with TRI='AMOR_SPEC', or for each direction."""
    words = args.IMPRESSION
    shared = {"FORMAT": words.FORMAT, "UNITE": words.UNITE}
    if words.FORMAT == "XMGRACE":
        shared |= {"PILOTE": words.PILOTE, "ECHELLE_X": "LOG"}
    dampings = list(args.AMOR_SPEC)
    curves = {(axis, i): family.functions[i] for axis, family in families.items() for i in range(len(dampings))}
    if words.TRI == "AMOR_SPEC":
        pictures = {f"damping {damping:g}": [(curves[axis, i], axis) for axis in families] for i, damping in enumerate(dampings)}
    else:
        pictures = {f"direction {axis}": [(curves[axis, i], f"damping {d:g}") for i, d in enumerate(dampings)] for axis in families}
    for name, drawn in pictures.items():
        lines = [{"FONCTION": function, "LEGENDE": legend} for function, legend in drawn]
        context.run("IMPR_FONCTION", COURBE=lines, TITRE=f"{title}, {name}", **shared)


def _displacements(args, context, nodes):
    """{column: [value]} of the greatest displacements of a floor."""
    found = {}
    for axis in DIRECTIONS:
        greatest = [[abs(_moved(args, context, result, node, axis).y).max() for result in args.RESU] for node in nodes]
        found[axis] = float(np.mean(greatest, axis=1).max())
    if args.ENVELOPPE == "OUI":
        found["H"] = max(found["X"], found["Y"])
    return {f"D{axis}_max": [value] for axis, value in found.items()}


def _table(args, floors, columns):
    """Rows of the floors, then of the dampings, then of the frequencies."""
    dampings = list(args.AMOR_SPEC) if args.NOM_CHAM == "ACCE" else []
    before = len(floors) + len(dampings)
    length = before + max(len(values) for values in columns.values())

    def padded(values, start):
        return [None] * start + values + [None] * (length - start - len(values))

    made = {name: ("R", padded(values, before)) for name, values in columns.items()}
    if dampings:
        made["NUME_AMOR"] = "I", padded(list(range(len(dampings))), len(floors))
        made["AMOR"] = "R", padded(dampings, len(floors))
    made["NOM"] = "K24", padded([floor.NOM for floor, _ in floors], 0)
    for word in ("BATIMENT", "COMMENTAIRE"):
        texts = [floor[word] for floor, _ in floors]
        if any(text is not None for text in texts):
            made[word] = "K24", padded(["-" if text is None else text for text in texts], 0)
    return Table(made)
