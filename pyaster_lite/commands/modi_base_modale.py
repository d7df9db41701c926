"""MODI_BASE_MODALE: modes as a flow makes them at one of its velocities (u4.66.21)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._mode_norms import norm_by_components
from pyaster_lite.commands.dyna_spec_modal import LEAST_DAMPING


@operator(
    "MODI_BASE_MODALE",
    produces="mode_meca",
    reuse="BASE",
    rules=EXCLUS("AMOR_UNIF", "AMOR_REDUIT"),
    keywords=dict(
        BASE=SIMP("o", typ="mode_meca"),
        BASE_ELAS_FLUI=SIMP("o", typ="melasflu_sdaster"),
        NUME_VITE_FLUI=SIMP("o", typ="I", val_min=1),
        NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        AMOR_REDUIT=SIMP("f", typ="R", max="**"),
        AMOR_UNIF=SIMP("f", typ="R"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def modi_base_modale(args, context):
    """The modes in the flow take its frequencies, dampings, masses and shapes; others stay, with the dampings that are given."""
    made, base = args.BASE_ELAS_FLUI, args.BASE
    if made.modes is not base:
        raise args.wrong("BASE", f"{made.name} comes from the modes {made.modes.name}, not from {base.name}")
    if len(made.speeds) < args.NUME_VITE_FLUI:
        raise args.wrong("NUME_VITE_FLUI", f"{made.name} has {len(made.speeds)} velocities")
    if made.frequencies is None:
        raise args.wrong("BASE_ELAS_FLUI", f"{made.name} has Connors' velocities only")
    dampings = _others(args, made, base)
    modes = base if context.reused is not None else base.duplicate()
    velocity, vectors = args.NUME_VITE_FLUI - 1, {}
    for place, order in enumerate(made.orders):
        if made.mixtures is not None:
            vectors[order] = made.vector(order, velocity)
        modes.store(order, _parameters(made, velocity, place))
    for order, vector in vectors.items():
        modes.renew(order, vector)
    for order, damping in dampings.items():
        modes.store(order, {"AMOR_REDUIT": damping})
    if vectors:
        norm_by_components(args, modes, ["LAGR"], "SANS_CMP: LAGR", "BASE", without=True)
    if context.reused is None:
        kept = sorted({*made.orders, *dampings})
        if kept != list(modes.orders):
            modes.keep_only(kept)
    return modes


def _others(args, made, base):
    """{order: damping} of the modes that the flow does not change, of those that are to stay."""
    wanted = list(args.NUME_ORDRE) if "NUME_ORDRE" in args else list(base.orders)
    others = [order for order in wanted if order in base.orders and order not in made.orders]
    given = args.AMOR_REDUIT
    if given is None:
        return dict.fromkeys(others, args.AMOR_UNIF) if args.AMOR_UNIF is not None else {}
    if "NUME_ORDRE" in args:
        given = [value for order, value in zip(wanted, given) if order in others] if len(given) == len(wanted) else given
    if len(given) != len(others):
        raise args.wrong("AMOR_REDUIT", f"there are {len(given)} values for {len(others)} modes that the flow does not change")
    return dict(zip(others, given))


def _parameters(made, velocity, place):
    frequency, damping = float(made.frequencies[velocity, place]), float(made.dampings[velocity, place])
    by_velocity = made.masses.ndim == 2
    mass = float(made.masses[velocity, place] if by_velocity else made.masses[place])
    parts = made.participations[velocity, place] if by_velocity else made.participations[place]
    squared = (2 * np.pi * frequency) ** 2
    found = {"FREQ": frequency, "OMEGA2": squared, "AMOR_REDUIT": damping if damping > 0.0 else LEAST_DAMPING}
    found |= {"MASS_GENE": mass, "RIGI_GENE": squared * mass}
    for axis, part in zip("XYZ", parts):
        found |= {f"FACT_PARTICI_D{axis}": float(part) / mass, f"MASS_EFFE_D{axis}": float(part) ** 2 / mass}
    return found
