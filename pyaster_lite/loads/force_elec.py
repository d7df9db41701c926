"""FORCE_ELEC: what a straight secondary conductor does to main ones, beams, for currents that are told apart (u4.44.01).

POSITION: PARA beside each beam, FINI and INFI a wire through two points that ends there or not; without it a force by length.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.conditions import absent, equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe import laplace

from ._member import LoadKeyword
from ._surface import spread

VECTOR = SIMP("o", typ="R", min=3, max=3)
WORDS = ("POSITION", "FX", "FY", "FZ", "TRANS", "DIST", "POINT1", "POINT2")


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("TOUT", "GROUP_MA"),),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        POSITION=SIMP("f", into=("PARA", "INFI", "FINI")),
        b_force=BLOC(absent("POSITION"), **{word: SIMP("f", typ="R", defaut=0.0) for word in ("FX", "FY", "FZ")}),
        b_parallel=BLOC(
            equal("POSITION", "PARA"),
            rules=UN_PARMI("TRANS", "DIST"),
            TRANS=SIMP("f", typ="R", min=3, max=3),
            DIST=SIMP("f", typ="R", val_min=0.0),
            b_point=BLOC(present("DIST"), POINT2=VECTOR),
        ),
        b_wire=BLOC(is_in("POSITION", "FINI", "INFI"), POINT1=VECTOR, POINT2=VECTOR),
    )


def force(element, data, values, read):
    """(ne, nd) nodal forces of one occurrence; the rate of twist of beams that warp is not driven."""
    where = data.coordinates
    position = values.get("POSITION")
    if position is None:
        found = laplace.given_force(where, [values.get(word, 0.0) for word in ("FX", "FY", "FZ")])
    elif position != "PARA":
        found = laplace.straight_wire(where, values["POINT1"], values["POINT2"], position == "FINI")
    elif values.get("TRANS") is not None:
        found = laplace.parallel_wire(where, values["TRANS"])
    else:
        found = laplace.parallel_wire(where, np.asarray(values["POINT2"]) - where.mean(axis=1), values["DIST"])
    half = element.size // 2
    whole = np.zeros((len(found), element.size))
    whole[:, :6], whole[:, half : half + 6] = found[:, :6], found[:, 6:]
    return whole


def terms(occurrences, model):
    """One force term."""
    return spread(occurrences, model, "FORCE_ELEC", WORDS, "beam_force", force)


LOADS.add("FORCE_ELEC", LoadKeyword(declare, terms))
