"""code_aster.CA.Model: a model that a deck's Python puts together, with the names of physics and modelisations."""

from __future__ import annotations

import re
from enum import Enum

from pyaster_lite.catalogue.registry import ACOUSTIC_MODELISATIONS, MODELISATIONS, SERVED, THERMAL_MODELISATIONS
from pyaster_lite.concepts.model import Physics

from ._building import Unbuilt, listed

_OWN_NAMES = {
    "Tridimensional": "3D",
    "TridimensionalAbsorbingBoundary": "3D_ABSO",
    "Axisymmetrical": "AXIS",
    "PlaneStress": "C_PLAN",
    "PlaneStrain": "D_PLAN",
    "Planar": "PLAN",
    "PlanarBar": "2D_BARRE",
    "COQUE_3D": "COQUE_3D",
}


_KNOWN = {Physics.Mechanics: MODELISATIONS, Physics.Thermal: THERMAL_MODELISATIONS, Physics.Acoustic: ACOUSTIC_MODELISATIONS}


class _Modelings:
    """Names of modelisations: a word that starts with a digit has it at its end (SI_3D), some are spelt out (PlaneStrain)."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        turned = re.fullmatch(r"(\w+)_([23]D)(_DIAG)?", name)
        return _OWN_NAMES.get(name) or (f"{turned[2]}_{turned[1]}{turned[3] or ''}" if turned else name)


class Formulation(Enum):
    """The FORMULATION of elements that have several, by its word."""

    NoFormulation = None
    Linear = "LINEAIRE"
    Quadratic = "QUADRATIQUE"
    UPPhi = "U_P_PHI"
    UP = "U_P"
    UPsi = "U_PSI"
    Dil = "DIL"
    DilInco = "DIL_INCO"


class Splitting(Enum):
    """How the work on a model is shared among processes: with one process it is not."""

    Centralized = "CENTRALISE"
    SubDomain = "SOUS_DOMAINE"
    GroupOfCells = "GROUP_ELEM"


@SERVED.register("code_aster.CA.Physics")
def physics(study):
    """The names of physics."""
    return Physics


@SERVED.register("code_aster.CA.Modelings")
def modelings(study):
    """The names of modelisations."""
    return _Modelings()


@SERVED.register("code_aster.CA.Formulation")
def formulations(study):
    """The names of formulations."""
    return Formulation


@SERVED.register("code_aster.CA.ModelSplitingMethod")
def splitting(study):
    """The ways to share a model."""
    return Splitting


@SERVED.register("code_aster.CA.Model")
def model(study):
    """Model(mesh); its modelisations are those of AFFE_MODELE."""

    class Model(Unbuilt):
        kind = "modele_sdaster"

        def __init__(self, mesh, *_):
            self.mesh, self._rows, self._splitting = mesh, [], Splitting.SubDomain

        def addModelingOnMesh(self, physics, modeling, formulation=Formulation.NoFormulation):
            """A modelisation on all cells; RuntimeError for one of other physics."""
            self._add(physics, modeling, formulation, TOUT="OUI")

        def addModelingOnGroupOfCells(self, physics, modeling, grpma, formulation=Formulation.NoFormulation):
            """A modelisation on a group of cells, or on several; RuntimeError for one of other physics."""
            self._add(physics, modeling, formulation, GROUP_MA=listed(grpma))

        def _add(self, physics, modeling, formulation, **places):
            if modeling not in _KNOWN[physics] and any(modeling in words for words in _KNOWN.values()):
                raise RuntimeError(f"{physics.value}/{modeling} not allowed")
            if formulation.value is not None:
                places["FORMULATION"] = formulation.value
            self._rows.append({"PHENOMENE": physics.value, "MODELISATION": modeling, **places})

        def setSplittingMethod(self, method, *_):
            """Kept, for the only process there is."""
            self._splitting = method

        def getSplittingMethod(self):
            """What setSplittingMethod was given."""
            return self._splitting

        def getMesh(self):
            """The mesh."""
            return self.mesh

        def build(self):
            """Be the model of AFFE_MODELE."""
            return self.become(study.run("AFFE_MODELE", MAILLAGE=self.mesh, AFFE=self._rows))

    return Model
