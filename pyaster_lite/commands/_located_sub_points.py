"""PROJ_CHAMP, METHODE='SOUS_POINT': fields taken over to the layers of plates, to fibres of beams and to sheets of reinforcement."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._located_nodes import correspondence
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.result import Result

_AT_POINTS = ("TEMP_R", "HYDR_R", "NEUT_R", "SIEF_R")


def at_sub_points(args, context):
    """A field ELGA, or a thermal result of such fields: what the cell around each sub-point tells there.

    Points are those where materials are asked, of stresses those of the stiffness.
    """
    model = args.MODELE_2
    if model is None:
        raise args.wrong("METHODE", "sub-points need MODELE_2, whose elements have them")
    if args.CARA_ELEM.model is not model:
        raise args.wrong("CARA_ELEM", f"{args.CARA_ELEM.name} was not made for {model.name}")
    for word in ("VIS_A_VIS", "TYPE_CHAM"):
        if args.get(word):
            raise args.wrong(word, f"{word} does not go with METHODE='SOUS_POINT'")
    word = "RESULTAT" if args.RESULTAT is not None else "CHAM_GD"
    if word == "RESULTAT" and args.RESULTAT.kind != "evol_ther":
        raise args.wrong(word, "of results, only those of heat are taken over to sub-points")
    if word == "CHAM_GD" and args.CHAM_GD.quantity not in _AT_POINTS:
        raise args.wrong(word, f"a field of {args.CHAM_GD.quantity} is not taken over to sub-points, those of {', '.join(_AT_POINTS)} are")
    cloud = Cloud(model, args.CARA_ELEM, word == "CHAM_GD" and args.CHAM_GD.quantity == "SIEF_R")
    if not cloud.mesh.n_nodes:
        raise args.wrong("MODELE_2", f"no cell of {model.name} has sub-points that fields can be taken over to")
    found = correspondence(args, context, cloud.mesh)
    if args[word].mesh is not found.source:
        raise args.wrong(word, f"{args[word].name} is on another mesh than the one to project from")
    if word == "CHAM_GD":
        return cloud.taken(found, args.CHAM_GD, args.PROL_VALE)
    source, made = args.RESULTAT, Result("evol_ther", model.mesh, model, characteristics=args.CARA_ELEM)
    orders = output_orders(args, source, context)
    args.mark_read("TOUT_ORDRE", "TOUT_CHAM", "CRITERE", "PRECISION")
    for order in orders:
        known = {name: source.parameter(name, order) for name in ("INST", *(args.NOM_PARA or ()))}
        for name in args.NOM_CHAM or source.field_names():
            if source.has_field(name, order) and _taken_over(source.field(name, order)):
                made.store(order, known, {name: cloud.taken(found, source.field(name, order), args.PROL_VALE)})
    if not made.orders:
        raise args.wrong("RESULTAT", f"{source.name} has no field that can be taken over at these storage orders")
    return made


def _taken_over(field):
    return isinstance(field, NodeField) or (field.location in ("ELNO", "ELEM") and field.sub == 1 and bool(field.components))


class Cloud:
    """The sub-points of the elements of a model as the nodes of `mesh`, group after group, cell after cell, point after point.

    stiff  whether only the points of the stiffness are meant
    """

    def __init__(self, model, characteristics, stiff: bool):
        self.model, self.groups, places = model, [], []
        for group, data in zip(model.groups, model.data(characteristics=characteristics)):
            functions = group.element.material_functions
            if functions is None:
                continue
            functions = functions[: len(group.element.point_functions)] if stiff else functions
            offsets = group.element.offsets(data)
            own = np.einsum("pn,enk->epk", functions, data.coordinates[:, : functions.shape[1]])[:, :, None] + offsets[:, None]
            there = ~np.isnan(own[..., 0])
            places.append(own[there])
            self.groups.append((group, there))
        self.mesh = Mesh(np.concatenate(places) if places else np.empty((0, 3)), [], {}, {}, space_dimension=3)

    def taken(self, found, field, fill: float | None) -> ElementField:
        """A field at nodes, ELNO or ELEM on the sub-points, where a correspondence to `mesh` found them; `fill` elsewhere."""
        values = found.of_nodes(field).values if isinstance(field, NodeField) else found.nodal(field)
        values = values if fill is None else np.where(np.isnan(values), fill, values)
        blocks, start = [], 0
        for group, there in self.groups:
            table = np.full((*there.shape, len(field.components)), np.nan)
            stop = start + there.sum()
            table[there], start = values[start:stop], stop
            table = table.reshape(len(table), -1, len(field.components))
            blocks.append(ElementBlock(group.cells, table, field.components, group.element, there.shape[2]))
        return ElementField(self.model.mesh, field.quantity, "ELGA", blocks)
