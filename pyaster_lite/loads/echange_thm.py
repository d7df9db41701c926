"""ECHANGE_THM and ECHANGE_THM_HR: flows that leave porous media through their sides, by what is there and outside (u4.44.01).

    M_k = COEF_k1 (p1 - PRE1_EXT) + COEF_k2 (p2 - PRE2_EXT)
    M_1 = ALPHA r PVAP_SAT / T (HR_EXT - exp(- r p1 / T)),   r = M_v / (rho_l R)       by the relative humidity outside

They are taken where the step starts, with the pressures and the temperature of the first node of a side.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI

from ._member import LoadKeyword
from ._surface import spread

COEFFICIENTS = ("COEF_11", "COEF_12", "COEF_21", "COEF_22")
PRESSURES = ("PRE1_EXT", "PRE2_EXT")
HUMIDITY = ("HR_EXT", "ALPHA", "PVAP_SAT")
COOL = 293.0
"""The temperature of media without heat, K; as in code_aster (te0480) the saturating pressure is read at their initial one."""


def _declare(words, statut, *rules):
    def declare(value):
        places = {word: CELL_WORDS[word] for word in ("TOUT", "GROUP_MA")}
        return FACT("f", max="**", rules=(UN_PARMI("TOUT", "GROUP_MA"), *rules), **places, **{w: SIMP(statut, typ=value) for w in words})

    return declare


def _first(element, read, name):
    """(ne, ng) an unknown at the first node, zero where there is none."""
    places = element.places.scalar
    value = read.unknowns[:, places[name][0]] if name in places else np.zeros(len(read.unknowns))
    return np.broadcast_to(value[:, None], read.rest.shape[:2])


def _exchanged(element, data, values, read):
    inside = [_first(element, read, name) for name in ("p1", "p2")]
    gaps = [own - read(values.get(word, 0.0)) for own, word in zip(inside, PRESSURES)]
    rate = {word: read(values.get(word, 0.0), PCAP=inside[0]) for word in COEFFICIENTS}
    flows = {f"p{k}": rate[f"COEF_{k}1"] * gaps[0] + rate[f"COEF_{k}2"] * gaps[1] for k in (1, 2)}
    return element.outflow(data, {name: flow for name, flow in flows.items() if name in element.layout.scalars})


def _dried(element, data, values, read):
    ratio = data.property("steam.mass_mol") / data.property("liquid.rho") / data.property("skeleton.r_gaz")
    ratio, known = ratio[:, None], element.layout.scalars
    pressure = _first(element, read, "p1") + data.property("initial.pre1")[:, None]
    warm = _first(element, read, "t") + data.property("initial.temp")[:, None]
    t = warm if "t" in known else np.full(warm.shape, COOL)
    held = read(values["PVAP_SAT"], TEMP=warm) * ratio / t
    flow = read(values["ALPHA"]) * held * (read(values["HR_EXT"]) - np.exp(-ratio * pressure / t))
    return element.outflow(data, {"p1": flow})


def _terms(word, values, force):
    def terms(occurrences, model):
        made = spread(occurrences, model, word, values, "outflow", force, still=True)
        return [replace(term, flows=True, started=True, constant=False, blocks=None) for term in made]

    return terms


_WORDS = (*COEFFICIENTS, *PRESSURES)
LOADS.add("ECHANGE_THM", LoadKeyword(_declare(_WORDS, "f", AU_MOINS_UN(*COEFFICIENTS)), _terms("ECHANGE_THM", _WORDS, _exchanged)))
LOADS.add("ECHANGE_THM_HR", LoadKeyword(_declare(HUMIDITY, "o"), _terms("ECHANGE_THM_HR", HUMIDITY, _dried)))
