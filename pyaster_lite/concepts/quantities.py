"""Physical quantities: which components each of them has, in code_aster's order.

The data file holds names only: "DEPL_R DEPL_C DEPL_F" -> "DX DY DZ ..."; X[30] stands for X1 to X30.
"""

from __future__ import annotations

import functools
import gzip
import json
import re
from importlib import resources

_NUMBERED = re.compile(r"(.*)\[(\d+)\]")


@functools.cache
def _table() -> dict[str, tuple[str, ...]]:
    with resources.files("pyaster_lite.concepts").joinpath("quantities.json.gz").open("rb") as file:
        stored = json.loads(gzip.decompress(file.read()))
    return {name: _expanded(components) for names, components in stored.items() for name in names.split()}


def _expanded(components):
    found = []
    for word in components.split():
        numbered = _NUMBERED.fullmatch(word)
        found += [f"{numbered[1]}{i}" for i in range(1, int(numbered[2]) + 1)] if numbered else [word]
    return tuple(found)


def known(quantity: str) -> bool:
    """Whether there is a quantity of that name (with its scalar type: DEPL_R)."""
    return quantity in _table()


def has_component(quantity: str, name: str) -> bool:
    """Whether the quantity has the component; internal variables (VARI_R) are V1, V2, ... without end."""
    if quantity == "VARI_R":
        return re.fullmatch(r"V[1-9]\d*", name) is not None
    return name in _table()[quantity]


def components(quantity: str) -> tuple[str, ...]:
    """Its components in order; raises KeyError when there is no such quantity."""
    return _table()[quantity]


def in_order(quantity: str, names) -> tuple[str, ...]:
    """Components in the quantity's own order; internal variables by number."""
    names = dict.fromkeys(names)
    if quantity == "VARI_R":
        return tuple(sorted(names, key=lambda name: int(name[1:])))
    return tuple(name for name in components(quantity) if name in names)
