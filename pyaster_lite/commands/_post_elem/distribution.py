"""VOLUMOGRAMME: how the volume is shared out over the values of a component (u4.81.22).

Values at points weigh as these do, also across a thickness; those at the nodes of elements share the volume of their cell evenly.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.field_choice import field_names
from pyaster_lite.catalogue.commons.places import CELL_WORDS, look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.integrals import DIMENSIONS, fields_of, place_of_values, values_of
from pyaster_lite.commands._post_elem.quantity import Quantity, model_of, orders, sources, table
from pyaster_lite.concepts.matrix import Origin

_TYPES = {"RESULTAT": "K8", "NOM_CHAM": "K16", "NUME_ORDRE": "I", "INST": "R", "CHAM_GD": "K8", "NOM_CMP": "K8", "GROUP_MA": "K24"}
_TYPES |= {"RESTRICTION": "K8", "INTERVALLE": "I", "BORNE_INF": "R", "BORNE_SUP": "R", "DISTRIBUTION": "R"}


def run(args, context):
    """A row for each occurrence, storage order and interval."""
    model = model_of(args)
    rows = []
    for occurrence in args.VOLUMOGRAMME:
        occurrence.mark_read("TOUT")
        data = _data(args, occurrence, model)
        for head, field in fields_of(args, occurrence, context):
            if field.is_complex:
                raise args.not_yet(None, "distributions of complex fields are not there yet")
            parts = look_up(occurrence, "GROUP_MA", model.mesh.cell_group)
            cells = parts[0] if parts else np.arange(model.mesh.n_cells)
            if "TYPE_MAILLE" in occurrence:
                cells = cells[model.mesh.cell_dim(cells) == DIMENSIONS[occurrence.TYPE_MAILLE]]
            values, volumes = _told(args, occurrence, field, model, data, cells)
            more = {"NOM_CMP": occurrence.NOM_CMP, "GROUP_MA": occurrence.get("GROUP_MA") or "-"}
            more |= {"RESTRICTION": occurrence.get("TYPE_MAILLE") or "-"}
            more |= {"RESULTAT": args.RESULTAT.name} if "RESULTAT" in args else {}
            for number, (below, above, share) in enumerate(_shares(occurrence, values, volumes), 1):
                told = {"INTERVALLE": number, "BORNE_INF": below, "BORNE_SUP": above, "DISTRIBUTION": share}
                rows.append(head | more | told)
    return table(rows, {word: type for word, type in _TYPES.items() if word in rows[0]})


def _data(args, occurrence, model):
    result = args.get("RESULTAT")
    origin = getattr(getattr(result, "stiffness", None), "origin", None) or Origin()
    material = args.get("CHAM_MATER") or getattr(result, "material_field", None) or origin.material_field
    characteristics = occurrence.get("CARA_ELEM") or getattr(result, "characteristics", None) or origin.characteristics
    return model.data(material, characteristics)


def _told(args, occurrence, field, model, data, cells):
    """(values, volumes) of all that carries the component."""
    found, volumes = [], []
    for weights, values, names in values_of(args, field, model, data, cells):
        if occurrence.NOM_CMP not in names:
            continue
        column = values[..., names.index(occurrence.NOM_CMP)]
        if place_of_values(field) != "ELGA" and getattr(field, "sub", 1) == 1:
            weights = np.broadcast_to(weights.sum(axis=1)[:, None] / column.shape[1], column.shape)
        there = ~np.isnan(column)
        found.append(column[there])
        volumes.append(np.broadcast_to(weights, column.shape)[there])
    if not found or not sum(map(len, found)):
        raise occurrence.wrong("NOM_CMP", f"the field has no {occurrence.NOM_CMP} on these cells")
    return np.concatenate(found), np.concatenate(volumes)


def _shares(occurrence, values, volumes):
    """(lower bound, upper bound, share in percent or volume) of each interval; the last one has no upper bound, the first no lower one."""
    bounds = occurrence.get("BORNES")
    if bounds is not None:
        if bounds[0] >= bounds[1]:
            raise occurrence.wrong("BORNES", "the lower bound comes first")
        inside = (values >= bounds[0]) & (values <= bounds[1])
        values, volumes = values[inside], volumes[inside]
    low, high = bounds or (float(values.min()), float(values.max()))
    count = occurrence.get("NB_INTERV") or 2
    if bounds is None and low == high:
        return [(0.0, 0.0, 100.0 / count)] * count
    limits = [low, occurrence.SEUIL, high] if "SEUIL" in occurrence else [low + i * (high - low) / count for i in range(count + 1)]
    interval = np.searchsorted(limits[1:-1], values, side="right")
    shares = np.bincount(interval, volumes, minlength=count)
    if occurrence.NORME == "RELATIF":
        shares = 100.0 * shares / volumes.sum()
    return list(zip(limits, limits[1:], shares.tolist()))


QUANTITIES = {
    "VOLUMOGRAMME": Quantity(
        FACT(
            "f",
            max="**",
            rules=(UN_PARMI("TOUT", "GROUP_MA"), UN_PARMI("NB_INTERV", "SEUIL")),
            TOUT=CELL_WORDS["TOUT"],
            GROUP_MA=SIMP("f", typ="grma"),
            CARA_ELEM=SIMP("f", typ="cara_elem"),
            TYPE_MAILLE=SIMP("f", into=("2D", "3D")),
            NOM_CHAM=SIMP("f", into=field_names),
            NOM_CMP=SIMP("o"),
            NB_INTERV=SIMP("f", typ="I", val_min=1),
            SEUIL=SIMP("f", typ="R"),
            BORNES=SIMP("f", typ="R", min=2, max=2),
            NORME=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        ),
        run,
        {"MODELE": SIMP("f", typ="modele_sdaster"), "CHAM_MATER": SIMP("f", typ="cham_mater"), **sources(), **orders()},
    )
}
