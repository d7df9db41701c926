"""A clay with everything that laws of porous media may read, and cells of it."""

import numpy as np

from pyaster_lite.behaviours.porous._medium import Medium
from pyaster_lite.catalogue.registry import BEHAVIOURS, FLUIDS, RETENTIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, Space
from pyaster_lite.fe.porous.element import Porous
from pyaster_lite.fe.porous.layout import Layout
from pyaster_lite.fe.porous.moving import MovingPorous
from pyaster_lite.materials._law import isotropic

CLAY = {
    "elasticity": isotropic(5e8, 0.2), "young": 5e8, "poisson": 0.2, "expansion": 1e-5,
    "initial.pre1": 1e6, "initial.pre2": 2e6, "initial.temp": 300.0, "initial.poro": 0.3, "initial.pres_vape": 3600.0,
    "liquid.rho": 1000.0, "liquid.un_sur_k": 5e-10, "liquid.cp": 4180.0, "liquid.alpha": 1e-4, "liquid.visc": 1e-3,
    "liquid.d_visc_temp": 0.0, "gas.mass_mol": 0.029, "gas.cp": 1000.0, "gas.visc": 1.8e-5, "gas.d_visc_temp": 0.0,
    "steam.mass_mol": 0.018, "steam.cp": 1870.0, "steam.visc": 1e-5, "steam.d_visc_temp": 0.0,
    "dissolved.cp": 1000.0, "dissolved.coef_henry": 1e5,
    "skeleton.rho": 2200.0, "skeleton.cp": 1000.0, "skeleton.r_gaz": 8.314, "skeleton.biot_coef": 0.9, "skeleton.perm_in": 1e-15,
    "skeleton.gravity": np.array([0.0, -9.81, 0.0]), "skeleton.lamb_t": 1.5,
    "skeleton.satu_pres": lambda v: 1.0 - 1e-7 * v["PCAP"], "skeleton.d_satu_pres": -1e-7,
    "skeleton.perm_liqu": lambda v: v["SAT"] ** 3, "skeleton.d_perm_liqu_satu": lambda v: 3.0 * v["SAT"] ** 2,
    "skeleton.perm_gaz": lambda v: 1.1 - v["SAT"], "skeleton.d_perm_satu_gaz": -1.0, "skeleton.d_perm_pres_gaz": 0.0,
    "skeleton.vg_n": 1.6, "skeleton.vg_sr": 0.1, "skeleton.vg_pr": 5e6, "skeleton.vg_smax": 0.99, "skeleton.vg_satur": 1.0,
    "skeleton.fickv_t": 1e-7, "skeleton.ficka_t": 1e-9,
}  # fmt: skip
SPACES = {"plane": Plane(), "revolution": Axisymmetric(), "space": Space()}
RULES = {"TRIA6": "FPG3", "QUAD8": "FPG4", "TETRA10": "FPG4", "PENTA15": "FPG6", "HEXA20": "FPG8"}


def medium(fluid, mechanical=True, retention="HYDR_UTIL", theta=1.0):
    """The law of a kit with an elastic skeleton."""
    return Medium(BEHAVIOURS["ELAS"] if mechanical else None, FLUIDS[fluid], RETENTIONS[retention], theta)


def cells(cell, fluid, mechanical=True, thermal=False, selective=False, space=None, count=2):
    """An element and data for a few cells of it, away from the axis x = 0."""
    nodes = reference_cell(cell).nodes
    continuum = SPACES[space or ("space" if nodes.shape[1] == 3 else "plane")]
    kind = MovingPorous if mechanical else Porous
    element = kind(cell, Layout(continuum, mechanical, FLUIDS[fluid].phases, thermal), RULES[cell], selective)
    rng, dim = np.random.default_rng(3), nodes.shape[1]
    coordinates = np.zeros((count, len(nodes), 3))
    for k in range(count):
        coordinates[k, :, :dim] = nodes @ (np.eye(dim) + 0.1 * rng.standard_normal((dim, dim))) + 4.0
    # the p1 of LIQU_VAPE is the pressure of the liquid, which pulls, and where the curve of retention is read too
    pulled = {"initial.pre1": -1e6, "skeleton.satu_pres": lambda v: 0.8 - 1e-7 * v["PCAP"]}
    clay = CLAY | (pulled if fluid == "LIQU_VAPE" else {})
    return element, ElementData(np.arange(count), coordinates, [clay], np.zeros(count, int))


def moved(element, data, size=1.0, seed=5):
    """(ne, nd) unknowns that vary from node to node: displacements near 1e-5 m, pressures near 1e4 Pa, temperatures near 0.1 K."""
    sizes = {"DX": 1e-5, "DY": 1e-5, "DZ": 1e-5, "PRE1": 1e4, "PRE2": 1e4, "TEMP": 0.1}
    scale = np.array([sizes[name] for names in element.components for name in names])
    return size * scale * np.random.default_rng(seed).standard_normal((len(data), element.size))
