"""MINMAX: the extreme values of components over cells or nodes, and where they are (u4.81.22)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.field_choice import field_names
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._post_elem.quantity import PLACES, RESULTS, Quantity, orders_of_level, places, table
from pyaster_lite.commands._real_fields import refuse_complex
from pyaster_lite.concepts.field import NodeField


def run(args, context):
    """A row for each storage order and place."""
    rows, types = [], {"CHAMP_GD": "K16", "NUME_ORDRE": "I", "INST": "R"}
    for occurrence in args.MINMAX:
        occurrence.mark_read("MODELE")
        for head, field in _fields(occurrence, context):
            for name, kind, cells in places(occurrence, field.mesh, context):
                row = {**head, kind: "TOUT" if kind == "TOUT" else name}
                types.setdefault(kind, "K24")
                for word in occurrence.NOM_CMP:
                    row |= _extremes(occurrence, field, word, cells, kind == "TOUT", types)
                rows.append(row)
    return table(rows, types)


def _fields(args, context):
    if args.CHAM_GD is not None:
        yield {"CHAMP_GD": args.CHAM_GD.name, "NUME_ORDRE": 0, "INST": 0.0}, args.CHAM_GD
        return
    args.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION")
    for order in output_orders(args, args.RESULTAT, context):
        if not args.RESULTAT.has_field(args.NOM_CHAM, order):
            raise args.wrong("NOM_CHAM", f"{args.RESULTAT.name} has no field {args.NOM_CHAM} at its storage order {order}")
        head = {"CHAMP_GD": args.NOM_CHAM, "NUME_ORDRE": order, "INST": args.RESULTAT.parameter("INST", order)}
        yield head, args.RESULTAT.field(args.NOM_CHAM, order)


def _extremes(args, field, word, cells, whole, types):
    if word not in field.components:
        raise args.wrong("NOM_CMP", f"the field has no component {word}, it has {', '.join(field.components)}")
    refuse_complex(args, None, field, "extremes are")
    at_nodes = isinstance(field, NodeField)
    if at_nodes:
        nodes = np.arange(field.mesh.n_nodes) if whole else field.mesh.nodes_of_cells(cells)
        values, numbers = field.component(word)[nodes][:, None], nodes
    else:
        numbers = np.sort(cells)
        values = field.component(word, numbers)
    if not (~np.isnan(values)).any():
        raise args.wrong("NOM_CMP", f"the field carries no {word} there")
    row = {}
    for label, find in (("MAX", np.nanargmax), ("MIN", np.nanargmin)):
        place, point = np.unravel_index(find(values), values.shape)
        named = field.mesh.node_label if at_nodes else field.mesh.cell_label
        where = f"{'NO' if at_nodes else 'MA'}_{label}_{word}"
        row |= {f"{label}_{word}": float(values[place, point]), where: named(numbers[place])}
        types |= {f"{label}_{word}": "R", where: "K16"}
        if not at_nodes:
            row[f"PT_{label}_{word}"], types[f"PT_{label}_{word}"] = int(point) + 1, "I"
    return row


QUANTITIES = {
    "MINMAX": Quantity(
        FACT(
            "f",
            max="**",
            rules=(
                UN_PARMI("CHAM_GD", "RESULTAT"),
                PRESENT_PRESENT("CHAM_GD", "MODELE"),
                PRESENT_PRESENT("RESULTAT", "NOM_CHAM"),
                UN_PARMI("TOUT", "GROUP_MA"),
            ),
            **PLACES,
            RESULTAT=SIMP("f", typ=RESULTS),
            NOM_CHAM=SIMP("f", into=field_names),
            CHAM_GD=SIMP("f", typ=("cham_no_sdaster", "cham_elem")),
            MODELE=SIMP("f", typ="modele_sdaster"),
            NOM_CMP=SIMP("o", max="**", validators=(no_repeat,)),
            **orders_of_level(),
        ),
        run,
        {},
    )
}
