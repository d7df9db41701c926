"""Norms of modes, as CALC_MODES gives them and NORM_MODE changes them."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.modal_parameters import largest_first

NORMS = ("MASS_GENE", "RIGI_GENE", "EUCL", "EUCL_TRAN", "TRAN", "TRAN_ROTA")
TRANSLATIONS = ("DX", "DY", "DZ")
ROTATIONS = ("DRX", "DRY", "DRZ")


def normalise_by_largest(modes):
    """Bring the component of largest modulus of every mode to one."""
    _scale(modes, lambda vectors: 1.0 / _nonzero(largest_first(vectors)), "SANS_CMP: LAGR")


def norm_by(args, modes, norm: str, word: str = "NORME"):
    """Apply one of the named norms; `args` and `word` place an error."""
    if norm in ("MASS_GENE", "RIGI_GENE") and modes.kind == "mode_meca_c":
        _scale(modes, lambda vectors: _complex_factors(modes, norm), norm)
    elif norm in ("MASS_GENE", "RIGI_GENE"):
        values = modes.access(norm)
        if np.isnan(values).any():
            raise args.wrong(word, f"the modes {modes.name} have no {norm}: they cannot be normed by it")
        if (values <= 0.0).any():
            order = modes.orders[int(np.flatnonzero(values <= 0.0)[0])]
            raise args.wrong(word, f"mode {order} has no positive {norm}: it cannot be normed by it")
        _scale(modes, lambda vectors: 1.0 / np.sqrt(values), norm)
    elif norm in ("EUCL", "EUCL_TRAN"):
        counted = _carrying(args, modes, TRANSLATIONS, word) if norm == "EUCL_TRAN" else slice(None)
        _scale(modes, lambda vectors: 1.0 / _nonzero(np.linalg.norm(vectors[counted], axis=0)), norm)
    else:
        names = TRANSLATIONS if norm == "TRAN" else TRANSLATIONS + ROTATIONS
        norm_by_components(args, modes, names, norm, word)


def norm_by_components(args, modes, names, label: str, word: str, without: bool = False):
    """Bring the largest value among the components `names` (or all others) to one."""
    counted = _carrying(args, modes, names, word)
    if without:
        counted = np.setdiff1d(np.arange(modes.dofs.size), counted)
    norm_by_unknowns(args, modes, counted, label, word)


def norm_by_unknowns(args, modes, counted: np.ndarray, label: str, word: str):
    """Bring the largest value among some unknowns to one."""
    if not modes.orders:
        return
    if not counted.size:
        raise args.wrong(word, "no unknown of the modes has such a component")
    values = largest_first(modes.shapes, counted)
    # as code_aster does, a mode is normed by what rounding leaves there too
    if (values == 0.0).any():
        order = modes.orders[int(abs(values).argmin())]
        raise args.wrong(word, f"mode {order} vanishes there: it cannot be normed by it")
    # A complex mode keeps its phase.
    _scale(modes, lambda vectors: 1.0 / (abs(values) if np.iscomplexobj(values) else values), label)


def _complex_factors(modes, norm):
    """Factors that bring x.(2 lambda M + C) x, or x.(lambda^2 M - K) x, of every mode to one."""
    mass, other = modes.mass.matrix, modes.damping if norm == "MASS_GENE" else modes.stiffness
    factors = []
    for order in modes.orders:
        x, pulsation, ratio = modes.vectors[order], np.sqrt(modes.parameter("OMEGA2", order)), modes.parameter("AMOR_REDUIT", order)
        value = complex(-abs(ratio * pulsation) / np.sqrt(1.0 - ratio**2), pulsation)
        coefficients = (2.0 * value, 1.0) if norm == "MASS_GENE" else (value**2, -1.0)
        moved = coefficients[0] * (mass @ x)
        if other is not None:
            moved = moved + coefficients[1] * (other.matrix @ x)
        factors.append(1.0 / np.sqrt(x @ moved))
    return np.array(factors)


def _carrying(args, modes, names, word):
    dofs = modes.dofs
    if modes.orders and len(modes.vectors[modes.orders[0]]) != dofs.size:
        text = f"{modes.name or 'these modes'} are told by coordinates on a basis, which are no components of nodes"
        raise args.wrong(word, text, help="MASS_GENE, RIGI_GENE or EUCL")
    wanted = [dofs.components.index(name) for name in names if name in dofs.components]
    return np.flatnonzero(np.isin(dofs.component, wanted))


def _nonzero(values):
    return np.where(values == 0.0, 1.0, values)


def _scale(modes, factors_of, label):
    if not modes.orders:
        return
    factors = factors_of(modes.shapes)
    for order, factor in zip(modes.orders, factors):
        modes.rescale(order, factor, label)
