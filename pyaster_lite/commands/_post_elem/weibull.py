"""WEIBULL: Weibull's stress and the probability of cleavage of parts of a model (u4.81.22, r7.02.06).

    (s_w / s_u)^m = k / V_0 int max_t (s_1 / s_ref)^m dV

where plasticity is active; CORR_PLAST multiplies s_1 by exp(- e_1 / 2), e_1 the strain of Green and Lagrange along it. With
SIGM_ELMOY, tensors are means over the points of a cell that are beyond the strain SEUIL_EPSP_CUMU.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.quantity import PLACES, Quantity, derivation_of, layered_words, orders, orders_of, places, table
from pyaster_lite.commands._weibull import SIGM, along, at_points, largest, parts_of, tensor
from pyaster_lite.fe.tensors import AXES

_BOOK = {
    "NUME_ORDRE": "I", "INST": "R", "LIEU": "K24", "ENTITE": "K8", "SIGMA_WEIBULL": "R", "PROBA_WEIBULL": "R", "SIGMA_WEIBULL**M": "R",
}  # fmt: skip
_VARIABLES = {"ROUSSELIER": ("V1", "V3")}
"""The plastic strain and whether it grows, of laws where they are not V1 and V2."""


def run(args, context):
    """A row for each place and storage order, each following those before."""
    first = args.WEIBULL[0]
    for occurrence in args.WEIBULL:
        if (occurrence.OPTION, occurrence.CORR_PLAST) != (first.OPTION, first.CORR_PLAST):
            raise occurrence.wrong("OPTION", "OPTION and CORR_PLAST are the same in all occurrences")
    derivation, rows = derivation_of(args), []
    model = derivation.model
    parts = [part for part in parts_of(model, derivation.data, np.arange(model.mesh.n_cells)) if part.data.has("weibull_modulus")]
    if not parts:
        raise args.wrong("CHAM_MATER", "no material has WEIBULL")
    m, scale = (float(parts[0].data.property(name)[0]) for name in ("weibull_modulus", "weibull_scale"))
    reached = [np.zeros(part.weights.shape) for part in parts]
    for order in orders_of(args, context):
        energy = np.zeros(model.mesh.n_cells)
        for part, before in zip(parts, reached):
            energy[part.cells] = _of_cells(first, derivation, part, order, before)
        head = {"NUME_ORDRE": order, "INST": derivation.time(order)}
        for occurrence in args.WEIBULL:
            for name, kind, cells in places(occurrence, model.mesh, context, union=False):
                share = occurrence.COEF_MULT * float(energy[cells].sum())
                power = share * scale**m
                told = (power ** (1.0 / m), 1.0 - np.exp(-share), power)
                rows.append({**head, "LIEU": name, "ENTITE": kind, **dict(zip(list(_BOOK)[4:], told))})
    return table(rows, _BOOK)


def _of_cells(level, derivation, part, order, reached):
    """(n,) sums over the points, or cells, of what was reached so far, which is brought up to date."""
    weights = reach(level, derivation, part, order, reached)
    m, volume = (part.data.property(name)[:, None] for name in ("weibull_modulus", "weibull_volume"))
    return (weights / volume * reached**m).sum(axis=1)


def reach(level, derivation, part, order, reached) -> np.ndarray:
    """(n, ng) the weights of the points at a storage order; `reached` (n, ng), the largest stress over its reference so far, is brought
    up to date."""
    t = derivation.time(order)
    data = part.data.between(t, t)
    stress = tensor(part, derivation.field("SIEF_ELGA", order), {axes: f"SI{axes}" for axes in AXES})
    strain = None
    if level.CORR_PLAST == "OUI":
        strain = tensor(part, derivation.field("EPSG_ELGA", order), {axes: f"EP{axes}" for axes in AXES})
    grown, active = _plasticity(derivation, part, order)
    beyond = grown >= data.property("weibull_strain")[:, None]
    there, weights = active, part.weights
    reference = data.at_points("weibull_stress")
    if level.OPTION == "SIGM_ELMOY":
        weights = np.where(beyond, part.weights, 0.0)
        whole = weights.sum(axis=1, keepdims=True)
        share = np.divide(weights, whole, out=np.zeros_like(weights), where=whole > 0.0)
        if data.varies("weibull_stress"):
            reference = _at_mean(data, share)
        stress = np.einsum("ng,ngc->nc", share, stress)[:, None] + np.zeros_like(stress)
        strain = None if strain is None else np.einsum("ng,ngc->nc", share, strain)[:, None] + np.zeros_like(strain)
        there = np.broadcast_to((active & (whole > 0.0)).any(axis=1, keepdims=True), active.shape)
    elif part.element.continuum.dim == 3:
        there = active & beyond
    value, direction = largest(stress)
    if strain is not None:
        value = value * np.exp(-0.5 * np.where(value > 0.0, along(strain, direction), 0.0))
    np.maximum(reached, np.where(there, value / reference, 0.0), out=reached)
    return weights


def _at_mean(data, share):
    """(n, 1) the stress that others are counted in, at the mean of what surrounds the cells."""
    around = {name: (share * values).sum(axis=1, keepdims=True) for name, values in data.variables().items()}
    return replace(data, surroundings=lambda t: around).at_points("weibull_stress")


def _plasticity(derivation, part, order):
    """(n, ng) the cumulated plastic strain, and whether it grows."""
    owner = {}
    for law in getattr(derivation.result, "laws", ()):
        for cell in part.cells[slice(None) if law.cells is None else np.isin(part.cells, law.cells)].tolist():
            owner.setdefault(cell, law.relation)
    field = derivation.field("VARI_ELGA", order)
    grown, active = np.zeros(part.weights.shape), np.zeros(part.weights.shape)
    relations = np.array([owner.get(cell, "") for cell in part.cells.tolist()])
    for relation in np.unique(relations):
        rows = relations == relation
        strain, flag = _VARIABLES.get(relation, ("V1", "V2"))
        grown[rows], active[rows] = at_points(part, field, strain)[rows], at_points(part, field, flag)[rows]
        if relation == "LEMAITRE":
            active[rows] = 1.0
    return grown, active >= 1.0


_FACT = FACT(
    "f",
    max="**",
    rules=UN_PARMI("TOUT", "GROUP_MA"),
    **PLACES,
    OPTION=SIGM,
    CORR_PLAST=SIMP("f", into=("OUI", "NON"), defaut="NON"),
    COEF_MULT=SIMP("f", typ="R", defaut=1.0),
)
QUANTITIES = {"WEIBULL": Quantity(_FACT, run, {**layered_words(), "RESULTAT": SIMP("o", typ="evol_noli"), **orders()})}
