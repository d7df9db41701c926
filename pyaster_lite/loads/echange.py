"""ECHANGE: heat exchanged through sides with what has a temperature of its own, h (T_ext - T), and through the faces of shells (u4.44.02).

Of edges of shells COEF_H is told by length.
"""

from dataclasses import replace

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE
from pyaster_lite.fe.heat_shell import HeatShell, HeatShellEdge

from ._heat import heat_load, on_cells, temperatures

PAIRS = {"COEF_H": "TEMP_EXT", "COEF_H_INF": "TEMP_EXT_INF", "COEF_H_SUP": "TEMP_EXT_SUP"}
WORDS = (*PAIRS, *PAIRS.values())
FACES = ("_INF", "_SUP")


def declare(value):
    """The declaration."""
    rules = (AU_MOINS_UN(*PAIRS), *(ENSEMBLE(*pair) for pair in PAIRS.items()))
    return on_cells(*rules, **{word: SIMP("f", typ=value) for word in WORDS})


def force(element, data, values, read):
    """The flow that comes in."""
    if isinstance(element, HeatShell):
        there = replace(read, rest=element.inflow_points(data.coordinates))
        told = {word: there(values.get(word, 0.0)) for word in WORDS}
        flow = element.inflow(data, *(told[f"COEF_H{face}"] * told[f"TEMP_EXT{face}"] for face in FACES))
        return _less_own(flow, element, data, values, read)
    told = {word: read(values.get(word, 0.0)) for word in WORDS}
    if isinstance(element, HeatShellEdge):
        return _less_own(element.inflow(data, told["COEF_H"] * told["TEMP_EXT"]), element, data, values, read)
    return element.inflow(data, told["COEF_H"] * (told["TEMP_EXT"] - temperatures(element, data, read)))


def _less_own(flow, element, data, values, read):
    """The flow that comes in, less what the temperature of the shell itself sends out."""
    if read.unknowns is None:
        return flow
    return flow - (stiffness(element, data, values, read) @ read.unknowns[..., None])[..., 0]


def stiffness(element, data, values, read):
    """What it loses by the body's own temperature."""
    if isinstance(element, HeatShell):
        return element.exchange(data, *(read(values.get(f"COEF_H{face}", 0.0)) for face in FACES))
    return element.exchange(data, read(values.get("COEF_H", 0.0)))


LOADS.add("ECHANGE", heat_load("ECHANGE", declare, WORDS, "exchange", force, stiffness))
