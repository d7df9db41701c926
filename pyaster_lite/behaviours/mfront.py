"""RELATION='MFRONT': a law that CREA_LIB_MFRONT has read, as elements ask laws (u2.10.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import ComputationFailed, LawFailed
from pyaster_lite.fe.frames import mandel_rotation
from pyaster_lite.mfront.dsl._dsl import CONSISTENT, Step
from pyaster_lite.mfront.errors import MFrontError
from pyaster_lite.mfront.law import source

from ._law import Law, strain_increment

AROUND = {
    "Temperature": "TEMP",
    "ReferenceTemperature": "TEMP_REF",
    "ConcreteDrying": "SECH",
    "ConcreteHydration": "HYDR",
    "CapillaryPressure": "PCAP",
    "FerritePhaseRatio": "PFERRITE",
    "PerlitePhaseRatio": "PPERLITE",
    "BainitePhaseRatio": "PBAINITE",
    "MartensitePhaseRatio": "PMARTENS",
    "Time": "INST",
}
"""code_aster's names of what surrounds the points."""


class Written(Law):
    """A law of the language over all cells and points; `found` is that of its hypothesis, `flat` whether it knows plane stress."""

    needs = {"mfront": "MFRONT"}

    def __init__(self, found, flat: bool):
        self.found, self.plane_stress, self.symmetric = found, flat, found.symmetric
        self.internal_names = found.internal_names

    def within(self, precision, tries):
        """The law with RESI_INTE and ITER_INTE_MAXI, where they are given, instead of the file's own."""
        return type(self)(self.found.within(precision, tries), self.plane_stress)

    def step(self, before, after, state, data, operator=CONSISTENT) -> Step:
        """What the step is to the law, (points, ...)."""
        shape = state.stress.shape[:2]
        values = np.broadcast_to(data.at_points("mfront"), (*shape, data.at_points("mfront").shape[-1]))
        if values.shape[-1] != self.found.property_count:
            names = ", ".join(slot.variable.known_as for slot in self.found.properties)
            said = f"{self.found.description.law} takes {self.found.property_count} numbers ({names}), {values.shape[-1]} are given"
            raise ComputationFailed(said)
        internal = state.internal[..., : self.found.internal_size]
        return Step(
            *(flat(part) for part in (before, after, state.stress, internal, values)),
            self._around(data, shape),
            *self._time(data),
            operator,
        )

    @staticmethod
    def _time(data):
        return (data.step.after - data.step.before,)

    def _around(self, data, shape):
        first, last = data.variables(before=True), data.variables()
        found = {}
        for each in self.found.externals:
            word = AROUND.get(each.known_as, each.known_as)
            if word in first:
                found[each.known_as] = tuple(np.broadcast_to(values[word], shape).reshape(-1) for values in (first, last))
        return found

    def answer(self, step, state):
        """(stress, internal, tangent) with the axes of cells and points; LawFailed where a point has none."""
        shape = state.stress.shape[:2]
        try:
            found = self.found.integrate(step)
        except MFrontError as error:
            raise ComputationFailed(str(error)) from None
        parts = [np.asarray(part) for part in (found.stress, found.internal, found.tangent)]
        failed = np.broadcast_to(np.zeros(len(step.before), bool) if found.failed is None else found.failed, len(step.before))
        if failed.any() or not all(np.isfinite(part).all() for part in parts):
            raise LawFailed(f"{self.found.description.law} has no answer to the strains of a point")
        internal = state.internal.copy()
        internal[..., : self.found.internal_size] = parts[1].reshape(*shape, -1)
        return parts[0].reshape(*shape, -1), internal, parts[2].reshape(*shape, *parts[2].shape[1:])


class Solid(Written):
    """A law of solids: of small strains, or of those of Green."""

    def integrate(self, strain, state, data, continuum):
        """In the axes of the material, where cells have some."""
        increment = np.zeros_like(strain) if data.step.predicting else strain_increment(strain, state, data, continuum)[0]
        turn = self._turn(data, strain.shape[-1])
        before, after = state.strain, state.strain + increment
        if turn is not None:
            before, after = (np.einsum("eij,egj->egi", turn, part) for part in (before, after))
        stress, internal, tangent = self.answer(self.step(before, after, state, data), state)
        if turn is not None:
            stress = np.einsum("eji,egj->egi", turn, stress)
            tangent = np.einsum("eki,egkl,elj->egij", turn, tangent, turn)
        return (state.stress, state.internal, tangent) if data.step.predicting else (stress, internal, tangent)

    def _turn(self, data, n):
        """(ne, n, n) to the axes of the material, None where it has none."""
        frames = data.characteristics.get("material_frame")
        if frames is None or not self.found.description.orthotropic:
            return None
        given = frames.any(axis=(1, 2))
        turn = np.broadcast_to(np.eye(n), (len(frames), n, n)).copy()
        turn[given] = mandel_rotation(frames[given])[:, :n, :n]
        return turn


def flat(values):
    """(points, ...) of (ne, ng, ...)."""
    return np.ascontiguousarray(values).reshape(-1, *values.shape[2:])


KINDS = {"integrate": Solid}
"""By the method that elements ask laws by."""


class ToBeWritten:
    """Nothing of its own: COMPOR_MFRONT has the law."""

    linear, symmetric, written = False, False, True
    internal_names, internal_size = ("VIDE",), 1

    @staticmethod
    def law(texts, hypothesis: str) -> Written:
        """The law of some texts under a hypothesis; MFrontError where it is not for it."""
        found = source(texts).law(hypothesis)
        return KINDS[found.method](found, hypothesis == "PlaneStress")


BEHAVIOURS.add("MFRONT", ToBeWritten())
