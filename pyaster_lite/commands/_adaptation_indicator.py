"""MACR_ADAP_MAIL: the field that says where a mesh is to be adapted, as one value for each cell (u7.03.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._adaptation_fields import field_of
from pyaster_lite.concepts.field import ElementField, NodeField


def indicator(args, mesh) -> np.ndarray:
    """(n_cells,), or (n_nodes,) of a field at nodes: what USAGE_CMP makes of the components chosen, nan where there are none of them."""
    word = "RESULTAT_N" if args.RESULTAT_N else "CHAM_GD"
    field = field_of(args, "RESULTAT_N")
    if field.mesh is not mesh:
        raise args.wrong(word, f"the field is on {field.mesh.name}, not on MAILLAGE_N")
    if isinstance(field, ElementField) and field.location not in ("ELEM", "CART"):
        raise args.not_yet("NOM_CHAM" if args.RESULTAT_N else "CHAM_GD", f"fields {field.location} do not steer the adaptation yet")
    names = args.NOM_CMP or field.components
    for item, name in enumerate(names):
        if name not in field.components:
            raise args.wrong("NOM_CMP", f"the field has no component {name}", help=f"it has {', '.join(field.components)}", item=item)
    usage = args.USAGE_CMP
    if usage in ("ABSOLU", "RELATIF") and len(names) > 1:
        raise args.wrong("USAGE_CMP", f"{usage} is of one component: NOM_CMP names {len(names)}")
    values = np.stack([field.component(name).reshape(len(field.component(name)), -1)[:, 0] for name in names], axis=1)
    if usage == "RELATIF":
        return values[:, 0]
    known = ~np.isnan(values).all(axis=1)
    found = np.full(len(values), np.nan)
    size = np.abs(np.nan_to_num(values[known]))
    found[known] = np.sqrt((size**2).sum(axis=1)) if usage == "NORME_L2" else size.max(axis=1)
    return found


def is_at_nodes(args) -> bool:
    """Whether the field has its values at nodes."""
    return isinstance(field_of(args, "RESULTAT_N"), NodeField)
