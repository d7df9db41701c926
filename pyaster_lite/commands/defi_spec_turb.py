"""DEFI_SPEC_TURB: spectra of turbulent pressures and forces (u4.44.31)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.function import Function
from pyaster_lite.concepts.turbulence import Turbulence

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
METHOD = SIMP("o", into=("AU_YANG", "CORCOS"))
SPEEDS = {
    "VITE_FLUI": SIMP("o", typ="R"),
    "COEF_VITE_FLUI_A": SIMP("f", typ="R", defaut=0.65),
    "COEF_VITE_FLUI_O": SIMP("f", typ="R", defaut=999.0),
    "FREQ_COUP": SIMP("f", typ="R", defaut=1000.0),
}
TUBE = {"LONG_COR": SIMP("o", typ="R"), "PROF_VITE_FLUI": SIMP("o", typ=FUNCTION)}


def _numbers(**defaults):
    return {word: SIMP("f", typ="R", defaut=value) for word, value in defaults.items()}


KINDS = {
    "SPEC_LONG_COR_1": FACT("f", **TUBE, VISC_CINE=SIMP("o", typ="R")),
    "SPEC_LONG_COR_2": FACT("f", **TUBE, **_numbers(FREQ_COUP=0.1, PHI0=1.5e-3, BETA=2.7)),
    "SPEC_LONG_COR_3": FACT("f", **TUBE, **_numbers(FREQ_COUP=0.2, PHI0_1=5.0e-3, BETA_1=0.5, PHI0_2=4.0e-5, BETA_2=3.5)),
    "SPEC_LONG_COR_4": FACT("f", **TUBE, TAUX_VIDE=SIMP("o", typ="R"), **_numbers(BETA=2.0, GAMMA=4.0)),
    "SPEC_CORR_CONV_1": FACT(
        "f",
        LONG_COR_1=SIMP("f", typ="R", defaut=999.0),
        LONG_COR_2=SIMP("f", typ="R"),
        RHO_FLUI=SIMP("o", typ="R"),
        K=SIMP("f", typ="R", defaut=5.8e-3),
        D_FLUI=SIMP("o", typ="R"),
        METHODE=METHOD,
        **SPEEDS,
    ),
    "SPEC_CORR_CONV_2": FACT(
        "f", FONCTION=SIMP("o", typ=FUNCTION), LONG1_F=SIMP("o", typ=FUNCTION), LONG2_F=SIMP("o", typ=FUNCTION), METHODE=METHOD, **SPEEDS
    ),
    "SPEC_CORR_CONV_3": FACT("f", TABLE_FONCTION=SIMP("o", typ="table_fonction")),
    "SPEC_FONC_FORME": FACT(
        "f",
        INTE_SPEC=SIMP("o", typ="interspectre"),
        FONCTION=SIMP("o", typ="table_fonction", max="**"),
        GROUP_NO=SIMP("o", typ="grno"),
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        MODELE=SIMP("o", typ="modele_sdaster"),
    ),
    "SPEC_EXCI_POINT": FACT(
        "f",
        rules=UN_PARMI("INTE_SPEC", "GRAPPE_2"),
        INTE_SPEC=SIMP("f", typ="interspectre"),
        GRAPPE_2=SIMP("f", into=("ASC_CEN", "ASC_EXC", "DES_CEN", "DES_EXC")),
        GROUP_NO=SIMP("o", typ="grno", max="**"),
        b_inte_spec=BLOC(
            present("INTE_SPEC"),
            NATURE=SIMP("o", max="**", into=("FORCE", "MOMENT")),
            ANGLE=SIMP("o", typ="R", max="**"),
        ),
        b_grappe_2=BLOC(present("GRAPPE_2"), RHO_FLUI=SIMP("o", typ="R")),
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        MODELE=SIMP("o", typ="modele_sdaster"),
    ),
}


@operator(
    "DEFI_SPEC_TURB",
    produces="spectre_sdaster",
    rules=UN_PARMI(*KINDS),
    keywords=dict(**KINDS, TITRE=SIMP("f", max="**", advisory=True)),
)
def defi_spec_turb(args, context):
    """The values as they are; PROJ_SPEC_BASE makes use of them."""
    word = next(word for word in KINDS if word in args)
    level = args[word]
    if word == "SPEC_CORR_CONV_1" and level.METHODE == "AU_YANG" and level.LONG_COR_2 is None:
        raise level.wrong("METHODE", "AU_YANG needs LONG_COR_2, how far whirls reach around the cylinder")
    if word == "SPEC_EXCI_POINT":
        _check_places(level)
    values = {name: level[name] for name in level}
    if word == "SPEC_FONC_FORME":
        values["FONCTION"] = [_pair(level, context, table) for table in level.FONCTION]
        if len(level.FONCTION) != len(level.INTE_SPEC.indices):
            raise level.wrong("FONCTION", f"there are {len(level.FONCTION)} forms for the spectra of {len(level.INTE_SPEC.indices)}")
    return Turbulence(word, values)


def _pair(level, context, table):
    """The two functions of a form that a table names."""
    names = [name.strip() for name in table.cells.get("FONCTION", ()) if name is not None]
    functions = [table.objects.get(name) or context.concepts.get(name) for name in names]
    if len(functions) != 2 or not all(isinstance(function, Function) for function in functions):
        raise level.wrong("FONCTION", f"the table {table.name} does not hold the two functions of a form, given by points")
    if functions[0].x[0] != 0.0 or functions[1].x[0] != 0.0 or functions[0].x[-1] != functions[1].x[-1]:
        raise level.wrong("FONCTION", f"the two functions of {table.name} do not go from 0 to the same length")
    return functions


def _check_places(level):
    """As many places as forces, angles and spectra."""
    count = len(level.GROUP_NO)
    if level.INTE_SPEC is None:
        if count != 1:
            raise level.wrong("GROUP_NO", f"GRAPPE_2 acts at one node, not at {count}")
        return
    given = [("NATURE", len(level.NATURE)), ("ANGLE", len(level.ANGLE)), ("INTE_SPEC", len(level.INTE_SPEC.indices))]
    for word, own in given:
        if own != count:
            raise level.wrong(word, f"{word} has {own} values for {count} nodes")
