"""RECU_TABLE: a table kept in a result or a crack, or its parameters as a table (u4.71.02)."""

from __future__ import annotations

import numbers

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_quality import extent
from pyaster_lite.concepts.table import Table


@operator(
    "RECU_TABLE",
    produces="table_sdaster",
    rules=UN_PARMI("NOM_TABLE", "NOM_PARA", "TOUT_PARA"),
    keywords=dict(
        CO=SIMP(
            "o",
            typ=(
                "resultat_sdaster",
                "dyna_gene",
                "modele_sdaster",
                "maillage_sdaster",
                "cabl_precont",
                "char_meca",
                "fiss_xfem",
                "melasflu_sdaster",
            ),
        ),
        NOM_TABLE=SIMP(),
        NOM_PARA=SIMP(max="**"),
        TOUT_PARA=SIMP(into=("OUI",)),
        TITRE=SIMP(),
    ),
)
def recu_table(args, context):
    """Make the table."""
    concept = args.CO
    if "NOM_TABLE" in args:
        tables = _of_mesh(concept) if isinstance(concept, Mesh) else getattr(concept, "tables", {})
        kept = tables.get(args.NOM_TABLE)
        if kept is None:
            known = ", ".join(tables)
            raise args.wrong("NOM_TABLE", f"{concept.name} holds no table {args.NOM_TABLE}", help=f"it holds {known}" if known else None)
        columns = {name: (kept.types[name], kept.cells[name]) for name in kept.names}
        return Table(columns, args.TITRE or kept.title, objects=kept.objects)
    parameters = getattr(concept, "parameters", None)
    if not isinstance(parameters, dict):
        raise args.wrong("CO", f"{concept.name} has no parameters: it is no result")
    columns = {"NUME_ORDRE": ("I", list(concept.orders))}
    for i, name in enumerate(args.NOM_PARA or list(parameters)):
        kind = _kind_of(parameters.get(name, {}))
        if kind is None and not args.TOUT_PARA:
            raise args.wrong("NOM_PARA", f"{concept.name} has no parameter {name} that is a number", item=i)
        if kind is not None and name != "NUME_ORDRE":
            columns[name] = kind, [parameters[name].get(order) for order in concept.orders]
    return Table(columns, args.TITRE or "")


def _of_mesh(mesh):
    measures = extent(mesh)
    return {"CARA_GEOM": Table.from_rows([measures], dict.fromkeys(measures, "R"))}


def _kind_of(column):
    """I, R or C when the values of a parameter are numbers."""
    values = [value for value in column.values() if value is not None]
    for kind, number in (("I", numbers.Integral), ("R", numbers.Real), ("C", numbers.Complex)):
        if values and all(isinstance(value, number) for value in values):
            return kind
    return None
