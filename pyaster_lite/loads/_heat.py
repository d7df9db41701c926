"""Loads of heat on cells: what their keywords share.

flow in = value                     imposed
flow in = h (T_ext - T)             exchanged
flow in = s e (T_ext^4 - T^4)       radiated, in absolute temperatures
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, chosen
from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.rules import UN_PARMI

from ._member import LoadKeyword
from ._surface import spread


def on_cells(*rules, **words) -> FACT:
    """The declaration of a load on the cells TOUT or GROUP_MA."""
    return FACT("f", max="**", rules=(UN_PARMI("TOUT", "GROUP_MA"), *rules), **chosen(CELL_WORDS, "TOUT", "GROUP_MA"), **words)


def heat_load(
    word: str, declare, values, method: str, force, stiffness=None, phenomena=("THERMIQUE",), points="points", **more
) -> LoadKeyword:
    """A load of heat spread over cells; the arguments are those of LoadKeyword and of loads._surface.spread."""

    def terms(occurrences, model):
        return spread(occurrences, model, word, values, method, force, stiffness, points)

    return LoadKeyword(declare, terms, phenomena=phenomena, **more)


def temperatures(element, data, read) -> np.ndarray | float:
    """(ne, ng) the temperature at the points, zero where the load is asked for what does not depend on it."""
    return 0.0 if read.unknowns is None else element.temperatures(data, read.unknowns)


def of_unknown(function, element, data, read) -> np.ndarray:
    """(ne, ng) a tabulated function at the temperatures or concentrations of the points, whatever its parameter's name (foderi)."""
    own = temperatures(element, data, read)
    return np.broadcast_to(function.evaluate(**dict.fromkeys(function.parameters, own)), read.rest.shape[:-1])
