"""FLUX_REP: flows of heat into a body through its sides, given as such or as vectors whose part along the normal enters, into the faces
of shells, and through their edges by length (u4.44.02, te0106); around a hole of a cross-section in torsion, twice its area by its
outline (caflux)."""

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_PRESENT
from pyaster_lite.fe.heat_shell import HeatShell

from ._heat import heat_load, on_cells

VECTOR = ("FLUX_X", "FLUX_Y", "FLUX_Z")
FACES = ("FLUN_INF", "FLUN_SUP")


def declare(value):
    """The declaration; vectors are given by functions."""
    words = ("FLUN", *FACES) if value == "R" else ("FLUN", *FACES, *VECTOR)
    torsion = {"CARA_TORSION": SIMP("f", typ="table_sdaster")} if value == "R" else {}
    rules = [AU_MOINS_UN(*words, *torsion)] + [PRESENT_PRESENT("CARA_TORSION", "GROUP_MA")] * len(torsion)
    return on_cells(*rules, **{word: SIMP("f", typ=value) for word in words}, **torsion)


def force(element, data, values, read):
    """Both parts."""
    if isinstance(element, HeatShell):
        there = replace(read, rest=element.inflow_points(data.coordinates))
        return element.inflow(data, *(there(values.get(word, 0.0)) for word in FACES))
    flow = element.inflow(data, read(values.get("FLUN", 0.0)))
    if any(word in values for word in VECTOR):
        flow = flow + element.inflow_along(data, np.stack([read(values.get(word, 0.0)) for word in VECTOR], axis=-1))
    return flow


def told(occurrence):
    """The values of an occurrence, FLUN of the hole being made of the table."""
    values = {word: occurrence[word] for word in ("FLUN", *FACES, *VECTOR) if word in occurrence}
    if "CARA_TORSION" in occurrence:
        values.setdefault("FLUN", _around(occurrence))
    return values


def _around(occurrence):
    """The flow through the edge of a hole, of a table of POST_ELEM/AIRE_INTERNE."""
    group = occurrence.GROUP_MA[0]
    row = next((row for row in occurrence.CARA_TORSION.rows() if row.get("GROUP_MA") == group), None)
    if row is None or not row.get("LONGUEUR"):
        raise occurrence.wrong("CARA_TORSION", f"the table tells no area and outline of {group}")
    return 2.0 * row["AIRE"] / row["LONGUEUR"]


LOADS.add("FLUX_REP", heat_load("FLUX_REP", declare, told, "inflow", force))
