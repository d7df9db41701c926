"""INTEGRALE, NORME: integrals and means of components, and norms, of fields over cells (u4.81.22).

Fields at points are summed up with the weights of the quadrature, fields at nodes by the shape functions at these points, those of
surfaces in space by area unless they have values across the thickness;
a field at the nodes of elements has the mean of its nodes all over a cell.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.field_choice import field_names
from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._named_variables import variable_of
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._post_elem.quantity import (
    PLACES,
    RESULTS,
    Quantity,
    data_of,
    model_of,
    orders,
    orders_of,
    orders_of_level,
    places,
    sources,
    table,
)
from pyaster_lite.commands._real_fields import refuse_complex
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.line_element import LineElement

DIMENSIONS = {"1D": 1, "2D": 2, "3D": 3}


def values_of(args, field, model, data, cells):
    """(weights (n, ng), values (n, points, nc), names) of the field on each group of elements among `cells`.

    Of values across a thickness or a section the weights are those of each value (n, points).
    """
    for weights, values, names, _ in _told_values(args, field, model, data, cells):
        yield weights, values, names


def _told_values(args, field, model, data, cells):
    """What `values_of` gives, and how many of the last points do not count in the volume, being those of a second rule."""
    for index, rows in model.rows(cells):
        group = model.groups[index]
        own = data[index].subset(rows)
        across = getattr(field, "sub", 1) > 1 and hasattr(group.element, "points_across")
        of_line = isinstance(group.element, LineElement) and not isinstance(field, NodeField)
        if not (across or of_line or hasattr(group.element, "point_weights") or hasattr(group.element, "areas")):
            raise args.not_yet("RESULTAT" if "RESULTAT" in args else "CHAM_GD", f"integrals over {group.modelisation} are not there yet")
        if isinstance(field, NodeField):
            nodal = np.nan_to_num(field.values[group.nodes[rows]])
            found = np.einsum("gn,enc->egc", group.element.point_functions, nodal), field.components
        else:
            found = field.on(group.cells[rows])
        if found is None:
            continue
        if across:
            weights = _across(group.element, own, field, found[0])
        elif of_line:
            at_points = field.location == "ELGA"
            weights = group.element.gauss_points(own)[1] if at_points else group.element.length(own)[:, None]
        elif hasattr(group.element, "areas"):
            weights = group.element.areas(own)
        else:
            weights = getattr(group.element, "summed_weights", group.element.point_weights)(own)
        yield weights, *found, getattr(group.element, "second_points", 0)


def _across(element, data, field, values):
    """(n, points) volumes of values across a thickness; those at nodes share what stands at their height."""
    volumes = element.points_across(data)[1]
    if field.location == "ELGA":
        return volumes
    heights = element.sub_points(data)
    nodes = values.shape[1] // heights
    return np.tile(volumes.reshape(len(volumes), -1, heights).sum(axis=1) / nodes, (1, nodes))


def place_of_values(field) -> str:
    """ELGA for what is taken to the points, else where the field stands."""
    return "ELGA" if isinstance(field, NodeField) else field.location


def _integrals(args, occurrence, field, model, data, cells, names):
    """(volume of the first component, integrals, volumes) over cells, None where a component is nowhere."""
    integral, volume, met = np.zeros(len(names)), np.zeros(len(names)), np.zeros(len(names), bool)
    place = place_of_values(field)
    summed = place == "ELEM" and occurrence.DEJA_INTEGRE == "OUI"
    for weights, values, own, second in _told_values(args, field, model, data, cells):
        if place == "ELEM":
            weights, second = weights[:, : weights.shape[1] - second], 0
        if place != "ELGA" and (getattr(field, "sub", 1) == 1 or weights.shape != values.shape[:2]):
            share = weights.sum(axis=1)[:, None] / values.shape[1]
            weights = np.broadcast_to(share, values.shape[:2])
        for i, name in enumerate(names):
            if name in own:
                column = values[..., own.index(name)]
                there = ~np.isnan(column)
                met[i] |= there.any()
                integral[i] += (np.where(there, column, 0.0) * (1.0 if summed else weights)).sum()
                first = slice(weights.shape[1] - second)
                volume[i] += weights[:, first][there[:, first]].sum()
    for i in np.flatnonzero(~met):
        raise occurrence.wrong(
            "NOM_CMP" if "NOM_CMP" in occurrence else "NOM_VARI", f"the field has no {names[i]} on these cells", item=int(i)
        )
    return volume, integral


def integrate(args, context):
    """A row for each field and place."""
    model = model_of(args)
    data = data_of(args, model)
    rows = []
    for occurrence in args.INTEGRALE:
        dimension = DIMENSIONS[occurrence.TYPE_MAILLE]
        # it is about values by element, and says nothing of others
        occurrence.mark_read("DEJA_INTEGRE")
        for head, field in fields_of(args, occurrence, context):
            if place_of_values(field) == "ELEM" and occurrence.DEJA_INTEGRE is None:
                raise occurrence.wrong(None, "DEJA_INTEGRE must say whether values by element are integrals over it already")
            if field.is_complex:
                raise args.not_yet(None, "integrals of complex fields are not there yet")
            names = list(occurrence.get("NOM_CMP") or occurrence.NOM_VARI)
            field = variable_of(occurrence, args.RESULTAT, field)
            for name, kind, cells in places(occurrence, model.mesh, context):
                cells = cells[model.mesh.cell_dim(cells) == dimension]
                volume, integral = _integrals(args, occurrence, field, model, data, cells, names)
                row = {**head, "VOL": volume[0], kind: "TOUT" if kind == "TOUT" else name}
                row |= {f"INTE_{word}": value for word, value in zip(names, integral.tolist())}
                row |= {f"MOYE_{word}": value for word, value in zip(names, (integral / volume).tolist())}
                rows.append(row)
    types = {"NOM_CHAM": "K16", "NUME_ORDRE": "I", "INST": "R", "VOL": "R"} if "RESULTAT" in args else {"CHAM_GD": "K16", "VOL": "R"}
    types |= {word: "K16" for word in ("TOUT", "GROUP_MA", "MAILLE") if any(word in row for row in rows)}
    return table(rows, types)


def fields_of(args, occurrence, context):
    """(first columns, field) of the field that is given or those of the result."""
    if args.CHAM_GD is not None:
        args.mark_read("INST", "NUME_ORDRE", "TOUT_ORDRE", "CRITERE", "PRECISION")
        occurrence.mark_read("NOM_CHAM")
        yield {"CHAM_GD": args.CHAM_GD.name}, args.CHAM_GD
        return
    name, result = occurrence.NOM_CHAM, args.RESULTAT
    if name is None:
        raise occurrence.wrong(None, "NOM_CHAM says which field of the result is meant")
    if name in ("FORC_NODA", "REAC_NODA"):
        raise occurrence.wrong("NOM_CHAM", f"{name} holds forces at nodes, which are no field to integrate")
    for order in orders_of(args, context):
        if not result.has_field(name, order):
            raise occurrence.wrong("NOM_CHAM", f"{result.name} has no field {name} at its storage order {order}")
        instant = result.parameter("INST", order)
        yield {"NOM_CHAM": name, "NUME_ORDRE": order, "INST": 0.0 if instant is None else instant}, result.field(name, order)


SHEAR = ("XY", "XZ", "YZ")
NORMED = {"DEPL": ("DX", "DY", "DZ"), "TEMP": ("TEMP",), "FLUX": ("FLUX", "FLUY", "FLUZ")}
TENSORS = {"SIEF": "SI", "EPSI": "EP"}


def _coefficients(occurrence, norm, quantity, names):
    """(nc,) the weight of each component in the square of the norm L2 or FROBENIUS."""
    kind = quantity[:4]
    if kind in NORMED:
        return np.array([1.0 if name in NORMED[kind] else 0.0 for name in names])
    if kind in TENSORS:
        cross = 1.0 if norm == "FROBENIUS" else 2.0
        own = {TENSORS[kind] + axis: cross if axis in SHEAR else 1.0 for axis in ("XX", "YY", "ZZ", *SHEAR)}
        return np.array([own.get(name, 0.0) for name in names])
    if quantity == "NEUT_R":
        given = occurrence.get("COEF_MULT") or ()
        if not given:
            raise occurrence.wrong(_word_of_field(occurrence), "COEF_MULT says which components of a field of NEUT_R count, and how much")
        return np.array([given[int(name[1:]) - 1] if int(name[1:]) <= len(given) else 1.0 for name in names])
    raise occurrence.wrong(_word_of_field(occurrence), f"a field of {quantity} has no norm")


def _word_of_field(occurrence):
    return "NOM_CHAM" if "NOM_CHAM" in occurrence else "CHAM_GD"


def norms(args, context):
    """A row for each field."""
    occurrence = args.NORME
    model = model_of(occurrence)
    data = data_of(occurrence, model)
    cells = np.arange(model.mesh.n_cells)
    named = "-"
    if "GROUP_MA" in occurrence:
        named = occurrence.GROUP_MA[0]
        cells = np.unique(np.concatenate([own for _, _, own in places(occurrence, model.mesh, context)]))
    occurrence.mark_read("TOUT")
    if "TYPE_MAILLE" in occurrence:
        cells = cells[model.mesh.cell_dim(cells) == DIMENSIONS[occurrence.TYPE_MAILLE]]
    rows = []
    for head, field in _normed_fields(occurrence, context):
        refuse_complex(occurrence, None, field, "norms are")
        squares = squared_norms(occurrence, occurrence.TYPE_NORM, field, model, data, cells)
        square = sum(own.sum() for _, own in squares)
        kind = occurrence.get("TYPE_MAILLE") or "-"
        norm = {"TYPE_NORM": occurrence.TYPE_NORM[:8], "VALE_NORM": float(np.sqrt(square))}
        rows.append({**head, "GROUP_MA": named, "TYPE_MAIL": kind, **norm})
    types = {"RESULTAT": "K8", "NOM_CHAM": "K16", "NUME_ORDRE": "I", "INST": "R", "CHAM_GD": "K8"}
    types |= {"GROUP_MA": "K24", "TYPE_MAIL": "K8", "TYPE_NORM": "K8", "VALE_NORM": "R"}
    return table(rows, {word: type for word, type in types.items() if word in rows[0]})


def squared_norms(occurrence, norm, field, model, data, cells):
    """(cells (n,), squares (n,)) of each group of elements among `cells`, what is at the nodes of elements being taken to their points."""
    chosen = [i for i, group in enumerate(model.groups) if hasattr(group.element, "point_weights") or isinstance(field, NodeField)]
    for index, rows in model.rows(cells):
        if index not in chosen:
            continue
        group = model.groups[index]
        own = group.cells[rows]
        for weights, values, names in values_of(occurrence, field, model, data, own):
            if place_of_values(field) == "ELNO":
                values = np.einsum("gn,enc->egc", group.element.point_functions, values)
            coefficients = _coefficients(occurrence, norm, field.quantity, names)
            yield own, np.einsum("eg,egc,c->e", weights, np.nan_to_num(values) ** 2, coefficients)


def _normed_fields(occurrence, context):
    if occurrence.CHAM_GD is not None:
        yield {"CHAM_GD": occurrence.CHAM_GD.name}, occurrence.CHAM_GD
        return
    result, name = occurrence.RESULTAT, occurrence.NOM_CHAM
    occurrence.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION")
    for order in output_orders(occurrence, result, context):
        if not result.has_field(name, order):
            raise occurrence.wrong("NOM_CHAM", f"{result.name} has no field {name} at its storage order {order}")
        head = {"RESULTAT": result.name, "NOM_CHAM": name, "NUME_ORDRE": order, "INST": result.parameter("INST", order)}
        yield head, result.field(name, order)


QUANTITIES = {
    "INTEGRALE": Quantity(
        FACT(
            "f",
            max="**",
            rules=(UN_PARMI("TOUT", "GROUP_MA", "MAILLE"), UN_PARMI("NOM_CMP", "NOM_VARI")),
            **PLACES,
            MAILLE=CELL_WORDS["MAILLE"],
            NOM_CHAM=SIMP("f", into=field_names),
            NOM_CMP=SIMP("f", max="**", validators=(no_repeat,)),
            NOM_VARI=SIMP("f", max="**", validators=(no_repeat,)),
            DEJA_INTEGRE=SIMP("f", into=("OUI", "NON")),
            TYPE_MAILLE=SIMP("o", into=tuple(DIMENSIONS)),
        ),
        integrate,
        {"MODELE": SIMP("f", typ="modele_sdaster"), "CHAM_MATER": SIMP("f", typ="cham_mater", advisory=True), **sources(), **orders()},
    ),
    "NORME": Quantity(
        FACT(
            "f",
            rules=(
                UN_PARMI("TOUT", "GROUP_MA"),
                UN_PARMI("CHAM_GD", "RESULTAT"),
                PRESENT_PRESENT("CHAM_GD", "MODELE"),
                PRESENT_PRESENT("RESULTAT", "NOM_CHAM"),
            ),
            **PLACES,
            TYPE_MAILLE=SIMP("f", into=("2D", "3D")),
            TYPE_NORM=SIMP("f", into=("L2", "FROBENIUS"), defaut="L2"),
            RESULTAT=SIMP("f", typ=RESULTS),
            CHAM_GD=SIMP("f", typ=("cham_no_sdaster", "cham_elem")),
            MODELE=SIMP("f", typ="modele_sdaster"),
            NOM_CHAM=SIMP("f", into=field_names),
            COEF_MULT=SIMP("f", typ="R", max=30),
            **orders_of_level(),
        ),
        norms,
        {},
    ),
}
