"""Strains that no stress causes: of temperature, drying, hydration, water in the pores, and those given as such (r4.08.01).

    e = (alpha(T) (T - T_ref) - K (S_ref - S) - B h + b p / (3 k)) 1 + e_given

alpha the mean expansion from the reference temperature T_ref, S the concentration of water with its reference, h the degree
of hydration, b Biot's coefficient, p the pressure in the pores, 3 k = E / (1 - 2 nu); alpha may differ along the material's axes.
Metals whose phases change tell the first term by a property of their own, thermal_strain.
"""

from __future__ import annotations

import numpy as np

from .data import ElementData
from .errors import ComputationFailed
from .frames import mandel_rotation
from .tensors import AXES, mandel_factors


def surrounded(data: ElementData) -> bool:
    """Whether anything may strain the cells beside stress."""
    return data.surroundings is not None


def anelastic_strain(
    data: ElementData, components, before: bool = False, even: bool = False, told: bool = False, first: bool = False
) -> np.ndarray | None:
    """(ne, ng, ns) strains in Mandel's notation at the end of the step of `data`, or `before` it; None when there are none.

    components  the names of the strains, as Continuum.strains. Raises ComputationFailed when something needed is not known.
    even  whether a cell expands everywhere as at the mean of what surrounds it
    told  those alone that are left out of the stresses told of displacements: as in code_aster (sigvmc) of temperature, drying and
          hydration, neither of pressure in the pores nor given
    first  whether a cell expands everywhere by the temperature of its first point, unless that is an unknown of the cell
    """
    if data.surroundings is None:
        return None
    variables = data.variables(before)
    if first and "TEMP" in variables and not getattr(data.surroundings, "heat_is_unknown", False):
        variables = {**variables, "TEMP": np.broadcast_to(variables["TEMP"][:, :1], variables["TEMP"].shape)}
    total, *shrinkages = _caused(data, variables, before, even)
    for shrinkage in shrinkages[:-1] if told else shrinkages:
        if shrinkage is not None:
            shrunk = shrinkage[..., None] * _diagonal(np.ones(3))
            total = shrunk if total is None else total + shrunk
    given = [] if told else [variables.get(f"EPSA{name}") for name in AXES]
    if any(value is not None for value in given):
        zero = np.zeros_like(variables["INST"])
        strain = np.stack([s * (zero if value is None else value) for s, value in zip(mandel_factors(), given)], axis=-1)
        total = strain if total is None else total + strain
    return None if total is None else total[..., [AXES.index(name) for name in components]]


def causes(data: ElementData, own: bool = False, before: bool = False) -> tuple[np.ndarray | None, ...]:
    """What temperature strains (ne, ng, 6); what drying, hydration, pressure in the pores do evenly (ne, ng); None where there is none.

    own  whether the strains of temperature are those along the material's own axes
    """
    return _caused(data, data.variables(before), before, False, own)


def _caused(data, variables, before, even, own=False):
    thermal = _thermal(data, variables, before, even, own) if "TEMP" in variables else None
    drying = hydration = swelling = None
    if "SECH" in variables and data.has("drying_shrinkage"):
        drying = -data.at_points("drying_shrinkage", 0.0, before) * (variables.get("SECH_REF", 0.0) - variables["SECH"])
    if "HYDR" in variables and data.has("hydration_shrinkage"):
        hydration = -data.at_points("hydration_shrinkage", 0.0, before) * variables["HYDR"]
    if "PTOT" in variables and data.has("skeleton.biot_coef"):
        biot = data.at_points("skeleton.biot_coef", 0.0, before)
        stiff = data.at_points("young", before=before) / (1.0 - 2.0 * data.at_points("poisson", before=before))
        swelling = biot / stiff * variables["PTOT"]
    return thermal, drying, hydration, swelling


def _diagonal(values):
    """(..., 6) of the three first components."""
    return np.concatenate([values, np.zeros_like(values)], axis=-1)


def _thermal(data, variables, before, even, own):
    """(ne, ng, 6), None when no material expands."""
    if not data.has("expansion") and not data.has("thermal_strain"):
        return None
    if "TEMP_REF" not in variables:
        raise ComputationFailed("the temperature has no reference: thermal strains cannot be told")
    told = data.at_points("thermal_strain", 0.0, before)[..., None] * _diagonal(np.ones(3)) if data.has("thermal_strain") else 0.0
    return told + (_expanded(data, variables, before, even, own) if data.has("expansion") else 0.0)


def _expanded(data, variables, before, even, own):
    """(ne, ng, 6) by a mean expansion."""
    warmer = variables["TEMP"] - variables["TEMP_REF"]
    expansion = data.overall("expansion", 0.0, before)[:, None] if even else data.at_points("expansion", 0.0, before)
    if expansion.ndim == 2:
        return (expansion * warmer)[..., None] * _diagonal(np.ones(3))
    strain = _diagonal(expansion * warmer[..., None])
    frames = data.characteristics.get("material_frame")
    if own or frames is None:
        return strain
    given = frames.any(axis=(1, 2))
    strain[given] = (mandel_rotation(frames[given])[:, None].swapaxes(-1, -2) @ strain[given][..., None])[..., 0]
    return strain
