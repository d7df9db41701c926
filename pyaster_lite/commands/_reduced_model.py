"""METHODE='MODELE_REDUIT': evolutions sought on a basis of few fields, on the whole model or on a reduced domain of it (u4.51.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.newton import PREDICTIONS
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.corrected_model import Ends
from pyaster_lite.fe.dofs import Dofs
from pyaster_lite.fe.reduced_model import ReducedModel

TABLE = "COOR_REDUIT"
"""The name of a table of reduced coordinates, and of their column."""
_COLUMNS = {TABLE: "R", "INST": "R", "NUME_MODE": "I", "NUME_ORDRE": "I", "NUME_SNAP": "I"}


def reduced_model(predictions=PREDICTIONS, matrices=("TANGENTE", "ELASTIQUE"), every_iteration=1, **more) -> FACT:
    """The basis and how its shares are balanced; `more` are keywords of one command."""
    return FACT(
        "o",
        PREDICTION=SIMP("f", into=predictions, defaut="TANGENTE"),
        MATRICE=SIMP("f", into=matrices, defaut="TANGENTE"),
        REAC_INCR=SIMP("f", typ="I", val_min=0, defaut=1),
        REAC_ITER=SIMP("f", typ="I", val_min=0, defaut=every_iteration),
        BASE_PRIMAL=SIMP("o", typ="mode_empi"),
        DOMAINE_REDUIT=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        b_hr_cond=BLOC(
            equal("DOMAINE_REDUIT", "OUI"),
            GROUP_NO_INTERF=SIMP("o", typ="grno"),
            CORR_COMPLET=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            b_encastre=BLOC(
                equal("CORR_COMPLET", "OUI"),
                GROUP_NO_ENCASTRE=SIMP("o", typ="grno"),
                COEF_PENA=SIMP("f", typ="R", defaut=1.0e6),
            ),
        ),
        **more,
    )


def reduced(args, name: str, imposed: Elimination) -> ReducedModel:
    """The model of MODELE_REDUIT, whose basis is of fields `name`."""
    asked, model = args.MODELE_REDUIT, args.MODELE
    base = asked.BASE_PRIMAL
    if base.model is not model:
        raise asked.wrong("BASE_PRIMAL", f"the basis {base.name} is on another model")
    if name not in base.field_names():
        raise asked.wrong("BASE_PRIMAL", f"the basis {base.name} is not of fields {name}")
    for occurrence in args.EXCIT:
        if occurrence.CHARGE.imposes and not occurrence.CHARGE.kind.startswith("char_cine"):
            raise occurrence.wrong("CHARGE", "reduced models take imposed values of AFFE_CHAR_CINE only")
    aside = np.zeros(model.dofs.size, bool)
    if asked.DOMAINE_REDUIT == "OUI":
        aside = np.isin(model.dofs.node, model.mesh.node_group(asked.GROUP_NO_INTERF))
    made = ReducedModel(vectors_of(base, name, model.dofs), imposed, aside)
    if asked.DOMAINE_REDUIT == "OUI" and asked.CORR_COMPLET == "OUI":
        kept = np.isin(model.dofs.node, model.mesh.node_group(asked.GROUP_NO_ENCASTRE))
        made.corrected = Ends(imposed, np.flatnonzero(kept), asked.COEF_PENA)
    return made


def vectors_of(result, name: str, dofs: Dofs) -> np.ndarray:
    """(n, k) the fields of a result on the unknowns of a model; what a field does not tell is zero."""
    return np.stack([vector_of(result.field(name, order), dofs) for order in result.orders], axis=1)


def shares_told(result, name: str, reduced: ReducedModel, dofs: Dofs) -> Table:
    """The table of the reduced coordinates of an evolution after its first state."""
    vectors = vectors_of(result, name, dofs)
    orders = [order for order in result.orders if order > 0]
    coordinates = np.stack([reduced.shares(vectors[:, result.orders.index(order)]) for order in orders], axis=1)
    return coordinates_table(coordinates, orders, [result.parameter("INST", order) for order in orders])


def coordinates_table(coordinates: np.ndarray, orders=None, instants=None) -> Table:
    """Of coordinates (k, m) of snapshots numbered from 1, or of the storage orders of an evolution."""
    rows = [
        {
            TABLE: float(value),
            "INST": 0.0 if instants is None else float(instants[place]),
            "NUME_MODE": mode,
            "NUME_ORDRE": 0 if orders is None else int(orders[place]),
            "NUME_SNAP": place + 1 if orders is None else 1,
        }
        for place, column in enumerate(coordinates.T)
        for mode, value in enumerate(column, start=1)
    ]
    return Table.from_rows(rows, _COLUMNS, title=TABLE)


def coordinates_of(table: Table, column: str) -> np.ndarray:
    """(k, m) those of a table, by modes and by the numbers of a column: NUME_SNAP or NUME_ORDRE."""
    modes, places = np.array(table.cells["NUME_MODE"]), np.array(table.cells[column])
    made = np.zeros((modes.max(initial=0), places.max(initial=0)))
    made[modes - 1, places - 1] = table.cells[TABLE]
    return made
