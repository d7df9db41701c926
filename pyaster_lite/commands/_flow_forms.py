"""SPEC_FONC_FORME: turbulence along a part of a control rod, by its spectra on given forms."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._flow_rod import ACROSS, read_spectra, rod_place
from pyaster_lite.fe.line_element import LineElement

NEAR = 1e-9
"""Of the length of the part: how far nodes may stand from its ends."""


def along_rod(args, made, spectrum, frequencies) -> np.ndarray:
    """(nf, nm, nm) spectra of the modes' forces.

    A form is a pair of functions along the part, for the two directions across it, which are taken one behind the other; the shares of
    the forms in a mode are those of the least squares over the part. As in code_aster, of one form alone the second function stands
    where the first does, and the mode is not moved with it.
    """
    value = spectrum.values
    if made.configuration.word != "GRAPPE":
        raise args.wrong("SPEC_TURB", f"{spectrum.name} goes with modes of a GRAPPE")
    places, forms, length = _forms(args, spectrum)
    node, axis, _ = rod_place(args, value["MODELE"], value["CARA_ELEM"], value["GROUP_NO"], False)
    nodes, abscissas = _part(args, value["MODELE"], node, axis, length)
    half = len(forms[0][0])
    found = []
    for order in made.orders:
        shape = made.shape(order)
        moved = [np.nan_to_num(shape.component(name)[nodes]) for name in ACROSS[axis][0]]
        first = np.interp(places[:half], abscissas, moved[0])
        found.append(np.r_[first, np.interp(places[half:], abscissas + length, moved[1])])
    values = np.array([np.concatenate(form) for form in forms])
    shares = np.linalg.solve(_products(places, values, values), _products(places, values, np.array(found))).T
    return np.einsum("ip,fpq,jq->fij", shares, read_spectra(value["INTE_SPEC"], len(forms), frequencies), shares)


def _products(places, first, second):
    """(n, m) integrals of products over the places, by trapezes."""
    return np.trapezoid(first[:, None] * second[None], places, axis=-1)


def _forms(args, spectrum):
    """The places (n,) of the first pair of functions one behind the other, each pair of values there, and the length of the part."""
    pairs = spectrum.values["FONCTION"]
    abscissas = [np.asarray(function.x, float) for function in pairs[0]]
    length = float(abscissas[0][-1])
    if any(functions[0].x[-1] != length for functions in pairs):
        raise args.wrong("SPEC_TURB", f"the forms of {spectrum.name} have not the same length")
    forms = [[np.interp(x, function.x, function.y) for x, function in zip(abscissas, functions)] for functions in pairs]
    return np.r_[abscissas[0], abscissas[1] + (length if len(pairs) > 1 else 0.0)], forms, length


def _part(args, model, node, axis, length):
    """The nodes (n,) of the rod over a length with a node in its middle, and where they stand from its start."""
    mesh = model.mesh
    lines = [group.nodes.ravel() for group in model.groups if isinstance(group.element, LineElement)]
    nodes = np.unique(np.concatenate(lines))
    aside = np.delete(mesh.coordinates[nodes] - mesh.coordinates[node], axis, axis=1)
    nodes = nodes[(abs(aside) < NEAR * length).all(axis=1)]
    nodes = nodes[np.argsort(mesh.coordinates[nodes, axis])]
    abscissas = mesh.coordinates[nodes, axis] - (mesh.coordinates[node, axis] - length / 2)
    if abscissas[0] > NEAR * length or abscissas[-1] < length * (1 - NEAR):
        raise args.wrong("SPEC_TURB", f"the rod does not go on for half of {length:g} m on both sides of the node")
    first = np.flatnonzero(abscissas < NEAR * length)[-1]
    last = np.flatnonzero(abscissas > length * (1 - NEAR))[0]
    return nodes[first : last + 1], abscissas[first : last + 1]
