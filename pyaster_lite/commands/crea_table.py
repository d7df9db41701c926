"""CREA_TABLE: a table from lists, from a function, or from fields (u4.33.02)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.storage_orders import one_way, storage_orders
from pyaster_lite.catalogue.conditions import absent, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Values
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS, PRESENT_ABSENT, UN_PARMI
from pyaster_lite.commands._field_tables import table_of_fields
from pyaster_lite.concepts.table import Table

KINDS = {"TABLE": "table_sdaster", "TABLE_FONCTION": "table_fonction", "TABLE_CONTAINER": "table_container"}


@operator(
    "CREA_TABLE",
    produces=lambda values: KINDS[values.TYPE_TABLE],
    early=True,
    legacy=(Values("TYPE_TABLE", (("TABLE_CONTENEUR", "TABLE_CONTAINER"),), "15.1.20"),),
    rules=EXCLUS("FONCTION", "LISTE", "RESU"),
    keywords=dict(
        LISTE=FACT(
            max="**",
            rules=UN_PARMI("LISTE_I", "LISTE_R", "LISTE_K", "LISTE_CO"),
            b_liste_irk=BLOC(absent("LISTE_CO"), PARA=SIMP("o")),
            TYPE_K=SIMP(into=("K8", "K16", "K24"), defaut="K8"),
            NUME_LIGN=SIMP(typ="I", max="**"),
            LISTE_I=SIMP(typ="I", max="**"),
            LISTE_R=SIMP(typ="R", max="**"),
            LISTE_K=SIMP(max="**"),
            LISTE_CO=SIMP(
                typ=(
                    "matr_asse_gene_r", "matr_elem_depl_r", "vect_elem_depl_r", "matr_elem_temp_r", "vect_elem_temp_r",
                    "cham_gd_sdaster", "mode_meca", "table_sdaster", "fonction_sdaster", "fonction_c", "nappe_sdaster",
                ),
                max="**",
            ),
        ),
        FONCTION=FACT(
            FONCTION=SIMP("o", typ=("fonction_c", "fonction_sdaster")),
            PARA=SIMP(min=2, max=2),
        ),
        RESU=FACT(
            rules=(
                UN_PARMI("CHAM_GD", "RESULTAT"),
                UN_PARMI("TOUT_CMP", "NOM_CMP", "NOM_VARI"),
                PRESENT_ABSENT("TOUT", "GROUP_MA", "GROUP_NO"),
                AU_MOINS_UN("TOUT", "GROUP_MA", "GROUP_NO"),
            ),
            CHAM_GD=SIMP(typ="cham_gd_sdaster"),
            b_cham=BLOC(present("CHAM_GD"), CARA_ELEM=SIMP(typ="cara_elem")),
            RESULTAT=SIMP(typ="resultat_sdaster"),
            # What the user writes here is replaced by the name of the result or field, in code_aster too.
            INTITULE=SIMP(advisory=True),
            b_resultat=BLOC(present("RESULTAT"), rules=one_way(), NOM_CHAM=SIMP("o"), **storage_orders()),
            TOUT_CMP=SIMP(into=("OUI",)),
            NOM_CMP=SIMP(max="**"),
            NOM_VARI=SIMP(max="**"),
            TOUT=SIMP(into=("OUI",)),
            GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,)),
            GROUP_NO=SIMP(typ="grno", max="**", validators=(no_repeat,)),
        ),
        TYPE_TABLE=SIMP(into=tuple(KINDS), defaut="TABLE"),
        TITRE=SIMP(),
    ),
)  # fmt: skip
def crea_table(args, context):
    """Make the table."""
    kind = KINDS[args.TYPE_TABLE]
    if args.RESU is not None:
        columns, objects = table_of_fields(args.RESU, context), {}
    elif args.FONCTION is not None:
        columns, objects = _of_function(args.FONCTION), {}
    else:
        columns, objects = _of_lists(args, kind)
    return Table(columns, title=args.TITRE or "", kind=kind, objects=objects)


def _of_function(args):
    function = args.FONCTION
    first, second = args.PARA or (function.properties.parameter, function.properties.result)
    if first == second:
        raise args.wrong("PARA", f"both columns would be called {first}")
    if function.is_complex:
        return {
            first: ("R", function.x.tolist()),
            **{f"{second}_{part}": ("R", values.tolist()) for part, values in (("R", function.y.real), ("I", function.y.imag))},
        }
    return {first: ("R", function.x.tolist()), second: ("R", function.y.tolist())}


def _of_lists(args, kind):
    columns, concepts = {}, ()
    for occurrence in args.LISTE:
        word = next(word for word in ("LISTE_I", "LISTE_R", "LISTE_K", "LISTE_CO") if word in occurrence)
        values = list(occurrence[word])
        if word == "LISTE_CO":
            if kind != "table_container":
                raise occurrence.wrong(word, "concepts need TYPE_TABLE='TABLE_CONTAINER'")
            concepts = values
            new = {"NOM_SD": ("K24", [c.name for c in values]), "TYPE_OBJET": ("K24", [_type_word(c) for c in values])}
        else:
            type_of = {"LISTE_I": "I", "LISTE_R": "R"}.get(word) or _text_type(occurrence, kind)
            if type_of == "R":
                values = [float(value) for value in values]
            elif type_of != "I":
                values = [value[: int(type_of[1:])].rstrip() for value in values]
            new = {occurrence.PARA: (type_of, values)}
        for name, (type_of, cells) in new.items():
            if name in columns:
                raise occurrence.wrong("PARA", f"the column {name} is given twice")
            columns[name] = type_of, _placed(occurrence, cells)
        occurrence.mark_read("TYPE_K")
    if not concepts:
        return columns, {}
    if "NOM_OBJET" not in columns:
        raise args.wrong("LISTE", "a table of concepts needs a column NOM_OBJET with their keys")
    keys = [key for key in columns["NOM_OBJET"][1] if key is not None]
    return columns, dict(zip(keys, concepts))


def _text_type(occurrence, kind):
    if kind == "table_container":
        if occurrence.PARA in ("NOM_OBJET", "TYPE_OBJET"):
            return "K16"
        if occurrence.PARA == "NOM_SD" and occurrence.TYPE_K == "K16":
            return "K24"
    return occurrence.TYPE_K


def _type_word(concept):
    return concept.kind.upper().removesuffix("_SDASTER")


def _placed(occurrence, values):
    """The cells of a column: the values on the rows NUME_LIGN, else one after the other."""
    rows = occurrence.NUME_LIGN
    if rows is None:
        return values
    if len(rows) != len(values):
        raise occurrence.wrong("NUME_LIGN", f"NUME_LIGN has {len(rows)} rows for {len(values)} values")
    if min(rows) < 1:
        raise occurrence.wrong("NUME_LIGN", "rows are counted from 1")
    cells = [None] * max(rows)
    for row, value in zip(rows, values):
        cells[row - 1] = value
    return cells
