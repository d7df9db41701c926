"""A model with its material and loads, and the matrices and vectors that a deck's Python assembles from them itself.

Names are those of code_aster's Python: PhysicalProblem, DiscreteComputation, AssemblyMatrix...
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import STUDY
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.law_computation import BehaviourProperty, LawComputation
from pyaster_lite.concepts.matrix import Numbering
from pyaster_lite.fe.constraints import Elimination, Relations

VOLUMETRIC = ("SOURCE", "FORCE_INTERNE", "PESANTEUR", "ROTATION", "PRE_GRAD_TEMP", "PRE_EPSI")
"""The loads that act within cells."""
OPTIONS = {"MECANIQUE": ("stiffness", "mass", "DEPL_R"), "THERMIQUE": ("conduction", "capacity", "TEMP_R")}
"""The options of elements behind the stiffness and the mass of each phenomenon, and the quantity of its unknowns."""


class PhysicalProblem:
    """A model, its material and what acts on it."""

    def __init__(self, model, material=None, elementary=None):
        self.model, self.material, self.characteristics = model, material, elementary
        self.loads, self.imposed, self.behaviour = [], [], None

    def getModel(self):
        """The model."""
        return self.model

    def getMesh(self):
        """The mesh."""
        return self.model.mesh

    def getMaterialField(self):
        """The material field."""
        return self.material

    def getElementaryCharacteristics(self):
        """The characteristics of the elements, None when there are none."""
        return self.characteristics

    def computeBehaviourProperty(self, COMPORTEMENT, SIGM_INIT="NON", INFO=1):
        """The laws of the cells, as the factor keyword COMPORTEMENT tells them."""
        self.behaviour = BehaviourProperty(self, COMPORTEMENT)

    def getBehaviourProperty(self):
        """What computeBehaviourProperty has made."""
        return self.behaviour

    def getExternalStateVariables(self, time):
        """What surrounds the cells at an instant: the material field knows it, so it is the instant."""
        return time

    def getReferenceExternalStateVariables(self):
        """None: the material field knows the reference values."""

    def addLoadFromDict(self, row):
        """A load as an occurrence of EXCIT: CHARGE, FONC_MULT."""
        self.addLoad(row["CHARGE"], row.get("FONC_MULT"))

    def computeListOfLoads(self):
        """True: the list of loads is what has been added."""
        return True

    def excitations(self) -> list[dict]:
        """The loads as occurrences of EXCIT."""
        given = (*self.loads, *self.imposed)
        return [{"CHARGE": load} | ({} if function is None else {"FONC_MULT": function}) for load, function in given]

    def addLoad(self, load, function=None):
        """A load, times a function of the instant."""
        self.loads.append((load, function))

    def addDirichletBC(self, load, function=None):
        """Imposed unknowns, times a function of the instant."""
        self.imposed.append((load, function))

    def getListOfLoads(self):
        """What acts on the model: the problem itself knows."""
        return self

    def computeDOFNumbering(self):
        """The numbering is the model's own."""
        return True

    def getDOFNumbering(self):
        """The numbering of the unknowns."""
        return Numbering(self.model, self.relations())

    def stepped(self, options, before, step, displ=None, increment=None, stress=None, internal=None, **more):
        """What CALCUL makes of a step of the laws, by name; `before` and `step` in s."""
        run = STUDY.get().run
        return run(
            "CALCUL",
            MODELE=self.model,
            CHAM_MATER=self.material,
            CARA_ELEM=self.characteristics,
            OPTION=options,
            INCREMENT={"LIST_INST": run("DEFI_LIST_REEL", VALE=(before, before + step)), "NUME_ORDRE": 1},
            DEPL=displ,
            INCR_DEPL=increment,
            SIGM=stress,
            VARI=internal,
            COMPORTEMENT=self.behaviour.rows if self.behaviour else None,
            __use_namedtuple__=True,
            **more,
        )

    def relations(self) -> Relations:
        """Of the imposed unknowns."""
        parts = [load.relations(_course(function)) for load, function in (*self.imposed, *self.loads) if load.imposes]
        return Relations.stacked(self.model.dofs.size, parts)

    def field(self, vector: np.ndarray) -> NodeField:
        """A vector (n,) of the unknowns as a field."""
        quantity = OPTIONS[self.model.phenomenon][2]
        return NodeField(self.model.mesh, quantity, self.model.dofs.components, self.model.dofs.at_nodes(vector))


