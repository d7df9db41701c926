"""TEST_COMPOR: whether laws answer as they must, to the temperature, or to units and steps and with their tangent (v6.07.110, v6.07.101).

OPTION='MECA' is in _compor_discretised. OPTION='THER' tells whether a law whose parameters depend on the temperature answers as one
whose parameters follow it. A bar that is held lengthwise is heated from TEMP_INIT to TEMP_FIN in as many steps as LIST_MATER has materials:

1. all at once, with MATER, whose parameters are functions of the temperature;
2. step by step, each with its own material of LIST_MATER, constant, under the strain -ALPHA(T) (T - TEMP_INIT), from the strain, the stress
   and the variables that the step before left, those in proportion to a parameter brought to its new value: the stress with YOUNG,
   backstrains of VMIS_CINE_LINE with D_SIGM_EPSI, those of VMIS_ECMI_* with C_PRAG;
3. VMIS, TRACE and the variables of both are compared after each step, to 1e-3.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.commons.newton import convergence, newton
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._cara_solid import AXES_OF_POINT
from pyaster_lite.commands._compor_discretised import compared
from pyaster_lite.commands._laboratory import passed_on
from pyaster_lite.commands._tests import compare
from pyaster_lite.concepts.function import Constant, Function, Properties
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.fe.tensors import AXES

TOLERANCE = 1e-3
_NOTHING = 1e-10
"""Variables below are not compared."""
CARRIED = {
    "VMIS_CINE_LINE": ("D_SIGM_EPSI", slice(0, 5)),
    "VMIS_ECMI_LINE": ("C_PRAG", slice(2, 7)),
    "VMIS_ECMI_TRAC": ("C_PRAG", slice(2, 7)),
}
"""Law -> the parameter that some variables are in proportion to, and which they are."""
_FUNCTION = SIMP("f", typ="fonction_sdaster")
_NEEDED = SIMP("o", typ="fonction_sdaster")


@operator(
    "TEST_COMPOR",
    produces="table_sdaster",
    keywords=dict(
        OPTION=SIMP("f", into=("THER", "MECA"), defaut="THER"),
        COMPORTEMENT=comportement(),
        NEWTON=newton(),
        CONVERGENCE=convergence(),
        b_ther=BLOC(
            equal("OPTION", "THER"),
            rules=(EXCLUS("C_PRAG", "D_SIGM_EPSI"),),
            MATER=SIMP("o", typ="mater_sdaster"),
            ALPHA=_NEEDED,
            YOUNG=_NEEDED,
            LIST_MATER=SIMP("o", typ="mater_sdaster", max="**"),
            TEMP_INIT=SIMP("o", typ="R"),
            TEMP_FIN=SIMP("o", typ="R"),
            INST_FIN=SIMP("f", typ="R", defaut=1.0),
            SUPPORT=SIMP("f", into=("POINT", "ELEMENT"), defaut="POINT"),
            NB_VARI=SIMP("o", typ="I"),
            VARI_TEST=SIMP("f", max="**"),
            D_SIGM_EPSI=_FUNCTION,
            C_PRAG=_FUNCTION,
        ),
        b_meca=BLOC(
            equal("OPTION", "MECA"),
            LIST_MATER=SIMP("o", typ="mater_sdaster", min=2, max=2),
            YOUNG=SIMP("o", typ="R"),
            POISSON=SIMP("o", typ="R"),
            LIST_NPAS=SIMP("f", typ="I", max="**"),
            LIST_TOLE=SIMP("f", typ="R", max="**"),
            PREC_ZERO=SIMP("f", typ="R", max="**"),
            VARI_TEST=SIMP("f", max="**", defaut=("V1", "VMIS", "TRACE")),
            SUPPORT=SIMP("f", into=("POINT", "ELEMENT")),
            MODELISATION=SIMP("f", into=("3D", "C_PLAN"), defaut="3D"),
            ANGLE=SIMP("f", typ="R", defaut=0.0),
            MASSIF=AXES_OF_POINT,
            TEST_TANGENTE=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
            VERI_MATR_OPTION=FACT(
                "f",
                VALE_PERT_RELA=SIMP("f", typ="R", defaut=1.0e-5),
                PRECISION=SIMP("f", typ="R", defaut=1.0e-4),
                PREC_ZERO=SIMP("f", typ="R", defaut=1.0e-12),
            ),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def test_compor(args, context):
    """Steps 1 to 3; gives the table of the first."""
    if args.OPTION == "MECA":
        return compared(args, context)
    args.mark_read("OPTION", "D_SIGM_EPSI", "C_PRAG")
    count, end = len(args.LIST_MATER), args.INST_FIN
    instants = np.linspace(0.0, end, count + 1)
    temperatures = args.TEMP_INIT + instants / end * (args.TEMP_FIN - args.TEMP_INIT)
    shared = passed_on(args, "COMPORTEMENT", "NEWTON", "CONVERGENCE") | {"SUPPORT": args.SUPPORT}
    heated = context.run(
        "SIMU_POINT_MAT",
        **shared,
        MATER=args.MATER,
        AFFE_VARC={"NOM_VARC": "TEMP", "VALE_FONC": _course(instants[[0, -1]], temperatures[[0, -1]]), "VALE_REF": args.TEMP_INIT},
        INCREMENT={"LIST_INST": _steps(context, instants, 10)},
        EPSI_IMPOSE={"EPXX": Constant(0.0)},
    )
    whole = heated.rows()
    names = [f"V{i + 1}" for i in range(args.NB_VARI)]
    tested = (args.VARI_TEST or names) if args.NB_VARI else ()
    before = {"SIXX": 0.0, "EPXX": 0.0} | dict.fromkeys(names, 0.0)
    for step, material in enumerate(args.LIST_MATER):
        if step:
            before |= _carried(args, before, names, *temperatures[step : step + 2])
        alone = context.run(
            "SIMU_POINT_MAT",
            **shared,
            MATER=material,
            INCREMENT={"LIST_INST": _steps(context, instants[step : step + 2], 4)},
            EPSI_IMPOSE={"EPXX": Constant(-args.ALPHA(temperatures[step + 1]) * (temperatures[step + 1] - args.TEMP_INIT))},
            SIGM_INIT={"SIXX": before["SIXX"]},
            VARI_INIT={"VALE": [before[name] for name in names]} if names else None,
            EPSI_INIT={f"EP{axes}": 0.0 for axes in AXES} | {"EPXX": before["EPXX"]},
        ).rows()
        before, expected = _at(alone, instants[step + 1]), _at(whole, instants[step + 1])
        for name in ("VMIS", "TRACE", *(name for name in tested if abs(expected[name]) > _NOTHING)):
            place = dict(command="TEST_COMPOR", concept=name, access=f"TEMP {temperatures[step + 1]:.9g}")
            compare(args, context, None, before[name], expected[name], TOLERANCE, kind="VALE_REFE", origin="AUTRE_ASTER", **place)
    return heated


def _carried(args, before, names, former, now) -> dict:
    """The stress and the variables of the step before at the parameters of the new temperature."""
    found = {"SIXX": before["SIXX"] * args.YOUNG(now) / args.YOUNG(former)}
    relation = args.COMPORTEMENT[0].RELATION if isinstance(args.COMPORTEMENT, list) else args.COMPORTEMENT.RELATION
    if relation in CARRIED:
        word, which = CARRIED[relation]
        if args.get(word) is None:
            raise args.wrong(None, f"{relation} needs {word}: its variables are in proportion to it")
        found |= {name: before[name] * args[word](now) / args[word](former) for name in names[which]}
    return found


def _course(times, values):
    return Function(times, values, Properties("INST", "TEMP"))


def _steps(context, instants, pieces):
    """The instants, and what happens where a step fails."""
    failed = {"EVENEMENT": "ERREUR", "ACTION": "DECOUPE", "SUBD_METHODE": "MANUEL", "SUBD_PAS": pieces}
    return context.run("DEFI_LIST_INST", METHODE="MANUEL", DEFI_LIST={"LIST_INST": NumberList(instants)}, ECHEC=failed)


def _at(rows, instant) -> dict:
    """The row of an instant."""
    return min(rows, key=lambda row: abs(row["INST"] - instant))
