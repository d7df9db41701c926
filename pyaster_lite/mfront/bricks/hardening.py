"""How the limit of a flow grows with p: each is made of its options and gives R(names, p)."""

from __future__ import annotations

import numpy as np

from ..errors import MFrontError


def linear(options):
    """R0 + H p."""
    r0, h = options.number("R0", 0.0), options.number("H", 0.0)
    return lambda names, p: r0(names) + h(names) * p


def voce(options):
    """Rinf + (R0 - Rinf) exp(- b p)."""
    r0, rinf, b = options.number("R0"), options.number("Rinf"), options.number("b")
    return lambda names, p: rinf(names) + (r0(names) - rinf(names)) * np.exp(-b(names) * p)


def swift(options):
    """R0 (1 + p / p0)^n."""
    r0, p0, n = options.number("R0"), options.number("p0"), options.number("n")
    return lambda names, p: r0(names) * np.maximum(1.0 + p / p0(names), 0.0) ** n(names)


def data(options):
    """Straight lines between the points of a table; beyond its end along the last one, or as high as there."""
    tree = options.one("values")
    if tree.data != "map" or len(tree.children) < 2:
        raise MFrontError("a map of two points at least is wanted here", options.spot(tree))
    x = np.array([float("".join(pair.children[0].children)) for pair in tree.children])
    y = np.array([options.law.code_of(pair.children[-1])({}) for pair in tree.children], float)
    if not (np.diff(x) > 0.0).all():
        raise MFrontError("the points must be in order", options.spot(tree))
    way = options.one("interpolation", "linear")
    if way != "linear" and str(way.children[0]) != '"linear"':
        raise MFrontError("only linear interpolation is there", options.spot(way), missing=True)
    goes_on = options.one("extrapolation", True)
    goes_on = goes_on if goes_on is True else str(goes_on.children[0]).strip('"') in ("true", "linear")

    def limit(names, p):
        found = np.interp(p, x, y)
        last = (y[-1] - y[-2]) / (x[-1] - x[-2])
        return found + last * np.maximum(p - x[-1], 0.0) if goes_on else found

    return limit


HARDENINGS = {"Linear": linear, "Voce": voce, "Swift": swift, "Data": data}
