"""What a quantity of POST_ELEM is, and what several of them share: places, storage orders, tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.commons.field_choice import order_words, precision
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._derived_fields import Derivation
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.concepts.matrix import Origin
from pyaster_lite.concepts.table import Table


@dataclass(frozen=True)
class Quantity:
    """One factor keyword: its declaration, `run(args, context) -> Table`, and the words that go with it (a dict)."""

    fact: FACT
    run: Callable
    words: dict


PLACES = {word: CELL_WORDS[word] for word in ("TOUT", "GROUP_MA")}
RESULTS = ("mode_meca", "evol_elas", "evol_ther", "evol_noli", "evol_char", "dyna_trans", "mult_elas", "evol_sech")


def model_words() -> dict:
    """Where the elements and their properties come from, when not from the result."""
    return dict(
        MODELE=SIMP("f", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        CARA_ELEM=SIMP("f", typ="cara_elem"),
    )


def layered_words() -> dict:
    """The same, and a layer of shells, which code_aster takes beside them and never reads."""
    return dict(
        **model_words(),
        NUME_COUCHE=SIMP("f", typ="I", defaut=1, advisory=True),
        NIVE_COUCHE=SIMP("f", into=("INF", "SUP", "MOY"), defaut="MOY", advisory=True),
    )


def orders() -> dict:
    """Which storage orders of RESULTAT are meant."""
    return dict(TOUT_ORDRE=SIMP("f", into=("OUI",)), **{w: d for w, d in order_words().items() if w != "ANGLE"}, **precision())


def orders_of_level() -> dict:
    """The same inside a factor keyword, where the precision has always been the same."""
    plain = dict(
        CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        b_prec_rela=BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP("f", typ="R", defaut=1e-6)),
        b_prec_abso=BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
    )
    return {**orders(), **plain}


def sources(kinds=RESULTS) -> dict:
    """A result or a field."""
    return dict(RESULTAT=SIMP("f", typ=kinds), CHAM_GD=SIMP("f", typ=("cham_no_sdaster", "cham_elem")))


def orders_of(args, context) -> list[int]:
    """The storage orders that are meant."""
    args.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION")
    return output_orders(args, args.RESULTAT, context)


def model_of(args, field=None):
    """The model, its own or that of the result."""
    result = args.get("RESULTAT")
    model = args.get("MODELE") or getattr(result, "model", None)
    if model is None:
        raise args.wrong(None, f"{args.path} needs MODELE here")
    return model


def data_of(args, model):
    """ElementData of the groups of the model, with the materials and characteristics that are given, else those of the result."""
    result = args.get("RESULTAT")
    origin = getattr(getattr(result, "stiffness", None), "origin", None) or Origin()
    material = args.get("CHAM_MATER") or getattr(result, "material_field", None) or origin.material_field
    characteristics = args.get("CARA_ELEM") or getattr(result, "characteristics", None) or origin.characteristics
    return model.data(material, characteristics)


def derivation_of(args) -> Derivation:
    """What makes the fields of the result."""
    model = model_of(args)
    return Derivation(args, args.RESULTAT, model, data_of(args, model))


def places(occurrence, mesh, context, union: bool = True):
    """(name, kind, cells) of each row: the whole mesh, each group (and their union, if it is wanted and they are several), each cell."""
    if occurrence.get("TOUT") == "OUI":
        mesh.row_name = context.inner_name(mesh)
        yield mesh.row_name, "TOUT", np.arange(mesh.n_cells)
        return
    groups = occurrence.get("GROUP_MA") or ()
    if groups:
        whole = cells_of(occurrence, mesh)
        for name in groups:
            yield name, "GROUP_MA", mesh.cell_group(name)
        if union and len(groups) > 1:
            yield "UNION_GROUP_MA", "GROUP_MA", whole
    for name in occurrence.get("MAILLE") or ():
        yield name, "MAILLE", np.array([mesh.find_cell(name)])


def table(rows: list[dict], types: dict) -> Table:
    """A table of rows; `types` gives the first columns in order, any other is of numbers."""
    names = dict.fromkeys([*types, *(name for row in rows for name in row)])
    return Table.from_rows(rows, {name: types.get(name, "R") for name in names})
