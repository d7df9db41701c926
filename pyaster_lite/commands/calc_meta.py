"""CALC_META: the phases of steel and zircaloy along an evolution of temperatures, and their hardness (u4.85.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import precision
from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, chosen
from pyaster_lite.catalogue.conditions import is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Given, Renamed, Values
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands._phases import Phases
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.field_places import moved

PHASES = ("META_ELNO", "META_NOEU")
HARDNESS = ("DURT_ELNO", "DURT_NOEU")


def _cells():
    return {"rules": (EXCLUS("TOUT", "GROUP_MA"),), **chosen(CELL_WORDS, "TOUT", "GROUP_MA")}


@operator(
    "CALC_META",
    produces="evol_ther",
    legacy=(
        Given("OPTION", "META_ELNO", last="11.1.16", beside=("COMP_INCR",)),
        Renamed("COMP_INCR", "COMPORTEMENT", last="12.0.11"),
        Renamed("ETAT_INIT/META_INIT", "ETAT_INIT/META_INIT_ELNO", last="8.0.13"),
        Values("OPTION", (("META_ELNO_TEMP", "META_ELNO"),), "10.3.5"),
    ),
    reuse="RESULTAT",
    rules=(EXCLUS("TOUT", "GROUP_MA"),),
    keywords=dict(
        MODELE=SIMP("f", typ="modele_sdaster"),
        CHAM_MATER=SIMP("f", typ="cham_mater"),
        RESULTAT=SIMP("o", typ="evol_ther"),
        OPTION=SIMP("o", max="**", into=(*PHASES, *HARDNESS), validators=(no_repeat,)),
        **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
        b_meta=BLOC(
            is_in("OPTION", *PHASES),
            ETAT_INIT=FACT(
                "o",
                rules=(UN_PARMI("EVOL_THER", "META_INIT_ELNO"),),
                EVOL_THER=SIMP("f", typ="evol_ther"),
                META_INIT_ELNO=SIMP("f", typ="carte_sdaster"),
                b_etat=BLOC(
                    present("EVOL_THER"),
                    rules=UN_PARMI("NUME_INIT", "INST_INIT"),
                    NUME_INIT=SIMP("f", typ="I"),
                    INST_INIT=SIMP("f", typ="R"),
                    b_inst=BLOC(present("INST_INIT"), **precision()),
                ),
            ),
            COMPORTEMENT=FACT(
                "o",
                **_cells(),
                RELATION=SIMP("o", into=("ACIER", "ZIRC")),
                LOI_META=SIMP("f", into=("WAECKEL", "EDGAR"), advisory=True),
            ),
            REVENU=FACT("f", **_cells(), RELATION=SIMP("o", into=("ACIER_REVENU",)), LOI_META=SIMP("f", into=("JMA",), advisory=True)),
        ),
    ),
)
def calc_meta(args, context):
    """From an initial state at the first two storage orders, or at one that has phases, on to the last."""
    result = args.RESULTAT
    model, materials = args.MODELE or result.model, args.CHAM_MATER or result.material_field
    if model is None or materials is None:
        raise args.wrong("RESULTAT", f"{result.name} does not tell its model or its materials: give MODELE and CHAM_MATER")
    orders = [order for order in result.orders if result.has_field("TEMP", order)]
    target = context.reused or result.part(orders, [])
    if any(word in PHASES for word in args.OPTION):
        _transform(args, context, target, model, materials, orders)
    cells = cells_of(args, model.mesh) if "GROUP_MA" in args or "TOUT" in args else np.arange(model.mesh.n_cells)
    for word in (word for word in args.OPTION if word in HARDNESS):
        told = [order for order in orders if target.has_field("META_ELNO", order)]
        if not told:
            raise args.wrong("OPTION", f"{target.name} has no phases, whose hardness is asked for")
        for order in told:
            field = _hardness(args, target.field("META_ELNO", order), materials, cells)
            target.store(order, fields={word: moved(field, "NOEU") if word == "DURT_NOEU" else field})
    if "META_NOEU" in args.OPTION:
        for order in (order for order in orders if target.has_field("META_ELNO", order)):
            target.store(order, fields={"META_NOEU": moved(target.field("META_ELNO", order), "NOEU")})
    return target


def _transform(args, context, result, model, materials, orders):
    if len(orders) < 2:
        raise args.wrong("RESULTAT", f"phases need two temperatures at least, {result.name} has {len(orders)}")
    times = {order: result.parameter("INST", order) for order in orders}
    initial, behaviour = args.ETAT_INIT, args.COMPORTEMENT
    said = "GROUP_MA" in behaviour or "TOUT" in behaviour
    cells = cells_of(behaviour, model.mesh) if said else np.arange(model.mesh.n_cells)
    start = None
    if "EVOL_THER" in initial:
        start = _order(initial, result, orders)
        field = result.field("META_ELNO", start)
    else:
        field = initial.META_INIT_ELNO
    phases = Phases(behaviour, model, materials, cells, field)

    def temperature(order):
        return phases.at_sites(result.field("TEMP", order))

    kept = {}
    if start is None:
        for order in orders[:2]:
            kept[order] = phases.started(temperature(order))
        begin = 0
    else:
        begin = max(orders.index(start) - 1, 0)
        kept[start] = phases.taken()
        if orders.index(start) == 0:
            raise initial.wrong("EVOL_THER", "the phases go on from the second storage order at the earliest")
    with context.progress("storage orders", len(orders)) as line:
        for done, (zero, one, two) in enumerate(zip(orders[begin:], orders[begin + 1 :], orders[begin + 2 :]), 1):
            between = times[one] - times[zero], times[two] - times[one]
            kept[two] = phases.stepped(kept[one], [temperature(order) for order in (zero, one, two)], *between, times[two])
            line.update(done)
    if "REVENU" in args:
        kept = _tempered(args, phases, kept, orders, times, result)
    for order, state in kept.items():
        if order != start or "REVENU" in args:
            result.store(order, fields={"META_ELNO": phases.field(state)})


def _tempered(args, phases, kept, orders, times, result):
    """The states of tempered steel, from the first storage order on, which stays as it is; those before what is told now are taken from
    the evolution."""
    occurrence = args.REVENU
    occurrence.mark_read("RELATION")
    if "GROUP_MA" in occurrence or "TOUT" in occurrence:
        cells = cells_of(occurrence, phases.model.mesh)
        if not np.isin(phases.cells, cells).all():
            raise occurrence.not_yet("GROUP_MA", "tempering of some of the cells of COMPORTEMENT alone is not there yet")
    for order in (order for order in orders if order not in kept):
        if not result.has_field("META_ELNO", order):
            raise occurrence.wrong("RELATION", f"{result.name} has no phases at the storage order {order}, which tempering starts before")
        kept[order] = phases.read(occurrence, result.field("META_ELNO", order))
    made = {orders[0]: kept[orders[0]]}
    for one, two in zip(orders, orders[1:]):
        made[two] = phases.tempered(occurrence, made[one], kept[two], times[two] - times[one])
    return made


def _order(initial, result, orders):
    """The storage order of ETAT_INIT."""
    if initial.EVOL_THER is not result:
        raise initial.wrong("EVOL_THER", "the phases go on in the evolution that has them: EVOL_THER must be RESULTAT")
    if "NUME_INIT" in initial:
        found = [order for order in orders if order == initial.NUME_INIT]
    else:
        found = [order for order in result.orders_at("INST", initial.INST_INIT, initial.PRECISION, initial.CRITERE) if order in orders]
    if len(found) != 1 or not result.has_field("META_ELNO", found[0]):
        raise initial.wrong("EVOL_THER", f"{result.name} has no phases there")
    return found[0]


def _hardness(args, field, materials, cells):
    """The mean of the hardness of the phases."""
    blocks = []
    for block in field.blocks:
        kept = np.isin(block.cells, cells)
        values = np.full((int(kept.sum()), block.values.shape[1], 1), np.nan)
        name = "tempered_hardness" if len(block.components) == 12 else "hardness"
        owner = materials.index[block.cells[kept]]
        for index in np.unique(owner):
            own = materials.materials[index].properties.get(name) if index >= 0 else None
            if own is None:
                raise args.wrong("OPTION", "a material of these cells does not tell the hardness of its phases (DURT_META)")
            rows = owner == index
            values[rows] = block.values[kept][rows][..., : len(own)] @ own[:, None]
        blocks.append(ElementBlock(block.cells[kept], values, ("HV",), block.element))
    return ElementField(field.mesh, "DURT_R", "ELNO", blocks)
