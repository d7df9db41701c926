"""DEFI_SOL_MISS: the layers of a soil as a table, for a program of soil and structure (u7.02.34)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._soil_layers import automatic_layers
from pyaster_lite.concepts.table import Table

_MATERIAL = ("E", "NU", "RHO", "AMOR_HYST")
_COLUMNS = {
    "NUME_COUCHE": "I", "EPAIS": "R", "RHO": "R", "E": "R", "NU": "R", "AMOR_HYST": "R", "RECEPTEUR": "K8", "SOURCE": "K8",
    "NUME_MATE": "I", "SUBSTRATUM": "K8",
}  # fmt: skip
_YES = ("OUI", "NON")


@operator(
    "DEFI_SOL_MISS",
    produces="table_sdaster",
    rules=UN_PARMI("COUCHE", "COUCHE_AUTO"),
    keywords=dict(
        MATERIAU=FACT("o", max="**", **{word: SIMP("o", typ="R") for word in _MATERIAL}),
        COUCHE=FACT(
            "f",
            max="**",
            rules=AU_MOINS_UN("EPAIS", "SUBSTRATUM"),
            SUBSTRATUM=SIMP("f", into=_YES),
            EPAIS=SIMP("f", typ="R"),
            RECEPTEUR=SIMP("f", into=_YES, defaut="NON"),
            SOURCE=SIMP("f", into=_YES, defaut="NON"),
            NUME_MATE=SIMP("o", typ="I", val_min=1),
        ),
        COUCHE_AUTO=FACT(
            "f",
            Z0=SIMP("f", typ="R"),
            HOMOGENE=SIMP("o", into=_YES),
            SURF=SIMP("f", into=_YES, defaut="NON"),
            EPAIS_PHYS=SIMP("o", typ="R", max="**"),
            b_stratifie=BLOC(
                equal("HOMOGENE", "NON"),
                NUME_MATE_SUBSTRATUM=SIMP("o", typ="I", val_min=1),
                NUME_MATE=SIMP("o", typ="I", max="**", val_min=1),
            ),
            b_surf=BLOC(
                equal("SURF", "OUI"),
                rules=PRESENT_PRESENT("GROUP_MA_CONTROL", "MAILLAGE"),
                GROUP_MA_CONTROL=SIMP("f", typ="grma"),
                MAILLAGE=SIMP("f", typ="maillage_sdaster"),
            ),
            b_enfonce=BLOC(
                equal("SURF", "NON"),
                rules=UN_PARMI("GROUP_MA", "GROUP_NO"),
                GROUP_MA=SIMP("f", typ="grma"),
                GROUP_NO=SIMP("f", typ="grno"),
                NOMBRE_RECEPTEUR=SIMP("f", typ="I", defaut=4, val_min=1),
                GROUP_MA_INTERF=SIMP("f", typ="grma"),
                GROUP_MA_CONTROL=SIMP("f", typ="grma"),
                MAILLAGE=SIMP("o", typ="maillage_sdaster"),
                TOLERANCE=SIMP("f", typ="R", defaut=1.0e-5),
                DECALAGE_AUTO=SIMP("f", into=_YES, defaut="OUI"),
            ),
        ),
        TITRE=SIMP("f", max="**"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_sol_miss(args, context):
    """A row for each layer, its material beside it."""
    materials = [{word: level[word] for word in _MATERIAL} for level in args.MATERIAU]
    if args.COUCHE_AUTO is not None:
        layers, materials = automatic_layers(args, context, args.COUCHE_AUTO, materials)
    else:
        layers = _given_layers(args)
    _refuse_unused(args, {layer["NUME_MATE"] for layer in layers}, len(materials))
    rows = [{**layer, **materials[layer["NUME_MATE"] - 1], "NUME_COUCHE": i} for i, layer in enumerate(layers, 1)]
    title = args.TITRE
    return Table.from_rows(rows, _COLUMNS, title=title if isinstance(title, str) else "\n".join(title or ()))


def _given_layers(args):
    words = ("SUBSTRATUM", "EPAIS", "RECEPTEUR", "SOURCE", "NUME_MATE")
    layers = [{**{word: level[word] for word in words}, "EPAIS": level.EPAIS or 0.0} for level in args.COUCHE]
    if sum(layer["SUBSTRATUM"] == "OUI" for layer in layers) != 1:
        raise args.wrong("COUCHE", "one layer, and one only, is the substratum")
    if all(level.EPAIS is None for level in args.COUCHE):
        raise args.wrong("COUCHE", "some layer has a thickness")
    return layers


def _refuse_unused(args, used, count):
    """Materials after the last one that serves may be left over, others may not."""
    if max(used) > count:
        raise args.wrong("MATERIAU", f"a layer is of material {max(used)}, and there are {count}")
    unused = [number for number in range(1, max(used)) if number not in used]
    if unused:
        raise args.wrong("MATERIAU", f"no layer is of the materials {', '.join(map(str, unused))}")
