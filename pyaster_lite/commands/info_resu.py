"""INFO_RESU: print the components of the fields of a result (u7.05.41)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP

RULE = " " + "-" * 59


@operator("INFO_RESU", keywords=dict(RESULTAT=SIMP("f", typ="resultat_sdaster"), UNITE=SIMP("f", typ="I", defaut=8)))
def info_resu(args, context):
    """Those of the first field of each name."""
    result = args.RESULTAT
    if result is None:
        raise args.wrong("RESULTAT", "a result is needed")
    lines = [RULE, f" COMPOSANTES DES CHAMPS PRESENTS DANS LE RESULTAT : {result.name}"]
    for name in result.field_names():
        field = next((result.field(name, order) for order in result.orders if result.has_field(name, order)), None)
        if field is not None:
            lines += [f"    - CHAMP {name} :", *(f"       * {component}" for component in field.components)]
    context.write(args.UNITE, "\n".join([*lines, RULE, ""]))
