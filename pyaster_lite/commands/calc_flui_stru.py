"""CALC_FLUI_STRU: frequencies and dampings of modes by the velocity of a flow (u4.66.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.commands._flow_kinds import KINDS
from pyaster_lite.concepts.flow import FlowModes

PARTS = ("FACT_PARTICI_DX", "FACT_PARTICI_DY", "FACT_PARTICI_DZ")


@operator(
    "CALC_FLUI_STRU",
    produces="melasflu_sdaster",
    keywords=dict(
        VITE_FLUI=FACT("o", VITE_MIN=SIMP("o", typ="R"), VITE_MAX=SIMP("o", typ="R"), NB_POIN=SIMP("o", typ="I", val_min=1)),
        BASE_MODALE=FACT(
            "o",
            rules=AU_MOINS_UN("AMOR_REDUIT", "AMOR_UNIF", "AMOR_REDUIT_CONN"),
            MODE_MECA=SIMP("o", typ="mode_meca"),
            NUME_ORDRE=SIMP("f", typ="I", max="**"),
            AMOR_REDUIT=SIMP("f", typ="R", max="**"),
            AMOR_UNIF=SIMP("f", typ="R", val_min=0.0),
            AMOR_REDUIT_CONN=SIMP("f", typ="R", max="**", val_min=0.0),
        ),
        TYPE_FLUI_STRU=SIMP("o", typ="type_flui_stru"),
        IMPRESSION=FACT(
            "f",
            PARA_COUPLAGE=SIMP("f", defaut="OUI", into=("OUI", "NON")),
            DEFORMEE=SIMP("f", defaut="NON", into=("OUI", "NON"), advisory=True),
        ),
        STOP_ERREUR=SIMP("f", defaut="OUI", into=("OUI", "NON")),
    ),
)
def calc_flui_stru(args, context):
    """The modes in still fluid are those given; what the flow adds depends on the configuration."""
    base, configuration = args.BASE_MODALE, args.TYPE_FLUI_STRU
    if args.STOP_ERREUR == "NON":
        raise args.not_yet("STOP_ERREUR", "what is not found in a flow ends the command")
    modes = base.MODE_MECA
    orders = list(base.NUME_ORDRE) if "NUME_ORDRE" in base else list(modes.orders)
    lost = [order for order in orders if order not in modes.orders]
    if lost:
        raise base.wrong("NUME_ORDRE", f"{modes.name} has no mode {lost[0]}")
    made = FlowModes(modes, configuration, orders, _speeds(args.VITE_FLUI, context))
    dampings = _dampings(base, "AMOR_REDUIT", len(orders))
    connors = _dampings(base, "AMOR_REDUIT_CONN", len(orders))
    if dampings is None and (connors is None or base.AMOR_UNIF is not None):
        dampings = np.full(len(orders), float(base.AMOR_UNIF))
    else:
        base.mark_read("AMOR_UNIF")
    made.masses = np.array([float(modes.parameter("MASS_GENE", order)) for order in orders])
    parts = np.array([[float(modes.parameter(word, order) or 0.0) for word in PARTS] for order in orders])
    made.participations = parts * made.masses[:, None]
    with context.timer("flow"):
        KINDS[configuration.word](args, context, made, dampings, connors)
    if args.IMPRESSION is not None and args.IMPRESSION.PARA_COUPLAGE == "OUI" and made.frequencies is not None:
        _print(context, made)
    return made


def _speeds(level, context):
    low, high = level.VITE_MIN, level.VITE_MAX
    if low > high:
        context.warn(level, "VITE_MIN", "VITE_MIN lies above VITE_MAX: they are taken the other way round")
        low, high = high, low
    return np.array([0.5 * (low + high)]) if level.NB_POIN == 1 else low + np.arange(level.NB_POIN) * ((high - low) / (level.NB_POIN - 1))


def _dampings(base, word, count):
    """(nm,) or None where the word is not given."""
    if word not in base:
        return None
    values = np.array(base[word], float)
    if len(values) != count:
        raise base.wrong(word, f"there are {len(values)} values for {count} modes")
    return values


def _print(context, made):
    for i, order in enumerate(made.orders):
        context.write(8, f"mode {order}")
        context.write(8, "  ".join(f"{title:>15}" for title in ("VITE_FLU", "FREQ", "AMOR")))
        for row in zip(made.speeds, made.frequencies[:, i], made.dampings[:, i]):
            context.write(8, "  ".join(f"{value:15.6E}" for value in row))
