"""A material that every law can read, and points made of it."""

import numpy as np

from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.materials._law import isotropic
from pyaster_lite.materials.traction import TractionCurve

E, NU, SY, SLOPE = 2e11, 0.3, 2e8, 2e10


def curve(slope=SLOPE, sy=SY, young=E):
    """The traction curve of linear hardening."""
    strain = np.array([sy / young, 0.5])
    stress = np.array([sy, sy + slope * (0.5 - sy / young)])
    return Function(strain, stress, Properties("EPSI", "SIGM", ("LIN", "LIN"), "EXCLU", "LINEAIRE"))


class Damp:
    """Pores that are always as humid as the air."""

    @staticmethod
    def humidity(water, heat):
        """(relative humidity, capillary pressure)."""
        return np.ones(np.shape(water)), None


class Ageless:
    """Creep that does not fade with age."""

    @staticmethod
    def at(age):
        """One."""
        return np.ones(np.shape(age))


RECOVERY = {
    "k_0": SY, "k": SY, "n": 8.0, "b": 10.0, "q_m": SY, "q_0": SY / 3, "c1": 3e10, "g1_0": 200.0, "c2": 5e9, "g2_0": 20.0, "a_k": 0.1,
    "a_r": 1.0, "alp": 0.0, "m_r": 1.0, "g_r": 0.0, "mu": 40.0, "qr_0": 0.0, "eta": 0.5, "m_1": 1.0, "d1": 1.0, "g_x1": 0.0, "m_2": 1.0,
    "d2": 1.0, "g_x2": 0.0, "a_i": 0.7,
}  # fmt: skip
"""VISCOCHAB, of which nothing recovers."""

DAMAGED_CREEP = {
    "eps0": 1e-8, "k": 1e8, "h1": 3e10, "h2": -2e8, "delta1": 1.0, "delta2": 0.0, "h1st": 0.33, "h2st": 1.0, "biga": 0.0, "sig0": 1e8,
    "kc": 1e-3, "alphad": 0.5, "s_equi_d": 0.0,
}  # fmt: skip
"""HAYHURST, of which nothing is damaged: its tangent leaves that out."""

LEMAITRE_DAMAGE = {"sy": SY / 10, "alpha_d": 0.3, "beta_d": 0.1, "r_d": 2.0, "a_d": 1e10, "k_d": 1.5}
"""VENDOCHAB and VISC_ENDO."""

