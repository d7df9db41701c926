"""IMPR_OAR: stresses and temperatures along cuts, for the program OAR that judges pipes (u4.91.03)."""

from __future__ import annotations

import time

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_PRESENT, UN_PARMI

STRESSES = {
    "PLAN": ("SIXX", "SIZZ", "SIXZ", "SIYY", "SIXY", "SIYZ"),
    "AXIS": ("SIXX", "SIYY", "SIXY", "SIZZ", "SIXZ", "SIYZ"),
    "3D": ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ"),
}
"""The order in which OAR reads components, by kind of model."""
LABELS = {"PRESSION": "SIGM_P", "TORSION": "SIGM_T", "FLEXION_HP": "SIGM_HP", "FLEXION_P": "SIGM_FP"}
_TABLE = SIMP("f", typ="table_sdaster")


@operator(
    "IMPR_OAR",
    rules=(UN_PARMI("TABL_MECA", "TABL_THER"), PRESENT_PRESENT("TABL_THER", "MODELE")),
    keywords=dict(
        TABL_MECA=FACT("f", max="**", **dict.fromkeys(("PRESSION", "FLEXION_P", "FLEXION_HP", "TORSION"), _TABLE)),
        TABL_THER=FACT("f", max="**", rules=AU_MOINS_UN("TEMP", "CONTRAINTE"), TEMP=_TABLE, CONTRAINTE=_TABLE),
        UNITE=SIMP("o", typ="I"),
        TITRE=SIMP("f"),
        MODELE=SIMP("f", typ="modele_sdaster"),
    ),
)
def impr_oar(args, context):
    """A text by cut: where its points are, then the stresses of each load, or the temperatures and stresses of each instant."""
    kind, word = None, "TABL_MECA" if args.TABL_MECA else "TABL_THER"
    if len(args[word]) > 1:
        raise args.not_yet(word, "one set of tables is written at a time")
    level = args[word][0]
    if word == "TABL_THER":
        kind = _kind(args)
    else:
        args.mark_read("MODELE")
    tables = {name: _Cuts(level, name) for name in level}
    lines = ["; CODE_ASTER version"]
    lines.append(f"; IMPRESSION AU FORMAT OAR - Modélisation {'mécanique' if kind is None else f'thermo-mécanique {kind}'}")
    lines += [f"; CREATION {time.strftime('LE %m/%d/%Y A %H:%M:%S')}", ""]
    if args.TITRE is not None:
        lines += [f"; {args.TITRE}", ""]
    lines += ["", ""]
    if kind is None:
        _mechanics(lines, tables)
    else:
        if set(tables) != {"TEMP", "CONTRAINTE"}:
            raise level.wrong("TEMP", "both TEMP and CONTRAINTE are needed")
        left_out = _heat(lines, kind, tables["TEMP"], tables["CONTRAINTE"])
        if left_out:
            context.warn(level, "TEMP", f"no stresses are given at the instants {', '.join(map(str, left_out))}: they are not written")
    context.write(args.UNITE, "\n".join([*lines, ""]))


def _kind(args):
    model = args.MODELE
    if not model.isMechanical():
        raise args.wrong("MODELE", "the model must be mechanical")
    name = model.getModelisationName()
    return next((kind for kind in ("PLAN", "AXIS") if kind in name), "3D")


class _Cuts:
    """The rows of a table of MACR_LIGN_COUPE; a table without instants has them all at 0."""

    def __init__(self, level, word):
        table = level[word]
        lost = [name for name in ("INTITULE", "ABSC_CURV") if name not in table.cells]
        if lost:
            raise level.wrong(word, f"{table.name} has no column {', '.join(lost)}")
        self._rows = table.rows()
        for row in self._rows:
            row.setdefault("INST", 0.0)

    def cuts(self):
        """Their names, in order."""
        return list(dict.fromkeys(row["INTITULE"] for row in self._rows))

    def instants(self):
        """The instants, in order."""
        return list(dict.fromkeys(row["INST"] for row in self._rows))

    def places(self, cut):
        """The curvilinear abscissas of a cut."""
        return list(dict.fromkeys(row["ABSC_CURV"] for row in self._rows if row["INTITULE"] == cut))

    def last_instant(self):
        """That of the last row."""
        return self._rows[-1]["INST"]

    def column(self, name, cut, instant):
        """The cells of a cut at an instant; zeros where the table has no such column."""
        return [row.get(name, 0.0) for row in self._rows if row["INST"] == instant and row["INTITULE"] == cut]


def _places(lines, places):
    lines += ["ABSC", *(f"   {place:.6e}" for place in places), "", ""]


def _rows(names, cuts, cut, instant):
    columns = [cuts.column(name, cut, instant) for name in names]
    return [" ".join(f"{value:15.4E}" for value in row) for row in zip(*columns)]


def _mechanics(lines, tables):
    names = STRESSES["3D"]
    for cut in next(iter(tables.values())).cuts():
        lines += [f"; {cut}", ""]
        _places(lines, next(iter(tables.values())).places(cut))
        for word, cuts in tables.items():
            lines += [LABELS[word], ";       " + "            ".join(names), *_rows(names, cuts, cut, cuts.last_instant()), ""]


def _heat(lines, kind, heat, stress):
    """Returns the instants of temperatures without stresses."""
    names, cuts = STRESSES[kind], heat.cuts()
    with_stress = [instant for instant in heat.instants() if stress.column("SIXX", cuts[0], instant)]
    lines += ["; LISTE DES INSTANTS", "", "INST", "", *map(str, with_stress), "", " ; LISTE DES TEMPERATURES ET CONTRAINTES PAR COUPE", ""]
    for cut in cuts:
        lines += [f"; {cut}", ""]
        _places(lines, heat.places(cut))
        lines += ["TEMP SIGM", ""]
        for instant in with_stress:
            lines += [f"; INSTANT {instant}", "", "; TEMPERATURE             " + "            ".join(names)]
            temperatures = heat.column("TEMP", cut, instant)
            lines += [f"    {value:5.1f}         {row}" for value, row in zip(temperatures, _rows(names, stress, cut, instant))]
            lines += ["", "", ""]
    return [instant for instant in heat.instants() if instant not in with_stress]
