"""THER_LINEAIRE: linear conduction of heat, steady or in time (u4.54.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.commands._heat_evolution import OLD_HEAT, HeatArchive, heat_flow, initial_temperatures, instants, is_steady, keywords
from pyaster_lite.fe.heat_flow import ThetaScheme


@operator("THER_LINEAIRE", produces="evol_ther", reuse="RESULTAT", legacy=OLD_HEAT, keywords=keywords())
def ther_lineaire(args, context):
    """Steady: each instant by itself. In time: a theta scheme from the initial state on."""
    steady = args.TYPE_CALCUL == "STAT"
    reused = context.reused
    before, times = instants(args, reused.parameter("INST", reused.orders[-1]) if reused and reused.orders else None, every=steady)
    with context.timer("assembly"):
        flow = heat_flow(args, nonlinear=False)
    # what older versions wrote without TYPE_CALCUL begins with the order 0; in a call that is not located no keyword has its place
    unwritten = args.span_of("MODELE") != args.span_of() == args.span_of("TYPE_CALCUL")
    first = int(steady and not unwritten)
    archive = HeatArchive(args, context, flow, None, first=first)
    context.keep(archive.result)
    if not steady:
        initial = args.get("ETAT_INIT")
        temperature = flow.steady(before) if is_steady(initial) else initial_temperatures(initial, args.MODELE)
        archive.store(0, before, temperature, flow.reaction, PARM_THETA=1.0)
    theta = 1.0 if steady else args.SCHEMA_TEMPS.THETA
    scheme = ThetaScheme(flow, theta)
    with context.progress("instants", len(times)) as line, context.timer("solution"):
        for number, t in enumerate(times, start=first if steady else 1):
            temperature = flow.steady(t) if steady else scheme.step(temperature, before, t)
            archive.store(number, t, temperature, flow.reaction, PARM_THETA=theta)
            before = t
            line.update(number)
    return archive.result
