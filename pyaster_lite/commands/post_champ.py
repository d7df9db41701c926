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
from pyaster_lite.commands._named_variables import variable_of
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._real_fields import refuse_complex
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.shell import Shell

_STEMS = ("EPEQ", "EPSI", "SIEF", "SIEQ", "SIGM", "VARC", "VARI", "EPVC", "EPME", "EPSP")
_NAMES = tuple(f"{stem}_{place}" for stem in _STEMS for place in ("ELGA", "ELNO"))
_LEVELS = {"INF": 0, "MOY": 1, "SUP": 2}
_NOWHERE = -999.0
_EXTREMES = ("VAL", "NUCOU", "NUSECT", "NUFIBR", "POSIC", "POSIS")
_ORDERS = {word: simple for word, simple in order_words().items() if word != "ANGLE"}
_PLACES = ("NUME_COUCHE", "NIVE_COUCHE", "ANGLE", "NUME_FIBRE")
_EXTRACTED = ("EXTR_COQUE", "EXTR_TUYAU", "EXTR_PMF")
_HOLDERS = {"layers": "plates or shells", "pipe": "pipes", "fibres": "beams of fibres"}
_TASKS = (*_EXTRACTED, "MIN_MAX_SP", "COQU_EXCENT")
_FIELDS = {"NOM_CHAM": SIMP("o", max="**", into=_NAMES, validators=(no_repeat,))}
_LAYER = {"NUME_COUCHE": SIMP("o", typ="I", val_min=1), "NIVE_COUCHE": SIMP("o", into=tuple(_LEVELS))}


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
        EXTR_COQUE=FACT("f", **_FIELDS, **_LAYER),
        EXTR_TUYAU=FACT("f", **_FIELDS, **_LAYER, ANGLE=SIMP("o", typ="I", val_min=0, val_max=360)),
        EXTR_PMF=FACT("f", **_FIELDS, NUME_FIBRE=SIMP("o", typ="I", val_min=1)),
        MIN_MAX_SP=FACT(
            "f",
            max="**",
            rules=UN_PARMI("NOM_CMP", "NOM_VARI"),
            NOM_CHAM=SIMP("o", into=_NAMES),
            NOM_CMP=SIMP("f"),
            NOM_VARI=SIMP("f"),
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
    for word, (kind, values) in zip(_EXTRACTED, (("layers", _of_layer), ("pipe", _around_pipe), ("fibres", _of_fibre))):
        if word in args:
            one = lambda field, w=word, k=kind, v=values: _extracted(args[w], field, cells, k, v, source)  # noqa: E731
            _for_each(args[word], args[word].NOM_CHAM, source, target, one)
    for level in args.MIN_MAX_SP:
        _for_each(
            level,
            [level.NOM_CHAM],
            source,
            target,
            lambda field, level=level: _extremes(level, field, cells, source),
            f"UT{level.NUME_CHAM_RESU:02d}",
        )
    for level in args.COQU_EXCENT:
        _for_each(level, [level.NOM_CHAM], source, target, lambda field: about_the_middle(field, source, cells))
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


def _even_variables(field, cells, kind):
    """Blocks of internal variables of linear elasticity, which stand at points: there is none, at any height; empty of other fields."""
    if field.quantity != "VARI_R" or any(block.sub > 1 for block in field.blocks):
        return []
    there = [(block, np.flatnonzero(np.isin(block.cells, cells))) for block in field.blocks]
    return [
        replace(block, cells=block.cells[rows], values=block.values[rows])
        for block, rows in there
        if len(rows) and getattr(block.element, "section_points", "") == kind
    ]


def _extracted(level, field, cells, kind, values, source):
    """EXTR_COQUE, EXTR_TUYAU, EXTR_PMF: what `values` (level, block, rows, values by sub-point, source) takes of the cells whose
    sub-points are of a kind."""
    blocks = []
    even = _even_variables(field, cells, kind)
    if even:
        level.mark_read(*(word for word in _PLACES if word in level))
        return ElementField(field.mesh, field.quantity, field.location, even)
    for block, rows in _with_layers(level, field, cells):
        if getattr(block.element, "section_points", "") == kind:
            chosen = values(level, block, rows, block.by_point()[rows], source)
            blocks.append(replace(block, cells=block.cells[rows], values=chosen, sub=1))
    if not blocks:
        raise level.wrong("NOM_CHAM", f"the sub-points of the field on these cells are none of {_HOLDERS[kind]}")
    return ElementField(field.mesh, field.quantity, field.location, blocks)


def at_layer(level, field, cells, source):
    """The field with one value where points of shells and pipes have several: that of the `level` (NUME_COUCHE, NIVE_COUCHE, ANGLE)."""
    values, blocks = {"layers": _of_layer, "pipe": _around_pipe}, []
    for block in field.blocks:
        rows = np.flatnonzero(np.isin(block.cells, cells))
        of = values.get(getattr(block.element, "section_points", "")) if block.sub > 1 else None
        if not len(rows):
            continue
        own = block.by_point()[rows] if of is not None else None
        chosen = block.values[rows] if of is None else of(level, block, rows, own, source)
        blocks.append(replace(block, cells=block.cells[rows], values=chosen, sub=block.sub if of is None else 1))
    return ElementField(field.mesh, field.quantity, field.location, blocks)


def _chosen(level, word, own, place, what):
    """The values at one sub-point; raises Refused where some cells do not have it."""
    if place >= own.shape[2] or np.isnan(own[:, :, place]).all(axis=(1, 2)).any():
        raise level.wrong(word, f"some of these cells have less than {level[word]} {what}")
    return own[:, :, place]


def _of_layer(level, block, rows, own, source):
    """At one level of one layer."""
    return _chosen(level, "NUME_COUCHE", own, 3 * (level.NUME_COUCHE - 1) + _LEVELS[level.NIVE_COUCHE], "layers")


def _of_fibre(level, block, rows, own, source):
    """In one fibre."""
    return _chosen(level, "NUME_FIBRE", own, level.NUME_FIBRE - 1, "fibres")


def _around_pipe(level, block, rows, own, source):
    """At an angle from the generator, between the two points around it."""
    layers, sectors, start = _of_pipes(block, rows, source)
    if (layers < level.NUME_COUCHE).any():
        raise level.wrong("NUME_COUCHE", f"some of these pipes have less than {level.NUME_COUCHE} layers")
    turn = (start + np.radians(level.ANGLE)) * sectors / np.pi
    before = np.floor(turn).astype(int)
    share = (turn - before)[:, None, None]
    place = (2 * (level.NUME_COUCHE - 1) + _LEVELS[level.NIVE_COUCHE]) * (2 * sectors + 1) + before % (2 * sectors)
    cell = np.arange(len(rows))
    return (1 - share) * own[cell, :, place] + share * own[cell, :, place + 1]


def _of_pipes(block, rows, source):
    """How many layers and sectors pipes have, and the angle of their generator."""
    group = next(group for group in source.model.groups if np.isin(block.cells, group.cells).all())
    given = source.characteristics.on(group)
    rows = np.searchsorted(group.cells, block.cells[rows], sorter=np.argsort(group.cells))
    rows = np.argsort(group.cells)[rows]
    layers, sectors = given["pipe"][rows, 2:4].T.astype(int)
    return layers, sectors, given["pipe_line"][rows, 3]


def _extremes(level, field, cells, source):
    """MIN_MAX_SP: the largest or the least value of a component over the sub-points of each point, and where it is."""
    word = "NOM_CMP" if level.NOM_VARI is None else "NOM_VARI"
    wanted, field = level[word], variable_of(level, source, field)
    if wanted not in field.components:
        raise level.wrong(word, f"the field has no component {wanted}, it has {', '.join(field.components)}")
    refuse_complex(level, "NOM_CHAM", field, "extremes are")
    blocks = []
    for block, rows in _with_layers(level, field, cells):
        if wanted not in block.components:
            continue
        own = block.by_point()[rows][..., block.components.index(wanted)]
        own = abs(own) if level.TYPE_MAXI.endswith("_ABS") else own
        largest = level.TYPE_MAXI.startswith("MAXI")
        place = np.where(np.isnan(own), -np.inf if largest else np.inf, own)
        place = place.argmax(axis=-1) if largest else place.argmin(axis=-1)
        values = np.full((*place.shape, len(_EXTREMES)), _NOWHERE)
        values[..., 0] = np.take_along_axis(own, place[..., None], axis=-1)[..., 0]
        for name, where in _whereabouts(block, rows, place, source).items():
            values[..., _EXTREMES.index(name)] = where
        blocks.append(ElementBlock(block.cells[rows], values, _EXTREMES, block.element))
    return ElementField(field.mesh, "SPMX_R", field.location, blocks)


def _whereabouts(block, rows, place, source) -> dict:
    """Which sub-points are meant by their numbers (ne, np), counted from 0: fibres, or levels of layers and those around pipes."""
    kind = getattr(block.element, "section_points", "")
    if kind == "fibres":
        return {"NUFIBR": place + 1}
    if kind != "pipe":
        return {"NUCOU": place // 3 + 1, "POSIC": place % 3 - 1}
    around = 2 * _of_pipes(block, rows, source)[1][:, None] + 1
    layer, across = part_and_position(place // around)
    sector, along = part_and_position(place % around)
    return {"NUCOU": layer, "POSIC": across, "NUSECT": sector, "POSIS": along}


def part_and_position(level):
    """Of 2 n + 1 levels counted from 0 the first is the foot of the first part (-1), then come the middle (0) and the end (1) of each."""
    return np.where(level == 0, 1, (level + 1) // 2), np.where(level == 0, -1, (level + 1) % 2)


def about_the_middle(field, source, cells):
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
