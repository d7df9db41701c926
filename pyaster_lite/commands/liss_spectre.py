"""LISS_SPECTRE: smooth spectra of floors to design with, as files for each floor and direction (u4.32.11)."""

from __future__ import annotations

from dataclasses import dataclass, field

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.chart import axes
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI

DIRECTIONS = ("X", "Y", "Z", "H")
FOLDER = "REPE_OUT"
_AXES = {word: kind for word, kind in axes().items() if not word.startswith("GRILLE")}


@operator(
    "LISS_SPECTRE",
    keywords=dict(
        SPECTRE=FACT(
            "o",
            max="**",
            rules=UN_PARMI("TABLE", "NAPPE"),
            TABLE=SIMP("f", typ="table_sdaster"),
            NAPPE=SIMP("f", typ="nappe_sdaster"),
            ELARG=SIMP("f", typ="R"),
            b_nappe=BLOC(
                present("NAPPE"),
                DIRECTION=SIMP("o", into=DIRECTIONS),
                NOM=SIMP("o"),
                BATIMENT=SIMP("f"),
                COMMENTAIRE=SIMP("f"),
            ),
        ),
        OPTION=SIMP("o", into=("VERIFICATION", "CONCEPTION")),
        FREQ_MIN=SIMP("f", typ="R"),
        FREQ_MAX=SIMP("f", typ="R"),
        NB_FREQ_LISS=SIMP("f", typ="I", max=2, val_min=1, defaut=(10,)),
        ZPA=SIMP("f", typ="R"),
        **_AXES,
    ),
)
def liss_spectre(args, context):
    """BATIMENT_PLANCHER_DIRECTION.txt and .png of the smooth spectra, then ..._verif of what they come of, in REPE_OUT."""
    floors, longest, dampings = {}, 0, None
    for source in args.SPECTRE:
        wider = source.ELARG
        if wider is not None and args.OPTION == "CONCEPTION":
            context.warn(source, "ELARG", "spectra to design with are not widened: ELARG is without effect")
        if source.NAPPE is not None:
            longest = max(longest, len(source.NAPPE.functions[0].x))
            floor = floors.setdefault((source.NOM, source.DIRECTION), _Floor())
            floor.add(source.NAPPE, wider, source.BATIMENT, source.COMMENTAIRE)
            continue
        found = _column(source, "AMOR")
        if dampings is not None and found != dampings:
            raise source.wrong("TABLE", "all tables must have the same dampings")
        dampings = found
        longest = max(longest, len(_column(source, "FREQ")))
        _take_table(source, context, floors, wider)
    bounds = {word: args[word] for word in ("FREQ_MIN", "FREQ_MAX", "ZPA") if args[word] is not None}
    look = {word: args[word] for word in _AXES}
    for (name, axis), floor in floors.items():
        count = longest * len(floor.families)
        checked = [count] if args.OPTION == "CONCEPTION" else [longest, 3 * count]
        smooth = _smoothed(args, context, "__Naplis", floor, list(args.NB_FREQ_LISS), bounds)
        whole = _smoothed(args, context, "__Napver", floor, checked, bounds)
        place = f"{FOLDER}/{floor.building}_{name}_{axis}"
        titles = {"TITRE": floor.building, "SOUS_TITRE": f"{name}{axis}, {floor.comment}", **look}
        _write(context, f"{place}.txt", FORMAT="TABLEAU", COURBE={"FONCTION": smooth})
        _write(context, f"{place}.png", FORMAT="LISS_ENVELOP", COURBE={"NAPPE_LISSEE": smooth}, **titles)
        _write(context, f"{place}_verif.txt", FORMAT="TABLEAU", COURBE={"FONCTION": whole})
        both = [{"NAPPE_LISSEE": smooth}, {"NAPPE": whole}]
        _write(context, f"{place}_verif.png", FORMAT="LISS_ENVELOP", COURBE=both, **titles)


@dataclass
class _Floor:
    """The families of spectra of one floor along one direction."""

    building: str = "inconnu"
    comment: str = "pas de commentaire"
    families: list = field(default_factory=list)
    widening: list = field(default_factory=list)

    def add(self, family, wider, building, comment):
        """One more family; the first building and comment told stay."""
        self.families.append(family)
        self.widening.append(wider or 0.0)
        if self.building == "inconnu" and building not in (None, "-"):
            self.building = building
        if self.comment == "pas de commentaire" and comment not in (None, "-"):
            self.comment = comment


def _column(source, name) -> list:
    """The filled cells of a column that MACR_SPECTRE writes."""
    if name not in source.TABLE.cells:
        raise source.wrong("TABLE", f"the table {source.TABLE.name} has no column {name}")
    return [value for value in source.TABLE.column(name) if value is not None]


def _take_table(source, context, floors, wider):
    """The spectra eDIRECTION_DAMPING_FLOOR of a table of MACR_SPECTRE."""
    table = source.TABLE
    names = [name.strip() for name in _column(source, "NOM")]
    numbers, dampings, hertz = (_column(source, word) for word in ("NUME_AMOR", "AMOR", "FREQ"))
    told = {word: table.cells.get(word) or [None] * len(names) for word in ("BATIMENT", "COMMENTAIRE")}
    for row, name in enumerate(names):
        building, comment = (text and text.strip() for text in (told["BATIMENT"][row], told["COMMENTAIRE"][row]))
        for axis in DIRECTIONS:
            places = [f"{letter}{axis}_{number}_{name}" for number in numbers for letter in "eE"]
            spectra = [_column(source, place) for place in places if place in table.cells]
            if not spectra:
                continue
            flat = {"PROL_DROITE": "CONSTANT", "PROL_GAUCHE": "CONSTANT"}
            functions = [{**flat, "VALE": [x for pair in zip(hertz, values) for x in pair]} for values in spectra]
            words = dict(NOM_PARA="AMOR", PARA=dampings, NOM_PARA_FONC="FREQ", NOM_RESU="ACCE", DEFI_FONCTION=functions, **flat)
            family = context.run("DEFI_NAPPE", **words)
            floors.setdefault((name, axis), _Floor()).add(family, wider, building, comment)


def _smoothed(args, context, called, floor, counts, bounds):
    """The family, by the name that files of code_aster call it."""
    words = dict(NAPPE=floor.families, OPTION=args.OPTION, NB_FREQ_LISS=counts, **bounds)
    if args.OPTION == "VERIFICATION":
        words["ELARG"] = floor.widening
    return context.run("CALC_FONCTION", called, LISS_ENVELOP=words)


def _write(context, name, **words):
    """A file of its own by IMPR_FONCTION."""
    unit = context.files.associate(None, name)
    context.run("IMPR_FONCTION", UNITE=unit, **words)
    context.files.release(unit)