def _course(function):
    return None if function is None else (lambda t: float(function(t)))


class DiscreteComputation(LawComputation):
    """Matrices and vectors of a problem."""

    def __init__(self, problem: PhysicalProblem):
        self.problem = problem

    def getPhysicalProblem(self):
        """The problem."""
        return self.problem

    def getLinearStiffnessMatrix(self, time_curr=0.0, assembly=False, **_):
        """Stiffness of linear elasticity, or conduction."""
        return self._matrix(0, time_curr)

    def getMassMatrix(self, time_curr=0.0, assembly=False, **_):
        """Mass, or heat capacity."""
        return self._matrix(1, time_curr)

    def _matrix(self, which, t):
        problem, model = self.problem, self.problem.model
        option = OPTIONS[model.phenomenon][which]
        matrix = model.matrix(option, [own.between(t, t) for own in model.data(problem.material, problem.characteristics)])
        return DeckMatrix(problem, matrix)

    def getVolumetricForces(self, time_curr=0.0, **_):
        """Of the loads that act within cells."""
        return self._forces(time_curr, True)

    def getNeumannForces(self, time_curr=0.0, **_):
        """Of the loads on sides, edges and nodes."""
        return self._forces(time_curr, False)

    def getMechanicalForces(self, time_curr=0.0, **_):
        """Of all loads."""
        return self._forces(time_curr, True) + self._forces(time_curr, False)

    def _forces(self, t, within):
        problem, model = self.problem, self.problem.model
        data = [own.between(t, t) for own in model.data(problem.material, problem.characteristics)]
        total = np.zeros(model.dofs.size)
        for load, function in problem.loads:
            factor = 1.0 if function is None else float(function(t))
            for term in load.forces:
                if (term.word in VOLUMETRIC) == within:
                    total += factor * term.vector(data, t, None)
        return problem.field(total)

    def getDirichletBC(self, time_curr=0.0, **_):
        """The imposed values where there are some, zero elsewhere."""
        relations, values = self.problem.relations(), np.zeros(self.problem.model.dofs.size)
        values[:] = Elimination(relations).offset(time_curr)
        return self.problem.field(values)


class DeckMatrix:
    """A matrix (n, n) on the unknowns of a problem, which a deck's Python adds, scales and multiplies fields with."""

    def __init__(self, problem: PhysicalProblem, matrix=None):
        self.problem, self.matrix = problem, matrix
        self.dofs, self.relations = problem.model.dofs, problem.relations()

    def toNumpy(self) -> np.ndarray:
        """The matrix, dense."""
        return self.matrix.toarray()

    def assemble(self, elementary, loads=None):
        """Take over elementary matrices."""
        self.matrix = elementary.matrix

    def addElementaryMatrix(self, elementary, factor=1.0):
        """Count elementary matrices in."""
        self.matrix = factor * elementary.matrix if self.matrix is None else self.matrix + factor * elementary.matrix

    def _with(self, matrix):
        return DeckMatrix(self.problem, matrix)

    def __mul__(self, other):
        if isinstance(other, NodeField):
            return self.problem.field(self._product(self.vector(other)))
        return self._with(other * self.matrix)

    def _product(self, vector):
        """Imposed unknowns act on no other one; each has its own value for product, as in code_aster."""
        imposed = self.relations.matrix.indices
        free = vector.copy()
        free[imposed] = 0.0
        result = self.matrix @ free
        result[imposed] = vector[imposed]
        return result

    __rmul__ = __mul__

    def __add__(self, other):
        return self._with(self.matrix + other.matrix)

    def __sub__(self, other):
        return self._with(self.matrix - other.matrix)

    def __neg__(self):
        return self._with(-self.matrix)

    def vector(self, field: NodeField) -> np.ndarray:
        """(n,) a field on the unknowns."""
        places = [field.components.index(name) for name in self.dofs.components]
        return np.nan_to_num(field.values[:, places][self.dofs.node, self.dofs.component])
