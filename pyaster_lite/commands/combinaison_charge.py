"""COMBINAISON_CHARGE: every load by itself, and the combinations that a table of coefficients names, as tables of extremes (u4.91.43).

Warmth counts twice in each combination that it takes part in: by the greatest and by the least values over its instants.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import CELL_WORDS, chosen
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.table import Table

FIELDS = {"DEPL": "NOEU_DEPL_R", "EFGE_NOEU": "NOEU_SIEF_R", "SIEF_ELNO": "ELNO_SIEF_R", "FORC_NODA": "NOEU_DEPL_R"}
EXTREMES = {"MAXI": ("MAX", max), "MINI": ("MIN", min), "MAXI_ABS": ("MAXI_ABS", max), "MINI_ABS": ("MINI_ABS", min)}
"""For each word of CRIT_COMP the rows of POST_RELEVE_T that it looks at, and what it takes of them."""
_LOAD = SIMP("o", typ=("char_meca", "char_cine_meca"))


@operator(
    "COMBINAISON_CHARGE",
    creates=lambda args: [(level.TABLE, "table_sdaster") for level in args.TABLE_RESU],
    keywords=dict(
        MODELE_MECA=SIMP("o", typ="modele_sdaster"),
        MODELE_THER=SIMP("f", typ="modele_sdaster"),
        CHAM_MATER_MECA=SIMP("o", typ="cham_mater"),
        CARA_ELEM_MECA=SIMP("o", typ="cara_elem"),
        CARA_ELEM_THER=SIMP("f", typ="cara_elem"),
        BLOC=_LOAD,
        BLOC_THER=SIMP("f", typ=("char_meca", "char_cine_meca")),
        EXCIT_MECA=FACT("o", max="**", CHAR_MECA=_LOAD, NOM_CHAR=SIMP("o")),
        EXCIT_THER=FACT("f", max="**", CHAM_MATER_THER=SIMP("o", typ="cham_mater"), NOM_CHAR=SIMP("o")),
        LIST_INST_THER=SIMP("f", typ=("listr8_sdaster", "list_inst")),
        COMPORTEMENT=FACT(
            "f",
            max="**",
            rules=UN_PARMI("TOUT", "GROUP_MA"),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
            RELATION=SIMP("f", into=("ELAS", "MULTIFIBRE", "CABLE"), defaut="ELAS"),
        ),
        TABLE_COEF=SIMP("o", typ="table_sdaster"),
        CHAM_RESU=FACT(
            "o",
            max="**",
            NOM_CHAM=SIMP("o", into=tuple(FIELDS)),
            NOM_CMP=SIMP("o", max="**", validators=(no_repeat,)),
        ),
        TABLE_RESU=FACT(
            "o",
            max=3,
            UNITE=SIMP("f", typ="I"),
            OPTION=SIMP("o", into=("COEF_COMB", "CALC_COMB", "EXTREMA")),
            TABLE=SIMP("o", typ="CO"),
            b_extrema=BLOC(
                equal("OPTION", "EXTREMA"),
                CRIT_COMP=SIMP("f", max="**", into=("TOUT", *EXTREMES), defaut=("TOUT",), validators=(no_repeat,)),
            ),
        ),
        IMPRESSION=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        b_impression=BLOC(equal("IMPRESSION", "OUI"), UNITE=SIMP("o", typ="I")),
    ),
)
def combinaison_charge(args, context):
    """1. The cases, one for each load (two for warmth), then the combinations; 2. a computation for each load; 3. their fields,
    combined; 4. the tables."""
    names, coefficients = _cases(args)
    results = _computed(args, context)
    fields = {level.NOM_CHAM: _fields(args, context, level.NOM_CHAM, results, coefficients) for level in args.CHAM_RESU}
    labels = [f"COMB_{i}" for i in range(1, len(coefficients) + 1)]
    tables = {"COEF_COMB": _coefficients(args, names, coefficients, labels)}
    parts = [(level, component) for level in args.CHAM_RESU for component in level.NOM_CMP]
    each = [_extremes_of(context, fields[level.NOM_CHAM], component, labels) for level, component in parts]
    tables["CALC_COMB"] = _joined(each)
    for level in args.TABLE_RESU:
        if level.OPTION == "EXTREMA":
            words = tuple(EXTREMES) if "TOUT" in level.CRIT_COMP else level.CRIT_COMP
            tables["EXTREMA"] = _joined([_of_all(table, words) for table in each])
    shown = {"CALC_COMB": ("INTITULE", "EXTREMA", "NOEUD", "CMP", "VALE"), "EXTREMA": ("INTITULE", "NOEUD", "CMP", "VALE", "TYPE_VALE")}
    for level in args.TABLE_RESU:
        context.create(level.TABLE, tables[level.OPTION])
        if level.UNITE is not None:
            context.run("IMPR_TABLE", TABLE=tables[level.OPTION], UNITE=level.UNITE, NOM_PARA=shown.get(level.OPTION))
    if args.IMPRESSION == "OUI":
        told = [(f"COMB{i:03d}_{name}", field) for name, own in fields.items() for i, field in enumerate(own, 1)]
        context.run("IMPR_RESU", FORMAT="MED", UNITE=args.UNITE, RESU=[{"CHAM_GD": field, "NOM_CHAM_MED": name} for name, field in told])


def _cases(args):
    """The names of the columns behind BLOC, and the coefficients (cases, columns): those of the loads, then of the combinations.

    A combination with warmth stands twice, with the greatest values and with the least; one with two of them four times.
    """
    table, mechanical = args.TABLE_COEF, [level.NOM_CHAR for level in args.EXCIT_MECA]
    thermal = [level.NOM_CHAR for level in args.EXCIT_THER]
    for word, levels in (("EXCIT_MECA", args.EXCIT_MECA), ("EXCIT_THER", args.EXCIT_THER)):
        for level in levels:
            if level.NOM_CHAR not in table.names:
                raise level.wrong("NOM_CHAR", f"the table {table.name} has no column {level.NOM_CHAR}, which {word} names")
    names = mechanical + [f"{name}_{end}" for name in thermal for end in ("MAX", "MIN")]
    cases = list(np.eye(len(names)))
    for number, row in enumerate(table.rows(), 1):
        own = np.array([row[name] for name in mechanical] + [row[name] for name in thermal for _ in range(2)], float)
        acting = [i for i, name in enumerate(thermal) if row[name] != 0]
        if len(acting) > 2:
            raise args.wrong("TABLE_COEF", f"row {number} combines {len(acting)} loads of EXCIT_THER, two at most may act together")
        made = [own]
        # the first ones keep the greatest values of the first warmth
        for which in acting:
            halves = []
            for case in made:
                for dropped in (1, 0):
                    half = case.copy()
                    half[len(mechanical) + 2 * which + dropped] = 0.0
                    halves.append(half)
            made = halves
        cases += made
    return names, np.array(cases)


def _computed(args, context):
    """The result of each mechanical load, then of each warmth, with the fields that are asked."""
    relations = [level.RELATION for level in args.COMPORTEMENT]
    laws = None
    if "MULTIFIBRE" in relations or "CABLE" in relations:
        laws = []
        for level in args.COMPORTEMENT:
            where = {"GROUP_MA": level.GROUP_MA} if level.GROUP_MA is not None else {"TOUT": "OUI"}
            large = {"DEFORMATION": "GROT_GDEP"} if level.RELATION == "CABLE" else {}
            laws.append({**where, "RELATION": level.RELATION, **large})
    for level in args.COMPORTEMENT:
        level.mark_read()
    of_warmth = [args[word] for word in ("MODELE_THER", "CARA_ELEM_THER", "BLOC_THER")]
    plain = [args.MODELE_MECA, args.CARA_ELEM_MECA, args.BLOC]
    results = []
    for level in args.EXCIT_MECA:
        excit = [{"CHARGE": args.BLOC}, {"CHARGE": level.CHAR_MECA}]
        steps = {"LIST_INST": NumberList([0.0, 1.0]), "NUME_INST_FIN": 1}
        results.append(_solved(context, plain[0], args.CHAM_MATER_MECA, plain[1], excit, laws, steps if laws else None))
    model, characteristics, held = of_warmth if all(word is not None for word in of_warmth) else plain
    for level in args.EXCIT_THER:
        if args.LIST_INST_THER is None:
            raise args.wrong(None, "EXCIT_THER needs LIST_INST_THER")
        steps = {"LIST_INST": args.LIST_INST_THER}
        results.append(_solved(context, model, level.CHAM_MATER_THER, characteristics, [{"CHARGE": held}], laws, steps))
    for result in results:
        context.run("CALC_CHAMP", "", result, RESULTAT=result, CONTRAINTE=("EFGE_ELNO", "EFGE_NOEU", "SIEF_ELNO"), FORCE=("FORC_NODA",))
    return results


def _solved(context, model, materials, characteristics, excit, laws, steps):
    words = dict(MODELE=model, CHAM_MATER=materials, CARA_ELEM=characteristics, EXCIT=excit)
    if laws is None:
        return context.run("MECA_STATIQUE", **words, **(steps or {}))
    return context.run(
        "STAT_NON_LINE", **words, COMPORTEMENT=laws, INCREMENT=steps, CONVERGENCE={"RESI_GLOB_RELA": 1e-6, "ITER_GLOB_MAXI": 100}
    )


def _fields(args, context, name, results, coefficients):
    """The field of every case: of each load, then of each combination."""
    found, kind = [], FIELDS[name]
    for rank, result in enumerate(results):
        words = dict(OPERATION="EXTR", TYPE_CHAM=kind, RESULTAT=result, NOM_CHAM=name)
        if rank < len(args.EXCIT_MECA):
            found.append(context.run("CREA_CHAMP", **words, NUME_ORDRE=1))
        else:
            found += [context.run("CREA_CHAMP", **words, TOUT_ORDRE="OUI", TYPE_MAXI=end) for end in ("MAXI", "MINI")]
    single = len(found)
    for case in coefficients[single:]:
        parts = [{"TOUT": "OUI", "CHAM_GD": field, "CUMUL": "OUI", "COEF_R": float(c)} for field, c in zip(found, case)]
        found.append(context.run("CREA_CHAMP", OPERATION="ASSE", MODELE=args.MODELE_MECA, TYPE_CHAM=kind, ASSE=parts))
    return found


def _coefficients(args, names, coefficients, labels):
    columns = {"INTITULE": ("K8", labels), args.BLOC.name: ("R", [1.0] * len(labels))}
    return Table(columns | {name: ("R", column.tolist()) for name, column in zip(names, coefficients.T)})


def _extremes_of(context, fields, component, labels):
    """The table of the extremes of a component over the places, of every case."""
    actions = [
        {"CHAM_GD": field, "INTITULE": label, "NOM_CMP": component, "TOUT": "OUI", "OPERATION": "EXTREMA"}
        for field, label in zip(fields, labels)
    ]
    return context.run("POST_RELEVE_T", ACTION=actions)


def _of_all(table, words):
    """The row of the case that counts most for each of the words, the first of those that do alike."""
    rows = []
    for word in words:
        told, most = EXTREMES[word]
        own = [row for row in table.rows() if row["EXTREMA"] == told]
        rows.append({**most(own, key=lambda row: row["VALE"]), "TYPE_VALE": word})
    return Table.from_rows(rows, {**table.types, "TYPE_VALE": "K16"})


def _joined(tables):
    """The rows of all tables one after the other, without the fields that they are of."""
    types = {name: kind for table in tables for name, kind in table.types.items() if name != "CHAM_GD"}
    return Table.from_rows([row for table in tables for row in table.rows()], types)
