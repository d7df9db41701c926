"""What a deck's Python has computed of the laws of a problem: tangents, internal forces, fields at rest."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from pyaster_lite.concepts.base import STUDY
from pyaster_lite.concepts.behaviour_chart import BehaviourChart
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.result import AppliedLaw, Result, followed_cells


class BehaviourProperty:
    """The laws of a problem: `rows` as occurrences of COMPORTEMENT; raises RuntimeError for anything else."""

    def __init__(self, problem, comportement):
        self.problem = problem
        rows = [comportement] if isinstance(comportement, dict) else comportement
        if not isinstance(rows, (list, tuple)) or not all(isinstance(row, dict) for row in rows):
            raise RuntimeError(f"Unexpected value for the factor keyword COMPORTEMENT: {comportement!r}")
        self.rows = [dict(row) for row in rows]

    def getModel(self):
        """The model."""
        return self.problem.model

    def getMaterialField(self):
        """The material field."""
        return self.problem.material

    def hasBehaviour(self, behaviour: str) -> bool:
        """Whether some cells obey a RELATION."""
        return any(law.relation == behaviour for law in self.laws())

    def laws(self) -> list[AppliedLaw]:
        """They as a result keeps them, in the order of the occurrences."""
        mesh, found = self.problem.model.mesh, []
        for row in self.rows:
            groups = row.get("GROUP_MA")
            cells = None if groups is None else mesh.cells_in([groups] if isinstance(groups, str) else list(groups))
            found.append(AppliedLaw(row.get("RELATION", "ELAS"), row.get("DEFORMATION", "PETIT"), cells))
        return found

    def getBehaviourField(self) -> BehaviourChart:
        """The chart of the laws of cells."""
        return BehaviourChart(self.problem.model.mesh, self.laws())

    def variables(self) -> ElementField:
        """The internal variables of a body that nothing has happened to."""
        return self.problem.stepped(("COMPORTEMENT",), 0.0, 1.0).VARI_ELGA


def stresses_at_rest(model, characteristics=None) -> ElementField:
    """SIEF_R at the points of all elements that keep stresses or forces, zero; sub-points are those of the characteristics."""
    blocks, linear = [], SimpleNamespace(internal_size=1, linear=True)
    for group, data in zip(model.groups, model.data(None, characteristics)):
        element = group.element
        state = None if getattr(element, "loaded_only", False) else element.start(data, linear)
        if state is not None and state.stress is not None:
            values, names = element.shown(data, state.stress)
            blocks.append(ElementBlock(group.cells, 0.0 * values, names, element, element.sub_points(data)))
    return ElementField(model.mesh, "SIEF_R", "ELGA", blocks)


class LawComputation:
    """The part of DiscreteComputation that asks laws, for `problem`; fields are displacements, stresses and internal variables."""

    def getTangentStiffnessMatrix(
        self, displ_prev, displ_step, stress_prev, internVar_prev, internVar_iter, time_prev, time_step,
        varc_prev=None, varc_curr=None, groupOfCells=(),
    ):  # fmt: skip
        """(None, 1 where laws have failed else 0, the tangent matrix at the end of a step), of some groups of cells or all."""
        state = (displ_prev, displ_step, stress_prev, internVar_prev)
        made = self.problem.stepped(("MATR_TANG_ELEM",), time_prev, time_step, *state)
        return None, made.CODE_RETOUR_INTE, self._of_cells(made, groupOfCells)

    def getPredictionTangentStiffnessMatrix(
        self, displ_prev, displ_step, stress_prev, internVar_prev, time_prev, time_step, varc_prev=None, varc_curr=None, groupOfCells=()
    ):
        """As getTangentStiffnessMatrix, at the beginning of the step."""
        state = (displ_prev, displ_step, stress_prev, internVar_prev)
        made = self.problem.stepped(("MATR_TANG_ELEM",), time_prev, time_step, *state, PHASE="PREDICTION")
        return None, getattr(made, "CODE_RETOUR_INTE", 0), self._of_cells(made, groupOfCells)

    def getInternalForces(
        self, displ_prev, displ_step, stress_prev, internVar_prev, internVar_iter, time_prev, time_step, varc_prev=None, varc_curr=None
    ):
        """(None, 1 where laws have failed else 0, internal variables, stresses, forces) at the end of a step; None where they failed."""
        state = (displ_prev, displ_step, stress_prev, internVar_prev)
        made = self.problem.stepped(("COMPORTEMENT", "FORC_INTE_ELEM"), time_prev, time_step, *state)
        if made.CODE_RETOUR_INTE:
            return None, made.CODE_RETOUR_INTE, None, None, None
        return None, 0, made.VARI_ELGA, made.SIEF_ELGA, self.problem.field(made.FORC_INTE_ELEM.vector)

    def getMechanicalNodalForces(self, stress, displ=None, harmonic=0, varc_curr=0.0, behaviourMap=None, groupOfCells=()) -> NodeField:
        """The forces that hold stresses, as CALC_CHAMP tells them; of cells that follow large displacements where they have moved to."""
        problem = self.problem
        made = Result("evol_noli", problem.model.mesh, problem.model, problem.material, problem.characteristics)
        known = behaviourMap if behaviourMap is not None else problem.behaviour
        made.laws = [] if known is None else list(known.laws) if behaviourMap is not None else known.laws()
        made.moving_cells = followed_cells(made.laws, made.mesh.n_cells)
        still = problem.field(np.zeros(problem.model.dofs.size))
        made.store(0, {"INST": float(varc_curr or 0.0)}, {"DEPL": still if displ is None else displ, "SIEF_ELGA": stress})
        return STUDY.get().run("CALC_CHAMP", RESULTAT=made, FORCE="FORC_NODA").field("FORC_NODA", 0)

    def getMechanicalReactionForces(self, stress, displ=None, time_prev=0.0, time_curr=0.0, varc_curr=0.0, **_) -> NodeField:
        """What supports push with: the forces that hold stresses, less those of loads."""
        return self.getMechanicalNodalForces(stress, displ, varc_curr=varc_curr) - self.getMechanicalForces(time_curr)

    @staticmethod
    def _of_cells(made, groups):
        matrix = getattr(made, "MATR_TANG_ELEM", None)
        if matrix is not None and groups:
            cells = matrix.model.mesh.cells_in([groups] if isinstance(groups, str) else list(groups))
            for group, block in zip(matrix.model.groups, matrix.blocks):
                if block is not None:
                    block[~np.isin(group.cells, cells)] = 0.0
        return matrix
