"""MACR_ADAP_MAIL: fields taken over to the new mesh, and fields that tell of its cells (u7.03.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.field_choice import field_names, precision
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands._storage import order_of
from pyaster_lite.concepts.adaptation.choice import diameters
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField

_RESULTS = ("evol_elas", "evol_noli", "evol_ther")


def in_result(word: str) -> BLOC:
    """Which field of the result behind a word, at which storage order."""
    return BLOC(
        present(word),
        rules=EXCLUS("NUME_ORDRE", "INST"),
        NOM_CHAM=SIMP("o", into=field_names),
        NUME_ORDRE=SIMP(typ="I", val_min=0),
        INST=SIMP(typ="R"),
        b_precision=BLOC(present("INST"), **precision()),
    )


CHOICE = dict(CHAM_GD=SIMP(typ="cham_gd_sdaster"), NOM_CMP=SIMP(max="**", validators=(no_repeat,)))
"""The words of a field besides those of a result."""
WORDS = dict(
    MAJ_CHAM=FACT(
        max="**",
        rules=UN_PARMI("CHAM_GD", "RESULTAT"),
        CHAM_MAJ=SIMP("o", typ="CO"),
        TYPE_CHAM=SIMP("o"),
        RESULTAT=SIMP(typ=_RESULTS),
        b_nom_du_champ=in_result("RESULTAT"),
        TYPE_MAJ=SIMP(into=("AUTO",), defaut="AUTO", advisory=True),
        **CHOICE,
    ),
    ADD_CHAM=FACT(max="**", CHAM_GD=SIMP("o", typ="CO"), CHAM_CAT=SIMP("o", into=("NIVEAU", "DIAMETRE"))),
)


def made(args) -> list:
    """(place, type) of the fields to come."""
    taken = [(level.CHAM_MAJ, "cham_no_sdaster" if level.TYPE_CHAM.startswith("NOEU") else "cham_elem") for level in args.MAJ_CHAM]
    return taken + [(level.CHAM_GD, "carte_sdaster") for level in args.ADD_CHAM]


def field_of(args, word: str):
    """The field that CHAM_GD gives, or that of the result behind `word`: at the last order that has it unless the deck says which."""
    if not args.get(word):
        return args.CHAM_GD
    result, name = args[word], args.NOM_CHAM
    if args.NUME_ORDRE is not None or args.INST is not None:
        orders = [order_of(args, result, args.get("PRECISION", 1e-6), args.get("CRITERE", "RELATIF"))[0]]
    else:
        orders = [order for order in result.orders if result.has_field(name, order)]
    if not orders or not result.has_field(name, orders[-1]):
        raise args.wrong("NOM_CHAM", f"{result.name} has no field {name}")
    return result.field(name, orders[-1])


def take_over(args, context, mesh, new):
    """MAJ_CHAM: fields at nodes, by the functions of the cells before."""
    for level in args.MAJ_CHAM:
        word = "RESULTAT" if level.RESULTAT else "CHAM_GD"
        field = field_of(level, "RESULTAT")
        if not isinstance(field, NodeField):
            raise level.not_yet(word, "only fields at nodes are taken over to an adapted mesh")
        if f"NOEU_{field.quantity}" != level.TYPE_CHAM:
            raise level.wrong("TYPE_CHAM", f"the field is NOEU_{field.quantity}")
        if field.mesh is not mesh:
            raise level.wrong(word, "the field is on another mesh than MAILLAGE_N")
        if level.NOM_CMP:
            field = field.restrict(list(level.NOM_CMP))
        field = context.run("PROJ_CHAMP", METHODE="COLLOCATION", CHAM_GD=field, MAILLAGE_1=mesh, MAILLAGE_2=new)
        context.create(level.CHAM_MAJ, field)


def tell(args, context, new):
    """ADD_CHAM: charts of how often cells have been cut, or of their diameters, X1."""
    for level in args.ADD_CHAM:
        lineage = new.lineage
        if level.CHAM_CAT == "NIVEAU":
            values = lineage.level[lineage.of_cell] + 0.5 * (np.bincount(lineage.of_cell)[lineage.of_cell] > 1)
        else:
            values = diameters(type(lineage)(new))
        chart = ElementField(new, "NEUT_R", "CART", [ElementBlock(np.arange(new.n_cells), values[:, None, None] * 1.0, ("X1",))])
        context.create(level.CHAM_GD, chart)
