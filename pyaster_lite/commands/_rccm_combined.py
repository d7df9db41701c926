"""POST_RCCM, TYPE_RESU_MECA='B3200', 'ZE200a' and 'ZE200b': the rules for situations, alone and combined (r7.04.03, u4.83.11)."""

from __future__ import annotations

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._rccm_cycles import ENVIRONNEMENT, Cycles
from pyaster_lite.commands._rccm_pipes import PipeCycles, PipeSide
from pyaster_lite.commands._rccm_sides import Side
from pyaster_lite.commands._rccm_situations import SIDES, WORDS
from pyaster_lite.concepts.table import Table

B3200 = BLOC(
    equal("TYPE_RESU_MECA", "B3200"),
    OPTION=SIMP("o", into=("PM_PB", "SN", "FATIGUE", "EFAT")),
    SOUS_CYCL=SIMP("f", into=("OUI", "NON"), defaut="NON"),
    METHODE=SIMP("f", into=("TRESCA", "TOUT_INST"), defaut="TRESCA"),
    MATER=SIMP("o", typ="mater_sdaster"),
    SY_MAX=SIMP("f", typ="R"),
    TYPE_KE=SIMP("f", into=("KE_MECA", "KE_MIXTE"), defaut="KE_MECA"),
    FACT_SIGM=FACT("f", KT_SN=SIMP("f", typ="R"), KT_SP=SIMP("f", typ="R")),
    ENVIRONNEMENT=ENVIRONNEMENT,
    **WORDS,
)
_TEXTS = {"TYPE": "K8", "SEISME": "K8", "LIEU": "K8", "NOM_SIT1": "K16", "NOM_SIT2": "K16"}
_WHOLE = ("NUM_SIT1", "NOCC_SIT1", "GROUP_SIT1", "NUM_SIT2", "NOCC_SIT2", "GROUP_SIT2", "NOCC_PRIS")
_WORST = (
    "TYPE", "LIEU", "PM_MAX", "PB_MAX", "PMPB_MAX", "SN_MAX", "SN*_MAX", "SIGM_M_PRES", "SN_THER_MAX", "CRIT_LINE_MAX",
    "SP_THER_MAX", "CRIT_PARA_MAX", "SP_MAX", "SALT_MAX", "FU_TOTAL", "FEN_TOTAL", "FEN_INTEGRE", "FUEN_TOTAL",
)  # fmt: skip
_DETAILS = (
    "TYPE", "SEISME", "LIEU", "NOM_SIT1", "NUM_SIT1", "NOCC_SIT1", "GROUP_SIT1", "PM", "PB", "PMPB", "NOM_SIT2", "NUM_SIT2",
    "NOCC_SIT2", "GROUP_SIT2", "SN", "INST_SN_1", "INST_SN_2", "SN*", "INST_SN*_1", "INST_SN*_2", "SIG_PRES_MOY", "SN_THER",
    "CRIT_LINE", "CRIT_PARAB", "KE_MECA", "KE_THER", "SP(MECA)", "SP(THER)", "SP", "INST_SALT_1", "INST_SALT_2", "SALT",
    "FU_UNIT_SS_CYCL", "FU_UNIT", "NOCC_PRIS", "FU_PARTIEL", "FEN", "FEN_ELAS", "FUEN_PARTIEL",
)  # fmt: skip


_SYSTUS = (
    "TYPE", "SEISME", "LIEU", "NOM_SIT1", "NUM_SIT1", "NOCC_SIT1", "GROUP_SIT1", "NOM_SIT2", "NUM_SIT2", "NOCC_SIT2", "GROUP_SIT2",
    "SN", "INST_SN_1", "INST_SN_2", "SN*", "INST_SN*_1", "INST_SN*_2", "KE_MECA", "KE_THER", "SP(MECA)", "SP(THER)", "SP",
    "INST_SALT_1", "INST_SALT_2", "SALT", "FU_UNIT_SS_CYCL", "FU_UNIT", "NOCC_PRIS", "FU_PARTIEL", "FEN", "FEN_ELAS", "FUEN_PARTIEL",
)  # fmt: skip


def combined(args, context) -> Table:
    """The worst values of both sides of the line; every situation by itself, without and with the earthquake; the situations combined
    two by two; and how often they are. SYSTUS tells the last alone, and what they use up in all."""
    _mark_words_of_cycles(args)
    of_cycles = args.OPTION in ("FATIGUE", "EFAT")
    kinds = (Side, Cycles) if args.TYPE_RESU_MECA == "B3200" else (PipeSide, PipeCycles)
    kind, names = kinds[of_cycles], {"VALE_MAX": _WORST, "SYSTUS": _SYSTUS}.get(args.TYPE_RESU, (*_DETAILS, *_WORST[2:]))
    sides = {side: kind(args, side) for side in SIDES}
    if args.TYPE_RESU == "SYSTUS":
        if not of_cycles:
            raise args.wrong("TYPE_RESU", "SYSTUS tells of cycles: OPTION='FATIGUE' or 'EFAT'")
        rows = [{"LIEU": side, **row} for side, own in sides.items() for row in own.told_uses()]
        rows += [{"TYPE": "TOTAL", "LIEU": side, **own.total()} for side, own in sides.items()]
    else:
        rows = [{"TYPE": "MAXI", "LIEU": side, **own.worst()} for side, own in sides.items()]
    if args.TYPE_RESU == "DETAILS":
        for place in range(len(args.SITUATION)):
            for side, own in sides.items():
                rows += [{"TYPE": "SITU", "LIEU": side, **row} for row in own.alone(place)]
        for pair in zip(*(own.told_pairs() for own in sides.values())):
            rows += [{"LIEU": side, **row} for side, told in zip(sides, pair) for row in told]
        rows += [{"LIEU": side, **row} for side, own in sides.items() for row in own.told_uses()]
    return Table.from_rows(rows, {name: _TEXTS.get(name, "I" if name in _WHOLE else "R") for name in names}, title="POST_RCCM")


def _mark_words_of_cycles(args):
    """Words that only what cycles use up depends on."""
    args.mark_read("MATER", "METHODE", "SY_MAX", "TYPE_KE", "FACT_SIGM", "SOUS_CYCL", "ENVIRONNEMENT")
    for word in ("INDI_SIGM", "TUYAU"):
        if args.get(word):
            args[word].mark_read()
    for given in args.SITUATION:
        given.mark_read(
            "NB_OCCUR",
            "COMBINABLE",
            "NUME_PASSAGE",
            "NUME_PARTAGE",
            "NUME_RESU_THER",
            "NOM_SITU",
            "NUME_SITU",
            "NUME_GROUPE",
            "O_ETOILE",
            "TABL_TEMP",
        )
    if args.SEISME is not None:
        args.SEISME.mark_read("NB_OCCUR", "NB_CYCL_SEISME", "NUME_SITU", "NOM_SITU")
