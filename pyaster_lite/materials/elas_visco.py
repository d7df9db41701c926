"""ELAS_VISCO, ELAS_VISCO_ISTR, ELAS_VISCO_ORTH: the complex elasticity of solids that vibrate (u4.43.01).

Isotropic by the shear modulus G and the Poisson ratio NU, or along material axes as ELAS_ISTR and ELAS_ORTH are.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw
from .elas_orth import orthotropic


def _made(occurrence, elasticity):
    """Both parts of an elasticity (6, 6), Pa, and the density, kg/m3."""
    found = {"elasticity": elasticity.real.copy(), "lossy_elasticity": elasticity.imag.copy()}
    return found if occurrence.RHO is None else found | {"density": occurrence.RHO}


def _read(occurrence, words):
    return [None if occurrence.get(word) is None else complex(occurrence[word]) for word in words.split()]


def isotropic(occurrence):
    """2 G (1 + NU / (1 - 2 NU) 1 1)."""
    shear, poisson = _read(occurrence, "G NU")
    elasticity = 2.0 * shear * np.eye(6, dtype=complex)
    elasticity[:3, :3] += 2.0 * shear * poisson / (1.0 - 2.0 * poisson)
    return _made(occurrence, elasticity)


def transverse(occurrence):
    """Isotropic across the axis N."""
    along, across, plane, out, shear = _read(occurrence, "E_L E_N NU_LT NU_LN G_LN")
    own = along / (2.0 * (1.0 + plane))
    return _made(occurrence, orthotropic([along, along, across], [plane, out, out], [own, shear, shear]))


def by_axes(occurrence):
    """What is not given across the plane L, T does not couple with it."""
    young = _read(occurrence, "E_L E_T E_N")
    poisson = _read(occurrence, "NU_LT NU_LN NU_TN")
    shear = _read(occurrence, "G_LT G_LN G_TN")
    young[2] = young[1] if young[2] is None else young[2]
    ratios = [0.0 if ratio is None else ratio for ratio in poisson]
    return _made(occurrence, orthotropic(young, ratios, [shear[0] if own is None else own for own in shear]))


def _declared(needed, others=""):
    words = {word: SIMP(statut, typ="C") for statut, given in (("o", needed), ("f", others)) for word in given.split()}
    return FACT("f", **words, RHO=SIMP("f", typ="R"))


MATERIALS.add("ELAS_VISCO", MaterialLaw(_declared("G NU"), isotropic))
MATERIALS.add("ELAS_VISCO_ISTR", MaterialLaw(_declared("E_L E_N NU_LT NU_LN G_LN"), transverse))
MATERIALS.add("ELAS_VISCO_ORTH", MaterialLaw(_declared("E_L E_T NU_LT G_LT", "E_N NU_LN NU_TN G_LN G_TN"), by_axes))
