"""SECH_GRANGER, SECH_MENSI, SECH_BAZANT, SECH_NAPPE, SECH_RFT: how water diffuses in concrete that dries (u4.43.01, r7.01.12).

With C the water (kg/m3), T the temperature and h the relative humidity of C:

GRANGER  A exp(B C) T/T0 exp(-Q (1/T - 1/T0)), T in K
MENSI    A exp(B C)
BAZANT   D1 (a + (1 - a)/(1 + ((1 - h)/(1 - 3/4))^n))
NAPPE    a function of C and T
RFT      that of the liquid (Richards, Mualem and van Genuchten) and of the vapour (Fick), with BETON_DESORP's law of Leverett
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.fe.drying import GAS, MOLAR_MASS, ZERO, Diffusion, Leverett, kelvin_humidity, water_density
from pyaster_lite.fe.errors import ComputationFailed

from ._law import FUNCTION, MaterialLaw, numbers

ATMOSPHERE = 101325.0
"""Pa"""
METRES = {"M": 1.0, "MM": 1e-3}
SECONDS = {"S": 1.0, "MIN": 60.0, "H": 3600.0, "J": 86400.0}


def _granger(given):
    a, b, activation, first = given.A, given.B, given.QSR_K, given.TEMP_0_C + ZERO

    def law(water, around, material):
        kelvin = around["TEMP"] + ZERO
        return a * np.exp(b * water) * kelvin / first * np.exp(-activation * (1 / kelvin - 1 / first)), 0.0

    return law


def _mensi(given):
    return lambda water, around, material: (given.A * np.exp(given.B * water), 0.0)


def _bazant(given):
    function, first, least, exponent = given.FONC_DESORP, given.D1, given.ALPHA_BAZANT, given.N

    def law(water, around, material):
        humidity = function.evaluate(**around | {"SECH": water})
        return first * (least + (1.0 - least) / (1.0 + ((1.0 - humidity) / 0.25) ** exponent)), 0.0

    return law


def _by_function(given):
    return lambda water, around, material: (given.FONCTION.evaluate(**around | {"SECH": water}), 0.0)


def _richards_and_fick(given):
    permeability, activation = given.PERM_IN, given.QSR_K
    length, time = METRES[given.UNITE_LONGUEUR], SECONDS[given.UNITE_TEMPS]

    def law(water, around, material):
        pores = material.get("desorption")
        if not isinstance(pores, Leverett):
            raise ComputationFailed("SECH_RFT needs BETON_DESORP with LEVERETT='OUI'")
        kelvin, saturation, porosity = around["TEMP"] + ZERO, pores.saturation(water), pores.porosity
        pressure, slope = pores.pressure(water, around["TEMP"])
        eased = permeability * np.exp(np.exp((kelvin - pores.reference - ZERO) / activation) - 1.0)
        viscosity = 0.6612 * (kelvin - 229.0) ** -1.562
        relative = saturation**given.VG_M_P * (1.0 - (1.0 - saturation ** (1 / pores.exponent)) ** pores.exponent) ** 2
        liquid = eased / (porosity * viscosity) * relative * slope
        fick = 0.217e-4 * (kelvin / ZERO) ** 1.88 * porosity**given.A_MIL * (1.0 - saturation) ** given.B_MIL
        vapour_pressure = kelvin_humidity(pressure, kelvin) * ATMOSPHERE * np.exp(13.7 - 5120.0 / kelvin)
        vapour = fick * vapour_pressure * slope * (MOLAR_MASS / (GAS * kelvin)) ** 2 / (porosity * water_density(kelvin) ** 2)
        return liquid * time, vapour * time / length**2

    return law


def _declare(word, declared, make):
    """The law goes by the name diffusion_ and its own."""
    name = f"diffusion_{word.removeprefix('SECH_').lower()}"
    MATERIALS.add(word, MaterialLaw(declared, lambda occurrence: {name: Diffusion(make(occurrence))}))


_declare("SECH_GRANGER", FACT("f", **numbers("o", "A B QSR_K TEMP_0_C")), _granger)
_declare("SECH_MENSI", FACT("f", **numbers("o", "A B")), _mensi)
_declare("SECH_BAZANT", FACT("f", **numbers("o", "D1 ALPHA_BAZANT N"), FONC_DESORP=SIMP("o", typ=FUNCTION)), _bazant)
_declare("SECH_NAPPE", FACT("f", FONCTION=SIMP("o", typ=("nappe_sdaster", "formule"))), _by_function)
_declare(
    "SECH_RFT",
    FACT(
        "f",
        **numbers("o", "PERM_IN QSR_K A_MIL B_MIL VG_M_P"),
        UNITE_LONGUEUR=SIMP("f", into=tuple(METRES), defaut="M"),
        UNITE_TEMPS=SIMP("f", into=tuple(SECONDS), defaut="S"),
    ),
    _richards_and_fick,
)
