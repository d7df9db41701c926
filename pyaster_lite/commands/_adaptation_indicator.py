"""MACR_ADAP_MAIL: the field that says where a mesh is to be adapted, as one value for each cell (u7.03.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._storage import order_of
from pyaster_lite.concepts.field import ElementField


def indicator(args, mesh) -> np.ndarray:
    """(n_cells,) what USAGE_CMP makes of the components chosen, nan on cells without any of them."""
    word = "RESULTAT_N" if args.RESULTAT_N else "CHAM_GD"
    field = _field(args, word)
    if field.mesh is not mesh:
        raise args.wrong(word, f"the field is on {field.mesh.name}, not on MAILLAGE_N")
    if not isinstance(field, ElementField) or field.location not in ("ELEM", "CART"):
        raise args.not_yet("NOM_CHAM" if args.RESULTAT_N else "CHAM_GD", "only fields with one value for each cell steer the adaptation")
    names = args.NOM_CMP or field.components
    for item, name in enumerate(names):
        if name not in field.components:
            raise args.wrong("NOM_CMP", f"the field has no component {name}", help=f"it has {', '.join(field.components)}", item=item)
    usage = args.USAGE_CMP
    if usage in ("ABSOLU", "RELATIF") and len(names) > 1:
        raise args.wrong("USAGE_CMP", f"{usage} is of one component: NOM_CMP names {len(names)}")
    values = np.stack([field.component(name)[:, 0] for name in names], axis=1)
    if usage == "RELATIF":
        return values[:, 0]
    known = ~np.isnan(values).all(axis=1)
    found = np.full(mesh.n_cells, np.nan)
    size = np.abs(np.nan_to_num(values[known]))
    found[known] = np.sqrt((size**2).sum(axis=1)) if usage == "NORME_L2" else size.max(axis=1)
    return found


def _field(args, word):
    if word == "CHAM_GD":
        return args.CHAM_GD
    result, name = args.RESULTAT_N, args.NOM_CHAM
    if args.NUME_ORDRE is not None or args.INST is not None:
        order, _ = order_of(args, result, args.get("PRECISION", 1e-6), args.get("CRITERE", "RELATIF"))
        orders = [order]
    else:
        orders = [order for order in result.orders if result.has_field(name, order)]
    if not orders or not result.has_field(name, orders[-1]):
        raise args.wrong("NOM_CHAM", f"{result.name} has no field {name}")
    return result.field(name, orders[-1])
