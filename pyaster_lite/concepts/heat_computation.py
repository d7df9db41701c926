"""What a deck's Python has computed of heat that depends on the temperature: tangents, conducted and stored heat, loads that follow it."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import STUDY, failure
from pyaster_lite.concepts.matrix import ElementaryMatrix
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.constraints import Relations

EXCHANGED = ("ECHANGE", "ECHANGE_PAROI")


class HeatComputation:
    """The part of DiscreteComputation that asks laws and loads of heat, for `problem`; temp = temp_prev + temp_step at the end of a step.

    varc_curr  an instant, at which what surrounds the cells is read
    """

    def getTangentConductivityMatrix(self, temp_prev, temp_step, varc_curr=None, groupOfCells=(), with_dual=True):
        """The conduction at temperatures, and what its slope in them adds where there is one."""
        made = self._at("conduction", "RIGI_THER", temp_prev, temp_step, varc_curr, groupOfCells)
        if with_dual:
            made.relations = self.problem.dual_relations()
        return made

    def getTangentCapacityMatrix(self, temp_prev, temp_step, varc_curr=None, groupOfCells=()):
        """The slope of the stored heat in the temperatures."""
        return self._at("capacity", "MASS_THER", temp_prev, temp_step, varc_curr, groupOfCells)

    def getInternalThermalForces(self, temp_prev, temp_step, varc_curr=None, groupOfCells=()):
        """(0, fluxes FLUX_ELGA, what is conducted out of the nodes)."""
        problem, temperature = self.problem, temp_prev + temp_step
        made = Result("evol_ther", problem.model.mesh, problem.model, problem.material, problem.characteristics)
        made.store(0, {"INST": float(varc_curr or 0.0)}, {"TEMP": temperature})
        flux = STUDY.get().run("CALC_CHAMP", RESULTAT=made, THERMIQUE="FLUX_ELGA").field("FLUX_ELGA", 0)
        blocks = self._blocks("conducted", self._vector(temperature), varc_curr, groupOfCells)
        return 0, flux, problem.field(problem.model.assembler.vector(blocks))

    def getNonLinearCapacityForces(self, temp_prev, temp_step, varc_curr=None, groupOfCells=()):
        """What is stored in the nodes, concrete being not hydrated."""
        model, data = self.problem.model, self._data(varc_curr or 0.0)
        nodal = model.assembler.gather(self._vector(temp_prev + temp_step))
        blocks = [group.element.stored(own, values, group.element.unhydrated(own)) for group, own, values in zip(model.groups, data, nodal)]
        return self.problem.field(model.assembler.vector(self._within(blocks, groupOfCells)))

    def getTransientThermalForces(self, time_curr, time_step, theta, previousPrimalField, varc_curr=None):
        """M T/d - (1 - theta) K T of linear laws (CHAR_THER_EVOL): the end of a step of d (s) from temperatures T."""
        temperature = self._vector(previousPrimalField)
        assembler = self.problem.model.assembler
        stored = assembler.matrix(self.getMassMatrix(time_curr).blocks) @ temperature / time_step
        conducted = assembler.matrix(self.getLinearStiffnessMatrix(time_curr, with_dual=False).blocks) @ temperature
        return self.problem.field(stored - (1.0 - theta) * conducted)

    def getThermalExchangeMatrix(self, time_curr=0.0):
        """h N' N of exchanges: ECHANGE."""
        return self._following(EXCHANGED, np.zeros(self.problem.model.dofs.size), time_curr)

    def getThermalExchangeForces(self, temp_curr, time_curr=0.0, assembly=True):
        """h (T_ext - T) of exchanges."""
        return self._told(self._forces(time_curr, EXCHANGED, unknowns=self._vector(temp_curr)), assembly)

    def getThermalNonLinearNeumannForces(self, temp_curr, time_curr, assembly=True):
        """Of fluxes that depend on the temperature and of radiation."""
        return self._told(self._forces(time_curr, ("FLUX_NL", "RAYONNEMENT"), unknowns=self._vector(temp_curr)), assembly)

    def getNonLinearNeumannForces(self, primal_curr, time_curr, assembly=True):
        """As getThermalNonLinearNeumannForces; RuntimeError for a problem that is not one of heat."""
        if not self.problem.isThermal():
            raise RuntimeError("Not implemented")
        return self.getThermalNonLinearNeumannForces(primal_curr, time_curr, assembly)

    def getThermalNonLinearVolumetricForces(self, temp_curr, time_curr, assembly=True):
        """Of sources that depend on the temperature."""
        return self._told(self._forces(time_curr, ("SOUR_NL",), unknowns=self._vector(temp_curr)), assembly)

    def _at(self, method, option, before, step, t, groups):
        problem, model = self.problem, self.problem.model
        blocks = self._blocks(method, self._vector(before + step), t, groups)
        origin = (problem.material, problem.characteristics)
        return ElementaryMatrix("matr_elem_temp_r", model, option, blocks, Relations.stacked(model.dofs.size, []), origin)

    def _blocks(self, method, temperature, t, groups):
        model = self.problem.model
        parts = zip(model.groups, self._data(t or 0.0), model.assembler.gather(temperature))
        return self._within([getattr(group.element, method)(own, values) for group, own, values in parts], groups)

    def _within(self, blocks, groups):
        """Blocks with zeros for the cells outside of some groups, as they are when none is named."""
        if groups:
            model = self.problem.model
            cells = model.mesh.cells_in([groups] if isinstance(groups, str) else list(groups))
            for group, block in zip(model.groups, blocks):
                if block is not None:
                    block[~np.isin(group.cells, cells)] = 0.0
        return blocks

    def _following(self, words, temperature, t):
        """The element matrices of loads that depend on the temperature."""
        problem, model = self.problem, self.problem.model
        blocks, data = [None] * len(model.groups), self._data(t)
        for term in (term for load, _ in problem.loads for term in load.forces if term.word in words):
            if term.matrices is None:
                raise failure(f"the matrix of {term.word} is not known cell by cell")
            blocks = [a if b is None else b if a is None else a + b for a, b in zip(blocks, term.matrices(data, t))]
        return ElementaryMatrix("matr_elem_temp_r", model, "RIGI_THER", blocks, Relations.stacked(model.dofs.size, []))
