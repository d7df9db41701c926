"""DEFI_LIST_INST: instants, what to do when a step fails, and how the step adapts (u4.34.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import NODE_WORDS, cells_of, chosen, nodes_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed, Values
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.concepts.step_list import UNASKED, Bounds, Failure, Quantity, StepList, Success
from pyaster_lite.fe.time_list import Cutting

EVENTS = {
    "ERREUR": "error",
    "DELTA_GRANDEUR": "increment",
    "INTERPENETRATION": "penetration",
    "DIVE_RESI": "growth",
    "RESI_MAXI": "residual",
    "INSTABILITE": "instability",
}
"""Events in order of precedence."""
ACTIONS = {"ARRET": "stop", "DECOUPE": "cut", "ITER_SUPPL": "iterate", "ADAPT_COEF_PENA": "stiffen", "CONTINUE": "continue"}


def _cutting():
    smallest = SIMP("f", typ="R", val_min=0.0, defaut=0.0)
    return dict(
        SUBD_METHODE=SIMP("f", into=("MANUEL", "AUTO"), defaut="MANUEL"),
        b_deco_manu=BLOC(
            equal("SUBD_METHODE", "MANUEL"),
            SUBD_PAS=SIMP("f", typ="I", val_min=2, defaut=4),
            SUBD_NIVEAU=SIMP("f", typ="I", val_min=0, defaut=3),
            SUBD_PAS_MINI=smallest,
        ),
        b_deco_auto=BLOC(equal("SUBD_METHODE", "AUTO"), SUBD_PAS_MINI=smallest),
    )


def _quantity():
    return dict(
        NOM_CHAM=SIMP("o", into=("DEPL", "VARI_ELGA", "SIEF_ELGA")),
        NOM_CMP=SIMP("o"),
        VALE_REF=SIMP("o", typ="R"),
        **chosen(NODE_WORDS, "GROUP_NO", "GROUP_MA"),
    )


def _action(default, *actions, **blocks):
    return dict(ACTION=SIMP("f", into=actions, defaut=default), **blocks)


_CUT = BLOC(equal("ACTION", "DECOUPE"), **_cutting())
_ITERATE = BLOC(equal("ACTION", "ITER_SUPPL"), PCENT_ITER_PLUS=SIMP("f", typ="I", val_min=20, defaut=50), **_cutting())
_STIFFEN = BLOC(equal("ACTION", "ADAPT_COEF_PENA"), COEF_MAXI=SIMP("f", typ="R", val_min=1.0, defaut=1e12))

ECHEC = FACT(
    "d",
    max="**",
    EVENEMENT=SIMP("f", into=tuple(EVENTS), defaut="ERREUR"),
    b_erreur=BLOC(equal("EVENEMENT", "ERREUR"), **_action("DECOUPE", "ARRET", "DECOUPE", "ITER_SUPPL", b_deco=_CUT, b_supp=_ITERATE)),
    b_edelta=BLOC(
        equal("EVENEMENT", "DELTA_GRANDEUR"),
        rules=(EXCLUS("GROUP_MA", "GROUP_NO"),),
        **_quantity(),
        **_action("DECOUPE", "ARRET", "DECOUPE", b_deco=_CUT),
    ),
    b_penetration=BLOC(
        equal("EVENEMENT", "INTERPENETRATION"),
        PENE_MAXI=SIMP("o", typ="R"),
        **_action("ADAPT_COEF_PENA", "ARRET", "ADAPT_COEF_PENA", b_pene=_STIFFEN),
    ),
    b_dive_resi=BLOC(equal("EVENEMENT", "DIVE_RESI"), **_action("DECOUPE", "DECOUPE", b_deco=_CUT)),
    b_instabilite=BLOC(equal("EVENEMENT", "INSTABILITE"), **_action("CONTINUE", "ARRET", "CONTINUE")),
    b_resi_maxi=BLOC(equal("EVENEMENT", "RESI_MAXI"), RESI_GLOB_MAXI=SIMP("o", typ="R"), **_action("DECOUPE", "DECOUPE", b_deco=_CUT)),
)

ADAPTATION = FACT(
    "d",
    max="**",
    EVENEMENT=SIMP("f", into=("SEUIL", "TOUT_INST", "AUCUN"), defaut="SEUIL"),
    b_adap_seuil=BLOC(
        equal("EVENEMENT", "SEUIL"),
        NB_INCR_SEUIL=SIMP("f", typ="I", val_min=1, defaut=2),
        NOM_PARA=SIMP("f", into=("NB_ITER_NEWTON",), defaut="NB_ITER_NEWTON", advisory=True),
        CRIT_COMP=SIMP("f", into=("LT", "GT", "LE", "GE"), defaut="LE"),
        VALE_I=SIMP("f", typ="I"),
    ),
    MODE_CALCUL_TPLUS=SIMP("f", into=("FIXE", "DELTA_GRANDEUR", "ITER_NEWTON", "IMPLEX"), defaut="FIXE"),
    b_mfixe=BLOC(equal("MODE_CALCUL_TPLUS", "FIXE"), PCENT_AUGM=SIMP("f", typ="R", val_min=-100.0, defaut=100.0)),
    b_mdelta=BLOC(equal("MODE_CALCUL_TPLUS", "DELTA_GRANDEUR"), rules=(EXCLUS("GROUP_MA", "GROUP_NO"),), **_quantity()),
    b_mitnew=BLOC(equal("MODE_CALCUL_TPLUS", "ITER_NEWTON"), NB_ITER_NEWTON_REF=SIMP("o", typ="I", val_min=1)),
)

_GIVEN = dict(VALE=SIMP("f", typ="R", max="**"), LIST_INST=SIMP("f", typ="listr8_sdaster"))


@operator(
    "DEFI_LIST_INST",
    legacy=(
        Renamed("DEFI_LIST/METHODE", "METHODE", last="13.3.9"),
        Renamed("DEFI_LIST/NB_DECOUPE", "DEFI_LIST/SUBD_PAS", last="11.2.18"),
        Values("ECHEC/SUBD_METHODE", (("UNIFORME", "MANUEL"), ("EXTRAPOLE", "AUTO")), "11.0.14"),
        Values("ECHEC/EVENEMENT", (("DIVERGENCE", "ERREUR"),), "10.2.18"),
        *(
            Renamed(f"ECHEC/{word}", None, last="11.0.14")
            for word in ("SUBD_COEF_PAS_1", "SUBD_ITER_FIN", "SUBD_ITER_IGNO", "SUBD_ITER_PLUS", "SUBD_OPTION")
        ),
    ),
    produces="list_inst",
    early=True,
    keywords=dict(
        MODELE=SIMP("f", typ="modele_sdaster"),
        METHODE=SIMP("f", into=("MANUEL", "AUTO"), defaut="MANUEL"),
        b_manuel=BLOC(
            equal("METHODE", "MANUEL"),
            DEFI_LIST=FACT(
                "o",
                rules=(UN_PARMI("LIST_INST", "VALE", "RESULTAT"), PRESENT_PRESENT("RESULTAT", "SUBD_PAS")),
                RESULTAT=SIMP("f", typ="resultat_sdaster"),
                SUBD_PAS=SIMP("f", typ="I", val_min=1),
                **_GIVEN,
            ),
        ),
        b_auto=BLOC(
            equal("METHODE", "AUTO"),
            DEFI_LIST=FACT(
                "o",
                rules=(UN_PARMI("LIST_INST", "VALE"),),
                PAS_MINI=SIMP("f", typ="R", val_min=1e-12),
                PAS_MAXI=SIMP("f", typ="R"),
                NB_PAS_MAXI=SIMP("f", typ="I", val_max=1000000, defaut=1000000),
                **_GIVEN,
            ),
            ADAPTATION=ADAPTATION,
        ),
        ECHEC=ECHEC,
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_list_inst(args, context):
    """The list of instants with its rules."""
    given = args.DEFI_LIST
    instants = _instants(given)
    steps = np.diff(instants)
    if len(instants) < 2 or (steps <= 0.0).any():
        word = next(w for w in ("VALE", "LIST_INST", "RESULTAT") if w in given)
        raise given.wrong(word, "the instants must be two at least, and ascend")
    failures = [_failure(occurrence, args.MODELE) for occurrence in args.ECHEC]
    if not any(f.event == "error" for f in failures):
        failures.append(UNASKED)
    failures.sort(key=lambda f: list(EVENTS.values()).index(f.event))
    depth = max(f.cutting.depth for f in failures)
    failures = [_deepened(f, depth) for f in failures]
    if args.METHODE == "MANUEL":
        return StepList(instants, failures)
    smallest = given.get("PAS_MINI", 1e-12)
    if smallest > steps.min():
        raise given.wrong("PAS_MINI", f"PAS_MINI is above the smallest step of the list, {steps.min():.6g}")
    bounds = Bounds(smallest, given.get("PAS_MAXI", instants[-1] - instants[0]), given.NB_PAS_MAXI)
    rules = [_success(occurrence, args.MODELE) for occurrence in args.ADAPTATION]
    if len(rules) > 1 and any(rule.foreseen for rule in rules):
        raise args.ADAPTATION[0].wrong("MODE_CALCUL_TPLUS", "IMPLEX goes with no other ADAPTATION")
    return StepList(instants, failures, rules, bounds)


def _instants(given):
    if "VALE" in given:
        return np.array(given.VALE, float)
    if "LIST_INST" in given:
        return np.array(given.LIST_INST.values, float)
    times, pieces = given.RESULTAT.times, given.SUBD_PAS
    starts = times[:-1, None] + np.diff(times)[:, None] * np.arange(pieces) / pieces
    return np.append(starts.ravel(), times[-1])


def _failure(occurrence, model):
    event, action = EVENTS[occurrence.EVENEMENT], ACTIONS[occurrence.ACTION]
    cutting = Cutting()
    if action in ("cut", "iterate"):
        automatic = occurrence.SUBD_METHODE == "AUTO"
        pieces, depth = (4, 0) if automatic else (occurrence.SUBD_PAS, occurrence.SUBD_NIVEAU)
        cutting = Cutting(pieces, depth, occurrence.SUBD_PAS_MINI, automatic)
    bound = {"increment": "VALE_REF", "penetration": "PENE_MAXI", "residual": "RESI_GLOB_MAXI"}.get(event)
    return Failure(
        event,
        action,
        cutting,
        occurrence[bound] if bound else np.inf,
        _quantity_of(occurrence, model) if event == "increment" else None,
        occurrence.PCENT_ITER_PLUS / 100 if action == "iterate" else 0.5,
        occurrence.COEF_MAXI if action == "stiffen" else 1e12,
    )


def _deepened(failure, depth):
    """All events share the greatest depth of cutting, as in code_aster."""
    c = failure.cutting
    return Failure(**{**vars(failure), "cutting": Cutting(c.pieces, depth, c.smallest, c.extrapolate)})


def _quantity_of(occurrence, model):
    field, component = occurrence.NOM_CHAM, occurrence.NOM_CMP
    word = next((word for word in ("GROUP_NO", "GROUP_MA") if word in occurrence), None)
    if word is None:
        return Quantity(component, field=field)
    if model is None:
        raise occurrence.wrong(word, "a group can only be named when MODELE is given")
    if field == "DEPL":
        return Quantity(component, nodes_of(occurrence, model.mesh))
    if word == "GROUP_NO":
        raise occurrence.wrong(word, f"{field} stands at points of cells: GROUP_MA chooses among them")
    return Quantity(component, field=field, cells=cells_of(occurrence, model.mesh))


def _success(occurrence, model):
    trigger = None
    if occurrence.EVENEMENT == "SEUIL":
        trigger = occurrence.CRIT_COMP, occurrence.VALE_I, occurrence.NB_INCR_SEUIL
    elif occurrence.EVENEMENT == "AUCUN":
        trigger = "LT", -1, 1
    mode = occurrence.MODE_CALCUL_TPLUS
    if mode == "FIXE":
        return Success(trigger, growth=occurrence.PCENT_AUGM / 100)
    if mode == "IMPLEX":
        return Success(trigger, foreseen=True)
    if mode == "ITER_NEWTON":
        return Success(trigger, iterations=occurrence.NB_ITER_NEWTON_REF)
    return Success(trigger, quantity=_quantity_of(occurrence, model), bound=occurrence.VALE_REF)