STEEL = {
    **{f"damaged_creep.{word}": value for word, value in LEMAITRE_DAMAGE.items()},
    **{f"creep_damage.{word}": value for word, value in DAMAGED_CREEP.items()},
    **{f"recovery.{word}": value for word, value in RECOVERY.items()},
    "elasticity": isotropic(E, NU),
    "young": E,
    "poisson": NU,
    "expansion": 1e-5,
    "yield_stress": SY,
    "traction_slope": SLOPE,
    "limit_stress": 2 * SY,
    "limit_strain": 0.01,
    "traction": TractionCurve([curve()]),
    "hardening_coefficient": 1.5,
    "hardening_exponent": 3.0,
    "prager": 1e10,
    "swelling_elasticity": isotropic(E, NU),
    "swelling_biot": 1.0,
    "swelling_pressure": 1e6,
    "swelling_fading": 0.1,
    "creep_exponent": 4.0,
    "creep_rate": 1e-9,
    "creep_hardening": 0.2,
    "tension_limit": SY,
    "cone_kind": 1.0,
    "cone_slope": 0.02,
    "cone_yield": SY,
    "cone_rate": 5e9,
    "cone_end": 10.0,
    "cone_dilatancy": 0.1,
    "mazars_limit": 1e-4,
    "mazars_shear": 0.7,
    "mazars_tension_a": 0.8,
    "mazars_tension_b": 1e4,
    "mazars_compression_a": 1.4,
    "mazars_compression_b": 1900.0,
    "soil_friction": 0.5,
    "soil_dilatancy": 0.3,
    "soil_cohesion": SY / 2,
    "local_toughness": 20.0,
    "local_shape": 2.0,
    "local_strength": SY,
    "local_scale": 1.2 * SY,
    "local_confinement": 0.1,
    "local_closing": 5e3,
    "concrete.energy": 20.0,
    "concrete.shape": 1.5,
    "concrete.tension": SY,
    "concrete.onset": 3 * SY,
    "concrete.compression": 8 * SY,
    "concrete.delay": 0.0,
    "hardening_start": SY,
    "hardening_line": 1e9,
    "hardening_first": SY / 2,
    "hardening_first_rate": 50.0,
    "hardening_power": SY / 3,
    "hardening_power_shift": 1e-2,
    "hardening_power_exponent": 0.3,
    "voids_first": 1.5,
    "voids_second": 1.07,
    "voids_initial": 1e-2,
    "voids_joining": 5e-2,
    "voids_faster": 2.0,
    "voids_last": 0.255,
    "voids_gauss_voids": 4e-2,
    "voids_gauss_mean": 2e-2,
    "voids_gauss_deviation": 1e-2,
    "cavity_shape": 2.0,
    "cavity_stress": 1.2 * SY,
    "cavity_initial": 1e-2,
    "cavity_joining": 1.0,
    "cavity_faster": 1.0,
    "cavity_last": 0.9,
    "cavity_fading": 1.0,
    "cavity_starting": 0.1,
    "cavity_heating": 0.85,
    "sinh_stress": SY / 5,
    "sinh_rate": 1e-2,
    "sinh_exponent": 2.0,
    "cook_start": SY,
    "cook_power": 2 * SY,
    "cook_exponent": 0.4,
    "viscous_stress": SY,
    "viscous_exponent": 5.0,
    "softening_slope": -E / 50,
    "orth.alpha": 0.87,
    "orth.k0": 1e6,
    "orth.k1": 1e8,
    "orth.k2": 1e-2,
    "orth.ecrob": 1e7,
    "orth.ecrod": 1e7,
    "tension_strength": SY,
    "rag_kind": 1.0,
    "rag_tension_exponent": 2.0,
    "rag_tension": SY,
    "rag_compression_exponent": 1.5,
    "rag_compression": 4 * SY,
    "rag_drucker": 0.1,
    "clay_shear": E / 2.6,
    "clay_void": 1.0,
    "clay_swelling": 40.0,
    "clay_compression": 13.0,
    "clay_kapa": 0.05,
    "clay_lambda": 0.2,
    "clay_slope": 1.0,
    "clay_critical": 1e9,
    "clay_bulk": E / 1.2,
    "clay_tension": -1e9,
    "rock_peak": 5e-3,
    "rock_last": 2e-2,
    "rock_first_s": 200 * SY**2,
    "rock_s": 300 * SY**2,
    "rock_first_m": SY,
    "rock_m": SY,
    "rock_residual": 15 * SY,
    "rock_ratio": 3.3,
    "rock_first_angle": 0.1,
    "rock_angle": 0.2,
    "rock_last_angle": 0.3,
    "mass_last": 0.1,
    "mass_broken": 0.03,
    "mass_m_last": 1.0,
    "mass_m_broken": 1.5,
    "mass_a_broken": 0.65,
    "mass_m_peak": 2.0,
    "mass_a_peak": 0.5,
    "mass_power": 0.45,
    "mass_strength": 40 * SY,
    "mass_swelling": 0.23,
    "mass_swelling_share": 0.25,
    "mass_lode": 0.7,
    "mass_meeting": 80 * SY,
    "mass_air": 1e5,
    "flow_pressure": SY,
    "flow_rate": 1e-3,
    "flow_exponent": 2.0,
    "flow_peak": 1e-2,
    "flow_last": 5e-2,
    "flow_slope_0": 0.1,
    "flow_slope_1": 0.2,
    "flow_slope_2": 0.15,
    "flow_yield_0": SY,
    "flow_yield_1": 1.5 * SY,
    "flow_yield_2": SY / 2,
    "flow_dilatancy_0": -0.05,
    "flow_dilatancy_1": 0.05,
    "flow_dilatancy_2": 0.02,
    "iwan_young": E,
    "iwan_poisson": NU,
    "iwan_distortion": 2e-3,
    "iwan_exponent": 0.8,
    "mcc_bulk": E / 1.2,
    "mcc_shear": E / 2.6,
    "mcc_swelling": 5.0,
    "mcc_critical": 2 * SY,
    "mcc_slope": 1.0,
    "mcc_tension": SY,
    "mcc_hardening": 5.0,
    "cssm_bulk": E / 1.2,
    "cssm_shear": E / 2.6,
    "cssm_critical": SY,
    "cssm_slope": 1.2,
    "cssm_hardening": 5.0,
    "cssm_exponent": 0.8,
    "cssm_distortion": 2e-3,
    "cssm_centre": 4 * SY,
    "cssm_share": 0.1,
    "cssm_reduction": 0.9,
    "cssm_growth": 5.0,
    "chaboche_first": SY,
    "chaboche_last": 1.5 * SY,
    "chaboche_rate": 20.0,
    "chaboche_kinematic_ratio": 1.3,
    "chaboche_kinematic_rate": 15.0,
    "chaboche_recall_ratio": 0.7,
    "chaboche_modulus_1": 3e10,
    "chaboche_recall_1": 200.0,
    "chaboche_modulus_2": 5e9,
    "chaboche_recall_2": 20.0,
    "chaboche_radial_1": 0.6,
    "chaboche_radial_2": 0.9,
    "branches_limit": SY,
    "branches_prager": 1e10,
    "branches_young": E / 4,
    "branches_poisson": 0.25,
    "branches_dashpot_poisson": 0.4,
    "branches_viscosity": 5e9,
    "branches_exponent": 0.6,
    "memory_rate": 60.0,
    "memory_most": 1.5 * SY,
    "memory_start": SY / 3,
    "memory_share": 0.5,
    "relaxing_c10": 0.2 * E / 2.6,
    "relaxing_c01": 0.3 * E / 2.6,
    "relaxing_c20": 0.1 * E / 2.6,
    "relaxing_bulk": E / 1.2,
    "relaxing_share": np.zeros(10),
    "relaxing_time": np.ones(10),
    "foam_terms": np.array([[1.1 * E / 2.6, 3.0, 0.7], [-0.1 * E / 2.6, 2.2, 0.2], *[[0.0, 1.0, 1.0]] * 8]),
    "energy_c10": 0.2 * E / 2.6,
    "energy_c01": 0.3 * E / 2.6,
    "energy_c20": 0.0,
    "bulk_modulus": E / 1.2,
    "desorption": Damp(),
    "granger_compliances": np.array([0.1, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]) / E,
    "granger_times": np.array([0.5, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
    "granger_ageing": Ageless(),
    "burger_young": E,
    "burger_poisson": NU,
    "burger_mean_spring": E,
    "burger_mean_viscosity": 2 * E,
    "burger_mean_lasting": 4 * E,
    "burger_spring": E / 2,
    "burger_viscosity": E,
    "burger_lasting": 3 * E,
    "burger_consolidation": 2e-3,
    "burger_activation": 0.0,
    "burger_reference": 20.0,
    "burger_drying": 0.0,
    "cones_compression": 10 * SY,
    "cones_tension": SY,
    "cones_biaxial": 1.16,
    "cones_compression_energy": 1e7,
    "cones_tension_energy": 1e5,
    "cones_elastic": 1 / 3,
    "cones_compression_bent": 0.0,
    "cones_tension_bent": 0.0,
    "cones_length": 0.05,
    "taheri_start": SY / 2,
    "taheri_exponent": 0.4,
    "taheri_softening": 0.2,
    "taheri_hardening": 2 * SY,
    "taheri_fading": 10.0,
    "taheri_first": -0.01,
    "taheri_last": 0.05,
    "taheri_most": 3 * SY,
    "creep_mean_spring": E,
    "creep_mean_viscosity": 2 * E,
    "creep_mean_inner_spring": E / 2,
    "creep_mean_inner_viscosity": 3 * E,
    "creep_spring": E,
    "creep_viscosity": E / 2,
    "creep_inner_viscosity": 5 * E,
    "claystone_young": E,
    "claystone_poisson": NU,
    "claystone_compression": 10 * SY,
    "claystone_tension": 5 * SY,
    "claystone_slope": 1.0,
    "claystone_index": 1.0,
    "claystone_exponent": 2.0,
    "claystone_shape": 0.5,
    "claystone_growth": 2.0,
    "claystone_time": 1.0,
    "claystone_power": 2.0,
    "claystone_moved": 2e10,
    "claystone_crept": 1e10,
    "rounded_young": E,
    "rounded_poisson": NU,
    "rounded_cohesion": 4 * SY,
    "rounded_friction": 20.0,
    "rounded_dilatancy": 10.0,
    "rounded_transition": 25.0,
    "rounded_tension": 2 * SY,
    "rounded_hardening": 1.0,
    # so stiff that nothing flows in a second
    "maxwell_shape": 1e16 * E,
    "maxwell_volume": 1e16 * E,
}


def points(material=STEEL, surroundings=None, cells=2):
    """The data of some cells of one material."""
    return ElementData(np.arange(cells), np.zeros((cells, 4, 3)), [material], np.zeros(cells, int), {}, surroundings, Step(0.0, 1.0))


def at_rest(behaviour, continuum, shape=(2, 3)):
    """No strain, no stress, no past."""
    zero = np.zeros((*shape, len(continuum.strains)))
    return PointState(zero, zero, np.zeros((*shape, behaviour.internal_size)))


def follow(behaviour, continuum, path, data, state=None):
    """The state after a path of strains (n, ns), and the last tangent."""
    state = state or at_rest(behaviour, continuum, (len(data), 1))
    for strain in path:
        strain = np.broadcast_to(strain, state.strain.shape)
        stress, internal, tangent = behaviour.integrate(strain, state, data, continuum)
        state = PointState(strain, stress, internal)
    return state, tangent
