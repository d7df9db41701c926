"""CREA_RESU, OPERATION='CONV_CHAR': the forces of loads at nodes at chosen instants, as displacements of a transient."""

from __future__ import annotations

from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._elementary import check_models, nodal_field
from pyaster_lite.concepts.result import Result

LOADED = BLOC(
    equal("OPERATION", "CONV_CHAR") & is_in("TYPE_RESU", "EVOL_CHAR", "DYNA_TRANS"),
    CONV_CHAR=FACT(
        "o",
        rules=UN_PARMI("INST", "LIST_INST"),
        CHARGE=SIMP("o", typ="char_meca", max="**"),
        CHAM_MATER=SIMP("o", typ="cham_mater"),
        CARA_ELEM=SIMP(typ="cara_elem"),
        MATR_RIGI=SIMP("o", typ="matr_asse_depl_r"),
        INST=SIMP(typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP(typ="listr8_sdaster"),
        # instants are taken as they are
        PRECISION=SIMP(typ="R", defaut=1e-6, advisory=True),
        CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF", advisory=True),
    ),
)


def loaded(args):
    """The forces by instant, orders from 1: those of a load (EVOL_CHAR) or what stands for displacements (DYNA_TRANS)."""
    level = args.CONV_CHAR
    model = level.MATR_RIGI.model
    check_models(level, "CHARGE", level.CHARGE, model)
    data = model.data(level.CHAM_MATER, level.get("CARA_ELEM"))
    instants = level.INST if level.get("INST") else level.LIST_INST.values
    result = Result(args.TYPE_RESU.lower(), model.mesh, model, level.CHAM_MATER, level.get("CARA_ELEM"))
    name = "FORC_NODA" if args.TYPE_RESU == "EVOL_CHAR" else "DEPL"
    for order, instant in enumerate(instants, 1):
        force = sum(load.vector(data, float(instant)) for load in level.CHARGE)
        result.store(order, {"INST": float(instant)}, {name: nodal_field(model, force)})
    return result
