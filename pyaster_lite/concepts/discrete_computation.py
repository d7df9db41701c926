"""Matrices and vectors of a problem that a deck's Python asks for: code_aster's DiscreteComputation.

Matrices are those of CALC_MATR_ELEM; what the relations of loads say and hold stands apart. In K u + B' l = f, B u = g,

    K  getLinearStiffnessMatrix      B  getDualStiffnessMatrix
    B' l  getDualForces              B u  getDualPrimal              g  getImposedDualBC
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import STUDY
from pyaster_lite.concepts.deck_matrix import DeckMatrix
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.heat_computation import HeatComputation
from pyaster_lite.concepts.law_computation import LawComputation
from pyaster_lite.concepts.matrix import ElementaryMatrix, ElementaryVector
from pyaster_lite.concepts.physical_problem import PhysicalProblem
from pyaster_lite.fe.constraints import Elimination

STIFFNESS = {"MECANIQUE": "RIGI_MECA", "THERMIQUE": "RIGI_THER", "ACOUSTIQUE": "RIGI_ACOU"}
MASS = {"MECANIQUE": "MASS_MECA", "THERMIQUE": "MASS_THER", "ACOUSTIQUE": "MASS_ACOU"}
FORCES = {"MECANIQUE": "CHAR_MECA", "THERMIQUE": "CHAR_THER", "ACOUSTIQUE": "CHAR_ACOU"}
"""The options of each phenomenon."""
VOLUMETRIC = ("SOURCE", "FORCE_INTERNE", "PESANTEUR", "ROTATION", "PRE_GRAD_TEMP", "PRE_EPSI")
"""The loads that act within cells."""
OF_TEMPERATURE = ("ECHANGE", "ECHANGE_PAROI", "RAYONNEMENT", "FLUX_NL", "SOUR_NL", "EVOL_CHAR")
"""The loads of heat that depend on the temperature, which have vectors of their own."""
_ELEMENTARY = {"DEPL_R": "vect_elem_depl_r", "TEMP_R": "vect_elem_temp_r", "PRES_C": "vect_elem_pres_c"}


class DiscreteComputation(HeatComputation, LawComputation):
    """Matrices and vectors of a problem.

    What surrounds the cells (varc_curr) is what the material field of the problem says at the instant; the length of a step and the
    theta of its scheme change no load.
    """

    def __init__(self, problem: PhysicalProblem):
        self.problem = problem

    def getPhysicalProblem(self):
        """The problem."""
        return self.problem

    def getLinearStiffnessMatrix(self, time=0.0, fourierMode=-1, varc_curr=None, groupOfCells=(), with_dual=True, assembly=False):
        """Stiffness of linear elasticity, conduction, or that of sound, with the relations of the loads."""
        option = STIFFNESS[self.problem.model.phenomenon]
        fourier = {"MODE_FOURIER": fourierMode} if fourierMode >= 0 else {}
        made = self._elementary(option, groupOfCells, time, with_dual=with_dual, **fourier)
        return self._assembled(made) if assembly else made

    def getElasticStiffnessMatrix(self, time_curr=0.0, fourierMode=-1, varc_curr=None, groupOfCells=(), with_dual=True):
        """RIGI_MECA."""
        return self.getLinearStiffnessMatrix(time_curr, fourierMode, varc_curr, groupOfCells, with_dual)

    getLinearConductivityMatrix = getElasticStiffnessMatrix

    def getLinearMobilityMatrix(self, groupOfCells=(), with_dual=True):
        """RIGI_ACOU."""
        return self.getLinearStiffnessMatrix(groupOfCells=groupOfCells, with_dual=with_dual)

    def getDualStiffnessMatrix(self, assembly=False):
        """What the relations of the loads add to a stiffness: no more than these."""
        problem, model = self.problem, self.problem.model
        option = STIFFNESS[model.phenomenon]
        made = ElementaryMatrix(self._kind(option), model, option, [None] * len(model.groups), problem.dual_relations())
        return self._assembled(made) if assembly else made

    getDualElasticStiffnessMatrix = getDualLinearConductivityMatrix = getDualLinearMobilityMatrix = getDualStiffnessMatrix

    def getMassMatrix(self, time=0.0, varc_curr=None, groupOfCells=(), assembly=False):
        """Mass, heat capacity, or that of sound."""
        made = self._elementary(MASS[self.problem.model.phenomenon], groupOfCells, time)
        return self._assembled(made) if assembly else made

    def getMechanicalMassMatrix(self, diagonal, varc_curr=None, groupOfCells=()):
        """MASS_MECA, or MASS_MECA_DIAG."""
        return self._elementary("MASS_MECA_DIAG" if diagonal else "MASS_MECA", groupOfCells)

    def getLinearCapacityMatrix(self, time_curr=0.0, varc_curr=None, groupOfCells=()):
        """MASS_THER."""
        return self._elementary("MASS_THER", groupOfCells, time_curr)

    def getCompressibilityMatrix(self, groupOfCells=()):
        """MASS_ACOU."""
        return self._elementary("MASS_ACOU", groupOfCells)

    def getDampingMatrix(
        self, massMatrix=None, stiffnessMatrix=None, varc_curr=None, groupOfCells=(), fluiInt=1, ondeFlui=1, assembly=False
    ):
        """AMOR_MECA, or AMOR_ACOU."""
        if self.problem.model.phenomenon == "ACOUSTIQUE":
            made = self.getImpedanceMatrix(ondeFlui)
        else:
            made = self.getMechanicalDampingMatrix(massMatrix, stiffnessMatrix, varc_curr, groupOfCells, fluiInt, ondeFlui)
        return self._assembled(made) if assembly else made

    def getMechanicalDampingMatrix(
        self, getMechanicalMassMatrix=None, stiffnessMatrix=None, varc_curr=None, groupOfCells=(), flui_int=1, onde_flui=1
    ):
        """AMOR_MECA, of Rayleigh by a mass and a stiffness where they are given; `flui_int` 0 leaves out potentials of fluids."""
        built = {"MASS_MECA": getMechanicalMassMatrix, "RIGI_MECA": stiffnessMatrix}
        words = {"AMOR_FLUI": "OUI" if flui_int else "NON", "VNOR": 1.0 if onde_flui == 1 else -1.0}
        return self._elementary("AMOR_MECA", groupOfCells, **built, **words)

    def getImpedanceMatrix(self, onde_flui=1):
        """AMOR_ACOU."""
        return self._elementary("AMOR_ACOU", CHARGE=self._loads(), VNOR=1.0 if onde_flui == 1 else -1.0)

    def getImpedanceBoundaryMatrix(self, groupOfCells=(), onde_flui=1):
        """IMPE_MECA."""
        return self._elementary("IMPE_MECA", groupOfCells, CHARGE=self._loads(), VNOR=1.0 if onde_flui == 1 else -1.0)

    def getHystereticStiffnessMatrix(self, stiffnessMatrix, varc_curr=None, groupOfCells=()):
        """RIGI_MECA_HYST, from a stiffness."""
        return self._elementary("RIGI_MECA_HYST", groupOfCells, RIGI_MECA=stiffnessMatrix)

    def getGeometricStiffnessMatrix(self, sief_elga, strx_elga=None, displ=None, modeFourier=-1, groupOfCells=()):
        """RIGI_GEOM of stresses."""
        fourier = {"MODE_FOURIER": modeFourier} if modeFourier >= 0 else {}
        return self._elementary("RIGI_GEOM", groupOfCells, SIEF_ELGA=sief_elga, STRX_ELGA=strx_elga, DEPL=displ, **fourier)

    def getRotationalStiffnessMatrix(self, groupOfCells=()):
        """RIGI_ROTA, of the ROTATION among the loads."""
        return self._elementary("RIGI_ROTA", groupOfCells, CHARGE=self._loads())

    def getGyroscopicStiffnessMatrix(self, groupOfCells=()):
        """RIGI_GYRO."""
        return self._elementary("RIGI_GYRO", groupOfCells, CHARGE=self._loads())

    def getGyroscopicDampingMatrix(self, groupOfCells=()):
        """MECA_GYRO."""
        return self._elementary("MECA_GYRO", groupOfCells, CHARGE=self._loads())

    def getFluidStructureStiffnessMatrix(self, fourierMode=-1, varc_curr=None, groupOfCells=()):
        """RIGI_FLUI_STRU."""
        return self._elementary("RIGI_FLUI_STRU", groupOfCells)

    def getFluidStructureMassMatrix(self, varc_curr=None, groupOfCells=()):
        """MASS_FLUI_STRU."""
        return self._elementary("MASS_FLUI_STRU", groupOfCells)

    def _elementary(self, option, groups=(), t=0.0, with_dual=False, **words):
        """CALC_MATR_ELEM of an option, of some groups of cells or all, with the relations of the loads or without."""
        problem = self.problem
        groups = [groups] if isinstance(groups, str) else list(groups)
        words |= {"GROUP_MA": groups} if groups else {}
        words = {word: value for word, value in words.items() if value is not None}
        given = {"CHAM_MATER": problem.material, "CARA_ELEM": problem.characteristics}
        if problem.model.phenomenon == "ACOUSTIQUE":
            given.pop("CARA_ELEM")
        made = STUDY.get().run("CALC_MATR_ELEM", OPTION=option, MODELE=problem.model, INST=float(t), **given, **words)
        if with_dual:
            made.relations = problem.dual_relations()
        return made

    def _loads(self):
        return [load for load, _ in self.problem.loads] or None

    @staticmethod
    def _kind(option):
        return {"RIGI_MECA": "matr_elem_depl_r", "RIGI_THER": "matr_elem_temp_r", "RIGI_ACOU": "matr_elem_pres_c"}[option]

    def _assembled(self, elementary):
        made = DeckMatrix(self.problem)
        made.assemble(elementary, self.problem)
        return made

    def getVolumetricForces(self, time_curr=0.0, time_step=0.0, theta=1, mode=0, varc_curr=None, assembly=True):
        """Of the loads that act within cells: a field, or without `assembly` an elementary vector."""
        _plain(mode)
        return self._told(self._forces(time_curr, VOLUMETRIC), assembly)

    def getNeumannForces(self, time_curr=0.0, time_step=0.0, theta=1, mode=0, varc_curr=None, assembly=True):
        """Of the loads on sides, edges and nodes that do not depend on the unknowns: a field, or an elementary vector."""
        _plain(mode)
        return self._told(self._forces(time_curr, (*VOLUMETRIC, *OF_TEMPERATURE), False), assembly)

    getMechanicalVolumetricForces, getMechanicalNeumannForces = getVolumetricForces, getNeumannForces

    def getThermalVolumetricForces(self, time_curr=0.0, varc_curr=None, assembly=True):
        """As getVolumetricForces."""
        return self.getVolumetricForces(time_curr, assembly=assembly)

    def getThermalNeumannForces(self, time_curr=0.0, assembly=True):
        """As getNeumannForces."""
        return self.getNeumannForces(time_curr, assembly=assembly)

    def getAcousticVolumetricForces(self, assembly=True):
        """As getVolumetricForces."""
        return self.getVolumetricForces(assembly=assembly)

    def getAcousticNeumannForces(self, assembly=True):
        """As getNeumannForces."""
        return self.getNeumannForces(assembly=assembly)

    def getMechanicalForces(self, time_curr=0.0, time_step=0.0, theta=1.0, modeFourier=0, varc_curr=None):
        """Of all loads."""
        _plain(modeFourier)
        return self.problem.field(self._forces(time_curr, (), False))

    def getExternalStateVariablesForces(self, time_curr, varc_curr=None, varc_prev=None, vari_curr=None, stress_prev=None, **_):
        """The elastic forces of what surrounds the materials (FORC_VARC)."""
        problem = self.problem
        words = {"MODELE": problem.model, "CHAM_MATER": problem.material, "CARA_ELEM": problem.characteristics}
        return problem.field(STUDY.get().run("CALC_VECT_ELEM", OPTION="FORC_VARC", INST=float(time_curr), **words).vector)

    def _data(self, t):
        problem = self.problem
        return [own.between(t, t) for own in problem.model.data(problem.material, problem.characteristics)]

    def _forces(self, t, words, among=True, unknowns=None) -> np.ndarray:
        """(n,) of the loads with some words, or without them, times their functions; `unknowns` (n,) for those that depend on them."""
        data, total = self._data(t), np.zeros(self.problem.model.dofs.size)
        for load, function in self.problem.loads:
            factor = 1.0 if function is None else float(function(t))
            for term in load.forces:
                if (term.word in words) == among:
                    total = total + factor * term.vector(data, t, unknowns)
        return total

    def _told(self, vector, assembly):
        problem = self.problem
        if assembly:
            return problem.field(vector)
        model = problem.model
        return ElementaryVector(_ELEMENTARY[problem.getDOFNumbering().getPhysicalQuantity()], model, FORCES[model.phenomenon], vector)

    def getImposedDualBC(self, time_curr=0.0, assembly=True):
        """g: what the relations of the loads impose at an instant."""
        field, relations = self._zero(), self.problem.dual_relations()
        field.imposed = ((relations.matrix, relations.value(time_curr)),) if len(relations) else ()
        if assembly:
            return field
        made = self._told(np.zeros(self.problem.model.dofs.size), False)
        made.imposed = field.imposed
        return made

    getMechanicalImposedDualBC = getThermalImposedDualBC = getAcousticImposedDualBC = getImposedDualBC

    def getDualPrimal(self, primal_curr, scaling=1.0) -> NodeField:
        """B u, times a number: what the relations of the loads say of unknowns."""
        field, relations = self._zero(), self.problem.dual_relations()
        told = scaling * (relations.matrix @ self._vector(primal_curr))
        field.imposed = ((relations.matrix, told),) if len(relations) else ()
        return field

    def getDualForces(self, lagr_curr) -> NodeField:
        """B' l: the forces of the multipliers that a field carries, zero where it carries none."""
        relations, held = self.problem.dual_relations(), getattr(lagr_curr, "held", None)
        return self._zero() if held is None else self.problem.field(relations.matrix.T @ held)

    def getDirichletBC(self, time_curr=0.0) -> NodeField:
        """The values of kinematic loads where there are some, zero elsewhere."""
        return self.problem.field(Elimination(self.problem.kinematic_relations()).offset(time_curr))

    getMechanicalDirichletBC = getThermalDirichletBC = getAcousticDirichletBC = getDirichletBC

    def getIncrementalDirichletBC(self, time_curr, disp) -> NodeField:
        """What unknowns lack to have the values of kinematic loads, zero elsewhere."""
        relations = self.problem.kinematic_relations()
        lacking, given = np.zeros(self.problem.model.dofs.size), relations.matrix.indices
        lacking[given] = Elimination(relations).offset(time_curr)[given] - self._vector(disp)[given]
        return self.problem.field(lacking)

    def _zero(self):
        return self.problem.field(np.zeros(self.problem.model.dofs.size))

    def _vector(self, field):
        """(n,) a field on the unknowns."""
        dofs = self.problem.model.dofs
        places = [field.components.index(name) for name in dofs.components]
        return np.nan_to_num(field.values[:, places][dofs.node, dofs.component])


def _plain(harmonic: int):
    if harmonic:
        raise NotImplementedError("loads of a harmonic around an axis are not there for a deck's Python yet")
