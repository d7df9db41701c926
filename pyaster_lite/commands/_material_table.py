"""DEFI_MATERIAU/TABLE: laws whose parameters are columns of a table, functions of one of its columns (u4.43.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.arguments import Keywords
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.concepts.function import Function, Properties

LAWS = ("ELAS_FO", "ELAS_ORTH_FO", "ELAS_COQUE_FO", "THER_FO", "THER_NL", "THER_NL_ORTH")
_BEYOND = ("CONSTANT", "LINEAIRE", "EXCLU")

KEYWORDS = FACT(
    "f",
    TABLE=SIMP("o", typ="table_sdaster"),
    NOM_PARA=SIMP("o", into=("TEMP", "IRRA")),
    COMPOR=SIMP("o", max="**", into=lambda: tuple(word for word in LAWS if word in MATERIALS)),
    INTERPOL=SIMP("f", into=("LIN", "LOG"), defaut="LIN"),
    PROL_DROITE=SIMP("f", into=_BEYOND, defaut="EXCLU"),
    PROL_GAUCHE=SIMP("f", into=_BEYOND, defaut="EXCLU"),
)


def laws_of_table(occurrence) -> dict:
    """{law: its keywords}: each column of the table that a law knows, a function of NOM_PARA where the law takes one, else a number."""
    table, parameter = occurrence.TABLE, occurrence.NOM_PARA
    if parameter not in table.names:
        raise occurrence.wrong("NOM_PARA", f"the table has no column {parameter}, it has {', '.join(table.names)}")
    reading = Properties(parameter, "TOUTRESU", (occurrence.INTERPOL,) * 2, occurrence.PROL_GAUCHE, occurrence.PROL_DROITE)
    return {word: _law(occurrence, item, word, table, reading) for item, word in enumerate(occurrence.COMPOR)}


def _law(occurrence, item, word, table, reading):
    declared = MATERIALS[word].keywords.keywords
    values = {name: keyword.defaut for name, keyword in declared.items() if getattr(keyword, "defaut", None) is not None}
    x = [float(value) for value in table.column(reading.parameter)]
    for name, keyword in declared.items():
        if name in table.names:
            column = [float(value) for value in table.column(name)]
            values[name] = column[0] if keyword.types == ("R",) else Function(x, column, reading.changed(result=name))
        elif keyword.statut == "o":
            raise occurrence.wrong("COMPOR", f"{word} needs a column {name}, which the table does not have", item=item)
    return Keywords(f"{occurrence.path}/{word}", None, values, {}, declared)
