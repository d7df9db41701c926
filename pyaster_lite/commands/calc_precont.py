"""CALC_PRECONT: tendons are pulled, and what they stand in with them (u4.51.05).

1. What the tension does to the concrete, B^T N, grows to all of it while the tendons do nothing (SANS), until a tenth of the last
   step is left.
2. In what is left the tendons start from their tension, which the concrete holds already.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.archivage import archivage
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.commons.energie import energie
from pyaster_lite.catalogue.commons.etat_init import etat_init
from pyaster_lite.catalogue.commons.increment import increment
from pyaster_lite.catalogue.commons.newton import convergence, line_search, newton
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.concepts.load import Load
from pyaster_lite.concepts.step_list import StepList
from pyaster_lite.fe.terms import ForceTerm

LEFT = 0.1
"""The share of the last step in which the tendons take over."""


@operator(
    "CALC_PRECONT",
    produces="evol_noli",
    reuse="ETAT_INIT/EVOL_NOLI",
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        DOUBLE_LAGRANGE=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
        CABLE_BP=SIMP("o", typ="cabl_precont", max="**", validators=(no_repeat,)),
        CABLE_BP_INACTIF=SIMP("f", typ="cabl_precont", max="**", validators=(no_repeat,)),
        INCREMENT=increment(),
        RECH_LINEAIRE=line_search(),
        CONVERGENCE=convergence(),
        ARCHIVAGE=archivage(),
        ETAT_INIT=etat_init(False),
        METHODE=SIMP("f", into=("NEWTON", "IMPLEX"), defaut="NEWTON"),
        b_newton=BLOC(equal("METHODE", "NEWTON"), NEWTON=newton()),
        SOLVEUR=solveur(),
        EXCIT=FACT(
            "o",
            max="**",
            CHARGE=SIMP("o", typ="char_meca"),
            TYPE_CHARGE=SIMP("f", into=("FIXE_CSTE", "DIDI"), defaut="FIXE_CSTE"),
        ),
        COMPORTEMENT=comportement(),
        ENERGIE=energie(),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def calc_precont(args, context):
    """The two computations, one after the other in the same evolution."""
    active, idle = list(args.CABLE_BP), list(args.CABLE_BP_INACTIF or ())
    for tendons in (*active, *idle):
        if any(adherent != "OUI" for adherent in tendons.tables["CABLE_GL"].column("ADHERENT")):
            raise args.not_yet("CABLE_BP", "tendons that slide in their sheaths (ADHERENT='NON') are not there yet")
    instants, step = _instants(args, context)
    begin, between, end = instants[0], instants[-2], instants[-1]
    times = context.run("DEFI_LIST_INST", DEFI_LIST={"VALE": tuple(instants)})
    course = context.run("DEFI_FONCTION", NOM_PARA="INST", VALE=(begin, 0.0, between, 1.0, end, 1.0))
    shared = {word: args[word].as_dict() for word in ("CONVERGENCE", "SOLVEUR", "ARCHIVAGE", "NEWTON", "RECH_LINEAIRE") if word in args}
    shared |= {word: args[word] for word in ("MODELE", "CHAM_MATER", "CARA_ELEM", "METHODE")}
    if args.get("ENERGIE") is not None:
        shared["ENERGIE"] = args.ENERGIE.as_dict()
    loads = [occurrence.as_dict() for occurrence in args.EXCIT]
    if idle:
        loads.append({"CHARGE": _bound(args, context, idle, "NON")})
    pulled = [
        {"CHARGE": _bound(args, context, active, "NON")},
        {"CHARGE": Load("char_meca", args.MODELE, [ForceTerm(_pull(args, active), True, "VECT_ASSE")]), "FONC_MULT": course},
    ]
    laws = [_said(occurrence) for occurrence in args.COMPORTEMENT]
    still = {word: value for word, value in step.items() if word != "PRECISION"} | {"LIST_INST": times, "INST_FIN": between}
    result = context.run(
        "STAT_NON_LINE",
        context.name,
        reuse=context.reused,
        ETAT_INIT=args.ETAT_INIT.as_dict() if args.get("ETAT_INIT") is not None else None,
        INCREMENT=still,
        COMPORTEMENT=[*laws, *_idle_laws(active + idle)],
        EXCIT=loads + pulled,
        **shared,
    )
    return context.run(
        "STAT_NON_LINE",
        context.name,
        reuse=result,
        ETAT_INIT={"EVOL_NOLI": result},
        INCREMENT={"LIST_INST": times, "INST_INIT": float(between)},
        COMPORTEMENT=[*laws, *_idle_laws(idle)],
        EXCIT=[*loads, {"CHARGE": _bound(args, context, active, "OUI")}],
        **shared,
    )


def _instants(args, context):
    """The instants to compute, with the one at which the tendons take over, and INCREMENT."""
    given = args.INCREMENT.LIST_INST
    values = np.array(given.instants if isinstance(given, StepList) else given.values, float)
    step = args.INCREMENT.as_dict()
    begin = args.INCREMENT.get("INST_INIT")
    if begin is None:
        begin = values[0] if context.reused is None else context.reused.parameter("INST", max(context.reused.orders))
    end = args.INCREMENT.get("INST_FIN", values[-1])
    chosen = [float(t) for t in values if begin <= t <= end]
    if len(chosen) < 2:
        raise args.INCREMENT.wrong("LIST_INST", f"there is no step between t = {begin:g} and t = {end:g}")
    return [*chosen[:-1], (1.0 - LEFT) * chosen[-1] + LEFT * chosen[-2], chosen[-1]], step


def _bound(args, context, tendons, pull):
    """The load by which tendons follow the concrete, and start from their tension or not."""
    words = [{"CABLE_BP": own, "RELA_CINE": "OUI", "SIGM_BPEL": pull} for own in tendons]
    return context.run("AFFE_CHAR_MECA", MODELE=args.MODELE, RELA_CINE_BP=words)


def _said(occurrence):
    """What an occurrence says itself: what it leaves to be understood is not asked for again of laws that others take the place of."""
    return {word: value for word, value in occurrence.as_dict().items() if occurrence.given(word)}


def _idle_laws(tendons):
    names = sorted({name for own in tendons for name in own.tables["CABLE_BP"].column("NOM_CABLE")})
    return [{"RELATION": "SANS", "GROUP_MA": tuple(names)}] if names else []


def _pull(args, tendons):
    """What tendons do to what they stand in: less B^T N, as the vector of a load."""
    model = args.MODELE
    data = model.data(args.CHAM_MATER, args.CARA_ELEM)
    blocks = [None] * len(model.groups)
    for own in tendons:
        forces = dict(zip(own.cells.tolist(), own.forces.tolist()))
        for index, rows in model.rows(own.cells):
            element, part = model.groups[index].element, data[index]
            stress = np.zeros((len(part), 1, 1))
            stress[rows, 0, 0] = [forces[cell] for cell in part.cells[rows].tolist()]
            block = element.nodal_forces(part, stress)
            blocks[index] = block if blocks[index] is None else blocks[index] + block
    vector = -model.assembler.vector(blocks)
    return lambda data, t, displacement: vector
