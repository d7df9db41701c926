"""NUME_DDL: the unknowns of a model and the relations between them (u4.61.11)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.matrix import Numbering
from pyaster_lite.fe.constraints import Relations

from ._elementary import LOADED, check_models, load_relations


@operator(
    "NUME_DDL",
    legacy=(Renamed("METHODE", None, last="13.0.9"), Renamed("RENUM", None, last="13.0.9")),
    produces="nume_ddl_sdaster",
    rules=(UN_PARMI("MATR_RIGI", "MODELE"),),
    keywords=dict(
        MATR_RIGI=SIMP("f", typ="matr_elem", max=100, validators=(no_repeat,)),
        MODELE=SIMP("f", typ="modele_sdaster"),
        b_modele=BLOC(present("MODELE"), CHARGE=SIMP("f", typ=LOADED, max="**", validators=(no_repeat,))),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def nume_ddl(args, context):
    """Relations come with the loads that the stiffness was made with, or with CHARGE."""
    if args.MODELE is not None:
        check_models(args, "CHARGE", args.CHARGE, args.MODELE)
        return Numbering(args.MODELE, load_relations(args.MODELE, args.CHARGE))
    model = args.MATR_RIGI[0].model
    check_models(args, "MATR_RIGI", args.MATR_RIGI, model)
    return Numbering(model, Relations.stacked(model.dofs.size, [matrix.relations for matrix in args.MATR_RIGI]))
