"""A factor keyword of DEFI_MATERIAU: what it may say and what the mechanics makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS


@dataclass(frozen=True)
class MaterialLaw:
    """One member of the open list.

    keywords    the declaration
    properties  function of the occurrence giving what the mechanics reads, in its names (see fe.data.ElementData)
    """

    keywords: FACT
    properties: Callable[[object], dict] = field(default=lambda occurrence: {})


FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


def isotropic(young, poisson) -> np.ndarray:
    """The elasticity (..., 6, 6) of an isotropic solid in Mandel's notation."""
    young, poisson = np.asarray(young, float), np.asarray(poisson, float)
    lame = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
    matrix = (young / (1 + poisson))[..., None, None] * np.eye(6)
    matrix[..., :3, :3] += lame[..., None, None]
    return matrix


def parameter(occurrence, word: str):
    """The value of a parameter: a number, or a function of what surrounds the points (see fe.data.ElementData)."""
    value = occurrence[word]
    if value is None or isinstance(value, (int, float)):
        return value
    ordinates = getattr(value, "y", None)
    if ordinates is not None and np.ptp(ordinates) == 0:
        return float(ordinates[0])
    return lambda variables: np.asarray(value.evaluate(**variables), float)


def made_of(make, *parts):
    """`make` of parameters that are numbers or functions of what surrounds the points: a value, or such a function."""
    if not any(callable(part) for part in parts):
        return make(*parts)
    return lambda variables: make(*(part(variables) if callable(part) else part for part in parts))


def numbers(statut: str, words: str) -> dict:
    """Declarations of words that take a number."""
    return {word: SIMP(statut, typ="R") for word in words.split()}


def functions(statut: str, words: str) -> dict:
    """Declarations of words that take a function."""
    return {word: SIMP(statut, typ=FUNCTION) for word in words.split()}


def both(word: str, declare, properties):
    """Register a factor keyword of numbers and its sister WORD_FO of functions.

    declare     function of `numbers` or `functions` giving the declaration
    """
    MATERIALS.add(word, MaterialLaw(declare(numbers), properties))
    MATERIALS.add(f"{word}_FO", MaterialLaw(declare(functions), properties))


LIQUID = {"RHO_FLUIDE": "joint_density", "VISC_FLUIDE": "joint_viscosity", "OUV_MIN": "joint_least"}
"""The liquid in joints: kg/m3, Pa s, and the least opening (m) that it flows through."""


def liquid_words() -> dict:
    """Their declarations."""
    return {word: SIMP("f", typ="R", val_min=1e-20) for word in LIQUID}


def liquid(occurrence) -> dict:
    """Their values, of those that are given."""
    return {name: occurrence[word] for word, name in LIQUID.items() if occurrence[word] is not None}


def constant(occurrence, word: str):
    """The value of a parameter: a number, or a function that has the same value everywhere."""
    value = occurrence[word]
    ordinates = getattr(value, "y", None)
    if value is None or isinstance(value, (int, float)):
        return value
    if ordinates is None or np.ptp(ordinates) != 0:
        raise occurrence.not_yet(word, f"{word} varies: parameters that depend on a field are not there yet")
    return float(ordinates[0])
