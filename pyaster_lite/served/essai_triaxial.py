"""code_aster.MacroCommands.Contrib.essai_triaxial.Triaxial_DR: the drained triaxial test of Mohr-Coulomb, in closed form (v6.04.233).

Stresses are positive in tension; sigma_3 stays at sigma_0. With s = sin(phi), t = sin(psi), E Young's modulus and n = -1 in compression:

1. as long as it is elastic  sigma_1 = sigma_0 + E eps_1
2. it yields at              n (sigma_1 - sigma_3) + (sigma_1 + sigma_3) s = 2 c cos(phi)
3. there sigma_1 stays, and  (t + n) lambda = eps_1 - (sigma_1 - sigma_0)/E,  eps_v = 2 t lambda,  eps_d = sqrt(t^2 + 3) lambda
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import SERVED


@SERVED.register("code_aster.MacroCommands.Contrib.essai_triaxial.Triaxial_DR", "Contrib.essai_triaxial.Triaxial_DR")
def triaxial_dr(study):
    """The function."""
    return drained_test


def drained_test(K, G, phi, psi, cohes=0.0, sigma0=0.0, depzz=-1e-6, epzz_max=-3e-4):
    """Lists over the steps: eps_1, sigma_1, sigma_3, the plastic change of volume, the plastic distortion.

    K, G, cohes, sigma0 in Pa, angles in degrees; the strain goes from 0 to epzz_max by steps of depzz
    """
    s, t = np.sin(np.radians(phi)), np.sin(np.radians(psi))
    young, sense = 9.0 * K * G / (3.0 * K + G), np.sign(depzz)
    strain = np.arange(0.0, epzz_max + depzz, depzz)
    limit = (2.0 * cohes * np.cos(np.radians(phi)) - (s - sense) * sigma0) / (s + sense)
    axial = sense * np.minimum(sense * (sigma0 + young * strain), sense * limit)
    rate = (strain - (axial - sigma0) / young) / (t + sense)
    columns = (strain, axial, np.full_like(strain, sigma0), 2.0 * t * rate, np.sqrt(t * t + 3.0) * rate)
    return tuple(column.tolist() for column in columns)
