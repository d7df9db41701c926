"""A model with its material and what acts on it, as a deck's Python puts them together: code_aster's PhysicalProblem and ListOfLoads."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import STUDY, OnModel
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.law_computation import BehaviourProperty
from pyaster_lite.concepts.numbering import QUANTITIES, Numbering
from pyaster_lite.fe.constraints import Relations


class PhysicalProblem(OnModel):
    """A model, its material and what acts on it."""

    def __init__(self, model, material=None, elementary=None):
        self.model, self.material, self.characteristics = model, material, elementary
        self.loads, self.imposed, self.behaviour, self.numbering = [], [], None, None

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
        """The numbering of the unknowns and of the multipliers of loads."""
        return self.numbering or Numbering(self.model, self.dual_relations())

    def setDOFNumbering(self, numbering):
        """Take another numbering of the same model."""
        self.numbering = numbering

    def isMechanical(self):
        """Whether the model is one of mechanics."""
        return self.model.isMechanical()

    def isThermal(self):
        """Whether the model is one of heat."""
        return self.model.isThermal()

    def isAcoustic(self):
        """Whether the model is one of sound."""
        return self.model.isAcoustic()

    def setListOfLoads(self, problem):
        """Take over what acts on another problem of the same model."""
        self.loads, self.imposed = list(problem.loads), list(problem.imposed)

    def getDirichletBCDOFs(self):
        """1 for each row of the numbering whose unknown a kinematic load gives, else 0; at the end how many there are."""
        flags = np.zeros(self.getDOFNumbering().getNumberOfDOFs(), int)
        flags[self.kinematic_relations().matrix.indices] = 1
        return [*flags.tolist(), int(flags.sum())]

    def zeroDirichletBCDOFs(self, field):
        """Set a field to zero, in place, where kinematic loads give the unknowns."""
        given, dofs = self.kinematic_relations().matrix.indices, self.model.dofs
        for node, column in zip(dofs.node[given], dofs.component[given]):
            field.values[node, field.components.index(dofs.components[column])] = 0.0

    def isBuilt(self):
        """True: the list of loads is what has been added."""
        return True

    def hasDirichletBC(self):
        """Whether kinematic loads give unknowns."""
        return bool(self.imposed)

    def hasExternalLoad(self):
        """Whether any load that is not kinematic acts."""
        return bool(self.loads)

    def hasDifferential(self):
        """Whether a load is told as a difference from the start: none is."""
        return False

    def getDirichletBCs(self):
        """The kinematic loads."""
        return [load for load, _ in self.imposed]

    def getLoadNames(self):
        """The names of the loads, those that are kinematic first."""
        return [load.getName() for load, _ in (*self.imposed, *self.loads)]

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

    def dual_relations(self) -> Relations:
        """Those of loads, which have multipliers."""
        return self._stacked(self.loads)

    def kinematic_relations(self) -> Relations:
        """Those of kinematic loads, which give unknowns in place of their equations."""
        return self._stacked(self.imposed)

    def relations(self) -> Relations:
        """Both, those of kinematic loads last."""
        return Relations.stacked(self.model.dofs.size, [self.dual_relations(), self.kinematic_relations()])

    def _stacked(self, given):
        parts = [load.relations(_course(function)) for load, function in given if load.imposes]
        return Relations.stacked(self.model.dofs.size, parts)

    def field(self, vector: np.ndarray) -> NodeField:
        """A vector (n,) of the unknowns as a field."""
        quantity = QUANTITIES[self.model.phenomenon]
        vector = vector.astype(complex) if quantity.endswith("_C") else vector
        return NodeField(self.model.mesh, quantity, self.model.dofs.components, self.model.dofs.at_nodes(vector))


def _course(function):
    return None if function is None else (lambda t: float(function(t)))
