"""CALC_SPECTRE_IPM: spectra of floors with the inertia of their equipment counted (u4.32.07)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._calc_fonction.spectrum import frequencies_of, oscillator_spectra
from pyaster_lite.commands._mesh_words import node_groups
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.equipment_mass import correction

_FUNCTION = "fonction_sdaster"


def _equipment(**places):
    return FACT(
        "o",
        max="**",
        NOM=SIMP("o"),
        **places,
        **{word: SIMP("o", typ="R") for word in ("RAPPORT_MASSE_TOTALE", "FREQ_SUPPORT", "AMOR_SUPPORT")},
        **{word: SIMP("o", typ="R", max="**") for word in ("COEF_MASS_EQUIP", "AMOR_EQUIP", "FREQ_EQUIP")},
    )


def _source(**own):
    words = dict(TABLE=SIMP("f", typ="table_sdaster"), FONCTION=SIMP("f", typ=_FUNCTION))
    return FACT("o", rules=UN_PARMI(*words), **words, **own)


@operator(
    "CALC_SPECTRE_IPM",
    produces="table_sdaster",
    keywords=dict(
        MAILLAGE=SIMP("f", typ="maillage_sdaster"),
        b_mesh=BLOC(present("MAILLAGE"), EQUIPEMENT=_equipment(GROUP_NO=SIMP("o", typ="grno", max="**", validators=(no_repeat,)))),
        b_names=BLOC(~present("MAILLAGE"), EQUIPEMENT=_equipment(NOEUD=SIMP("o", max="**", validators=(no_repeat,)))),
        CALCUL=SIMP("o", into=("ABSOLU", "RELATIF")),
        AMOR_SPEC=SIMP("o", typ="R", max="**"),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        LIST_FREQ=SIMP("f", typ="listr8_sdaster"),
        FREQ=SIMP("f", typ="R", max="**"),
        NORME=SIMP("o", typ="R"),
        b_relative=BLOC(equal("CALCUL", "RELATIF"), RESU=_source(ACCE_Z=SIMP("o", typ=_FUNCTION))),
        b_absolute=BLOC(equal("CALCUL", "ABSOLU"), RESU=_source()),
        TOLE_INIT=SIMP("f", typ="R", defaut=1e-3),
        CORR_INIT=SIMP("f", into=("OUI", "NON"), defaut="NON"),
    ),
)
def calc_spectre_ipm(args, context):
    """Columns of frequencies and of spectra for each floor, node and damping, by name."""
    columns, hertz = {}, frequencies_of(args)
    for floor in args.EQUIPEMENT:
        nodes = _nodes(args, floor)
        for node in nodes:
            signal = _corrected(floor, _signal(args, context, node))
            for damping in args.AMOR_SPEC:
                place = f"{floor.NOM} {node}" if len(nodes) > 1 else floor.NOM
                values = oscillator_spectra(signal, hertz, np.array([damping]), "ACCE", args.NORME)[0]
                columns[f"FREQ {floor.NOM}"] = ("R", hertz.tolist())
                columns[f"IPM {place} {int(damping * 100)}%"] = ("R", values.tolist())
    return Table(dict(sorted(columns.items())), title="CALC_SPECTRE_IPM")


def _nodes(args, floor):
    """The nodes of a floor as tables call them."""
    if args.MAILLAGE is None:
        return list(floor.NOEUD)
    groups = node_groups(floor, "GROUP_NO", args.MAILLAGE)
    return [str(node + 1) for group in groups for node in group.tolist()]


def _signal(args, context, node) -> Function:
    """The absolute vertical acceleration of a node, from rest."""
    source = args.RESU
    signal = source.FONCTION if source.TABLE is None else _of_table(source, context, node)
    if args.CALCUL == "RELATIF":
        terms = [{"FONCTION": one, "COEF": 1.0} for one in (signal, source.ACCE_Z)]
        signal = context.run("CALC_FONCTION", COMB=terms, LIST_PARA=args.LIST_INST)
    else:
        args.mark_read("LIST_INST")
    first = abs(signal.y[0]) / np.abs(signal.y).max()
    if first <= args.TOLE_INIT:
        args.mark_read("CORR_INIT")
        return signal
    text = f"the acceleration starts at {first:.3g} of its largest value, {args.TOLE_INIT:.3g} is allowed"
    if args.CORR_INIT == "NON":
        raise args.wrong("TOLE_INIT", text)
    context.warn(args, "TOLE_INIT", f"{text}: it is taken as nothing")
    values = signal.y.copy()
    values[0] = 0.0
    return Function(signal.x, values, Properties("INST"))


def _of_table(source, context, node) -> Function:
    table = source.TABLE
    by_row = {"INST", "NOEUD", "NOM_CHAM", "NOM_CMP", "VALE"} <= set(table.names)
    if by_row == ({"INST", "NOEUD", "NOM_CHAM", "DZ"} <= set(table.names)):
        raise source.wrong("TABLE", "the table must have the columns INST, NOEUD, NOM_CHAM, and either NOM_CMP and VALE or DZ")
    filters = [{"NOM_PARA": "NOEUD", "VALE_K": node}, {"NOM_PARA": "NOM_CHAM", "VALE_K": "ACCE"}]
    if by_row:
        filters.append({"NOM_PARA": "NOM_CMP", "VALE_K": "DZ"})
    words = dict(PARA_X="INST", PARA_Y="VALE" if by_row else "DZ", INTERPOL="LIN", FILTRE=filters)
    return context.run("RECU_FONCTION", TABLE=table, **words)


def _corrected(floor, signal) -> Function:
    """The acceleration with the inertia of the equipment."""
    parts = [floor.FREQ_EQUIP, floor.AMOR_EQUIP, floor.COEF_MASS_EQUIP]
    if len({len(part) for part in parts}) > 1:
        raise floor.wrong("AMOR_EQUIP", "give one frequency, one damping and one share of the mass for each equipment")
    if abs(sum(floor.COEF_MASS_EQUIP) - 1.0) > 1e-4:
        raise floor.wrong("COEF_MASS_EQUIP", f"the shares sum up to {sum(floor.COEF_MASS_EQUIP):.6g}, not to one")
    spectrum = signal.fft("COMPLET")
    factor = correction(spectrum.x, (floor.FREQ_SUPPORT, floor.AMOR_SUPPORT), list(zip(*parts)), floor.RAPPORT_MASSE_TOTALE)
    half = len(spectrum.x) // 2
    return Function(spectrum.x[:half], (spectrum.y * factor)[:half].astype(complex), Properties("FREQ")).fft("COMPLET", "NON")
