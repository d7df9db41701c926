"""CALC_PRECONT: tendons are pulled, and what they stand in with them (u4.51.05).

Tendons that adhere (ADHERENT='OUI'):

1. What the tension does to the concrete, B^T N, grows to all of it while the tendons do nothing (SANS), until a tenth of the last
   step is left.
2. In what is left the tendons start from their tension, which the concrete holds already.

Those that slide in their sheaths are pulled at one anchor after the other (_sliding_tendons).
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
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.commands._evolution_old import OLD_REFERENCES
from pyaster_lite.commands._sliding_tendons import slide
from pyaster_lite.concepts.load import Load
from pyaster_lite.concepts.step_list import StepList
from pyaster_lite.fe.terms import ForceTerm

LEFT = 0.1
"""The share of the last step in which the tendons take over."""


@operator(
    "CALC_PRECONT",
    produces="evol_noli",
    reuse="ETAT_INIT/EVOL_NOLI",
    legacy=(Renamed("COMP_INCR", "COMPORTEMENT", last="12.0.11"), *OLD_REFERENCES),
    keywords=dict(
        MODELE=SIMP("o", typ="modele_sdaster"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        DOUBLE_LAGRANGE=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
        CABLE_BP=SIMP("o", typ="cabl_precont", max="**", validators=(no_repeat,)),
        CABLE_BP_INACTIF=SIMP("f", typ="cabl_precont", max="**", validators=(no_repeat,)),
        INCREMENT=increment(),
        RECH_LINEAIRE=line_search("MIXTE"),
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
    adherent = {own.tables["CABLE_GL"].column("ADHERENT")[0] for own in active}
    if len(adherent) > 1:
        raise args.wrong("CABLE_BP", "either all tendons adhere, or all slide in their sheaths")
    chosen, step = _instants(args, context)
    if adherent == {"NON"}:
        return slide(args, context, active, idle, chosen, step)
    begin, between, end = chosen[0], (1.0 - LEFT) * chosen[-1] + LEFT * chosen[-2], chosen[-1]
    times = context.run("DEFI_LIST_INST", DEFI_LIST={"VALE": (*chosen[:-1], between, end)})
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
        {"CHARGE": Load("char_meca", args.MODELE, [ForceTerm(_pull(args, context, active), True, "VECT_ASSE")]), "FONC_MULT": course},
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
    """The instants to compute, and INCREMENT."""
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
    return chosen, step


def _bound(args, context, tendons, pull):
    """The load by which tendons follow the concrete, and start from their tension or not."""
    words = [{"CABLE_BP": own, "RELA_CINE": "OUI", "SIGM_BPEL": pull} for own in tendons]
    return context.run("AFFE_CHAR_MECA", MODELE=args.MODELE, RELA_CINE_BP=words)


def _said(occurrence):
    """What an occurrence says itself: what it leaves to be understood is not asked for again of laws that others take the place of."""
    return {word: value for word, value in occurrence.as_dict().items() if occurrence.given(word)}


def _idle_laws(tendons):
    laws = []
    for own in tendons:
        names = tuple(sorted(set(own.tables["CABLE_BP"].column("NOM_CABLE"))))
        kit = {"RELATION": "KIT_CG", "RELATION_KIT": ("SANS", "CABLE_GAINE_FROT")}
        law = kit if _sheathed(own) else {"RELATION": "SANS"}
        laws.append(law | {"GROUP_MA": names})
    return laws


def _pull(args, context, tendons):
    """What tendons do to what they stand in, as the vector of a load."""
    bars, sheathed = ([own for own in tendons if _sheathed(own) == kind] for kind in (False, True))
    vector = _pull_of_bars(args, bars)
    if sheathed:
        vector = vector + _pull_of_sheathed(args, context, sheathed)
    return lambda data, t, displacement: vector


def _sheathed(tendons):
    return tendons.tables["CABLE_GL"].column("TYPE_MAILLE")[0] == "SEG3"


def _pull_of_bars(args, tendons):
    """Less B^T N."""
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
    return -model.assembler.vector(blocks)


def _pull_of_sheathed(args, context, tendons):
    """The same of cables in sheaths, where their tension has found its balance with sheaths that hold still and that they adhere to."""
    model = args.MODELE
    names = tuple(sorted({name for own in tendons for name in own.tables["CABLE_BP"].column("NOM_CABLE")}))
    steels = [args.CHAM_MATER.of_cell(int(cell)).laws for own in tendons for cell in own.cells[:1]]
    young, penalty = (max(steel[law][word] for steel in steels) for law, word in (("ELAS", "E"), ("CABLE_GAINE_FROT", "PENA_LAGR")))
    steel = context.run("DEFI_MATERIAU", ELAS={"E": young, "NU": 0.0}, CABLE_GAINE_FROT={"TYPE": "ADHERENT", "PENA_LAGR": penalty})
    alone = context.run(
        "AFFE_MODELE", MAILLAGE=model.mesh, AFFE={"GROUP_MA": names, "PHENOMENE": "MECANIQUE", "MODELISATION": "CABLE_GAINE"}
    )
    still = context.run("AFFE_CHAR_MECA", MODELE=alone, DDL_IMPO={"GROUP_MA": names, "DX": 0.0, "DY": 0.0, "DZ": 0.0})
    words = [{"CABLE_BP": own, "RELA_CINE": "NON", "SIGM_BPEL": "OUI"} for own in tendons]
    tension = context.run("AFFE_CHAR_MECA", MODELE=alone, RELA_CINE_BP=words)
    found = context.run(
        "STAT_NON_LINE",
        MODELE=alone,
        CHAM_MATER=context.run("AFFE_MATERIAU", MAILLAGE=model.mesh, AFFE={"GROUP_MA": names, "MATER": steel}),
        CARA_ELEM=args.CARA_ELEM,
        EXCIT=[{"CHARGE": still}, {"CHARGE": tension}],
        COMPORTEMENT={"RELATION": "KIT_CG", "RELATION_KIT": ("ELAS", "CABLE_GAINE_FROT"), "GROUP_MA": names},
        INCREMENT={"LIST_INST": context.run("DEFI_LIST_REEL", VALE=(0.0, 1.0))},
        SOLVEUR=args.SOLVEUR.as_dict(),
    )
    forces = context.run("CALC_CHAMP", RESULTAT=found, FORCE=("FORC_NODA",))
    field = forces.field("FORC_NODA", max(forces.orders))
    known = {name: -np.nan_to_num(field.component(name)) for name in field.components if name in model.dofs.components}
    return model.dofs.vector(known)
