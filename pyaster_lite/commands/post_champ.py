"""POST_CHAMP: what fields across a thickness or a section come to: one layer, extremes, forces about the middle (u4.81.05)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import order_words, precision
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.shell import Shell

_STEMS = ("EPEQ", "EPSI", "SIEF", "SIEQ", "SIGM", "VARC", "VARI", "EPVC", "EPME", "EPSP")
_NAMES = tuple(f"{stem}_{place}" for stem in _STEMS for place in ("ELGA", "ELNO"))
_LEVELS = {"INF": 0, "MOY": 1, "SUP": 2}
_NOWHERE = -999.0
_EXTREMES = ("VAL", "NUCOU", "NUSECT", "NUFIBR", "POSIC", "POSIS")
_ORDERS = {word: simple for word, simple in order_words().items() if word != "ANGLE"}
_TASKS = ("EXTR_COQUE", "MIN_MAX_SP", "COQU_EXCENT")


@operator(
    "POST_CHAMP",
    produces=lambda args: kind_of(args.get("RESULTAT")),
    rules=(UN_PARMI(*_TASKS), EXCLUS("TOUT_ORDRE", *_ORDERS), EXCLUS("TOUT", "GROUP_MA")),
    keywords=dict(
        RESULTAT=SIMP("o", typ="resultat_sdaster"),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        **_ORDERS,
        **precision(),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        EXTR_COQUE=FACT(
            "f",
            NOM_CHAM=SIMP("o", max="**", into=_NAMES, validators=(no_repeat,)),
            NUME_COUCHE=SIMP("o", typ="I", val_min=1),
            NIVE_COUCHE=SIMP("o", into=tuple(_LEVELS)),
        ),
        MIN_MAX_SP=FACT(
            "f",
            max="**",
            NOM_CHAM=SIMP("o", into=_NAMES),
            NOM_CMP=SIMP("o"),
            TYPE_MAXI=SIMP("o", into=("MAXI", "MINI", "MAXI_ABS", "MINI_ABS")),
            NUME_CHAM_RESU=SIMP("o", typ="I", val_min=1, val_max=20),
        ),
        COQU_EXCENT=FACT(
            "f",
            max=2,
            NOM_CHAM=SIMP("o", into=("EFGE_ELNO", "EFGE_ELGA")),
            MODI_PLAN=SIMP("o", into=("OUI",), advisory=True),
        ),
    ),
)
def post_champ(args, context):
    """A result of the same kind with the new fields alone."""
    source = args.RESULTAT
    orders = output_orders(args, source, context)
    args.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION", "TOUT")
    cells = cells_of(args, source.mesh) if "GROUP_MA" in args else np.arange(source.mesh.n_cells)
    target = source.part(orders, [])
    if "EXTR_COQUE" in args:
        _for_each(args.EXTR_COQUE, args.EXTR_COQUE.NOM_CHAM, source, target, lambda field: _layer(args.EXTR_COQUE, field, cells))
    for level in args.MIN_MAX_SP:
        _for_each(
            level,
            [level.NOM_CHAM],
            source,
            target,
            lambda field, level=level: _extremes(level, field, cells),
            f"UT{level.NUME_CHAM_RESU:02d}",
        )
    for level in args.COQU_EXCENT:
        _for_each(level, [level.NOM_CHAM], source, target, lambda field: _about_the_middle(field, source, cells))
    return target


def _for_each(level, names, source, target, make, stem=""):
    """Store what is made of each field at every storage order that has it."""
    for item, name in enumerate(names):
        there = [order for order in target.orders if source.has_field(name, order)]
        if not there:
            raise level.wrong("NOM_CHAM", f"{source.name} has no field {name} at the storage orders that are meant", item=item)
        for order in there:
            target.store(order, fields={f"{stem}{name[4:]}" if stem else name: make(source.field(name, order))})


def _with_layers(level, field, cells):
    """(block, its rows among `cells`) where points have sub-points."""
    found = [(block, np.flatnonzero(np.isin(block.cells, cells))) for block in field.blocks if block.sub > 1]
    if not any(len(rows) for _, rows in found):
        raise level.wrong("NOM_CHAM", "the field has no sub-points on these cells: it is not told across a thickness or a section")
    return [(block, rows) for block, rows in found if len(rows)]


def _layer(level, field, cells):
    """EXTR_COQUE: the values of one level of one layer."""
    place = 3 * (level.NUME_COUCHE - 1) + _LEVELS[level.NIVE_COUCHE]
    blocks = []
    for block, rows in _with_layers(level, field, cells):
        if getattr(block.element, "section_points", "") != "layers":
            continue
        own = block.by_point()[rows]
        if place >= block.sub or np.isnan(own[:, :, place]).all(axis=(1, 2)).any():
            raise level.wrong("NUME_COUCHE", f"some of these cells have less than {level.NUME_COUCHE} layers")
        blocks.append(replace(block, cells=block.cells[rows], values=own[:, :, place], sub=1))
    return ElementField(field.mesh, field.quantity, field.location, blocks)


def _extremes(level, field, cells):
    """MIN_MAX_SP: the largest or the least value of a component over the sub-points of each point, and where it is."""
    if level.NOM_CMP not in field.components:
        raise level.wrong("NOM_CMP", f"the field has no component {level.NOM_CMP}, it has {', '.join(field.components)}")
    blocks = []
    for block, rows in _with_layers(level, field, cells):
        if level.NOM_CMP not in block.components:
            continue
        own = block.by_point()[rows][..., block.components.index(level.NOM_CMP)]
        own = abs(own) if level.TYPE_MAXI.endswith("_ABS") else own
        largest = level.TYPE_MAXI.startswith("MAXI")
        place = np.where(np.isnan(own), -np.inf if largest else np.inf, own)
        place = place.argmax(axis=-1) if largest else place.argmin(axis=-1)
        values = np.full((*place.shape, len(_EXTREMES)), _NOWHERE)
        values[..., 0] = np.take_along_axis(own, place[..., None], axis=-1)[..., 0]
        values[..., 1], values[..., 4] = place // 3 + 1, place % 3 - 1
        blocks.append(ElementBlock(block.cells[rows], values, _EXTREMES, block.element))
    return ElementField(field.mesh, "SPMX_R", field.location, blocks)


def _about_the_middle(field, source, cells):
    """COQU_EXCENT: moments about the middle of the thickness, M - d N, from those about the surface of the mesh."""
    offset = np.zeros(source.mesh.n_cells)
    plates = np.zeros(source.mesh.n_cells, bool)
    for group in source.model.groups:
        if isinstance(group.element, (Plate, Shell)):
            plates[group.cells] = True
            given = {} if source.characteristics is None else source.characteristics.on(group)
            offset[group.cells] = given.get("plate_offset", 0.0)
    blocks = []
    for block in field.blocks:
        rows = np.flatnonzero(np.isin(block.cells, cells) & plates[block.cells])
        if not len(rows):
            continue
        values = block.values[rows].copy()
        for axes in ("XX", "YY", "XY"):
            moment, force = block.components.index(f"M{axes}"), block.components.index(f"N{axes}")
            values[..., moment] -= offset[block.cells[rows], None] * values[..., force]
        blocks.append(replace(block, cells=block.cells[rows], values=values))
    return ElementField(field.mesh, field.quantity, field.location, blocks)
