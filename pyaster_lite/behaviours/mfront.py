"""RELATION='MFRONT': a law that CREA_LIB_MFRONT has read, as elements ask laws (u2.10.02)."""

from __future__ import annotations

from copy import copy

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import ComputationFailed, LawFailed
from pyaster_lite.fe.frames import mandel_rotation
from pyaster_lite.fe.graded import Answer
from pyaster_lite.mfront.dsl._dsl import CONSISTENT, TANGENT, Step
from pyaster_lite.mfront.errors import MFrontError
from pyaster_lite.mfront.law import source

from ._interface import augmented
from ._law import Law, strain_increment
from ._restarting import Restarting, eased, held

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
    # whether the file's own bounds hold, besides those of physics
    strict = True
    # tangents of files need not be those of their stresses
    approached = True

    def __init__(self, found, flat: bool):
        self.found, self.plane_stress, self.symmetric, self.large = found, flat, found.symmetric, found.large
        self.internal_names = found.internal_names

    def within(self, precision, tries):
        """The law with RESI_INTE and ITER_INTE_MAXI, where they are given, instead of the file's own."""
        other = copy(self)
        other.found = self.found.within(precision, tries)
        return other

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

    def answer(self, step, state, more=()):
        """Stress, internal, tangent and `more` parts with the axes of cells and points; LawFailed where a point has none."""
        shape = state.stress.shape[:2]
        beyond = self.found.beyond(step, self.strict)
        if beyond is not None:
            raise LawFailed(f"{beyond} of {self.found.description.law} is outside its bounds at a point")
        try:
            found = self.found.integrate(step)
        except MFrontError as error:
            raise ComputationFailed(str(error)) from None
        parts = [np.asarray(part) for part in (found.stress, found.internal, found.tangent, *(getattr(found, name) for name in more))]
        failed = np.broadcast_to(np.zeros(len(step.before), bool) if found.failed is None else found.failed, len(step.before))
        if failed.any() or not all(np.isfinite(part).all() for part in parts):
            raise LawFailed(f"{self.found.description.law} has no answer to the strains of a point")
        internal = state.internal.copy()
        if self.found.internal_size:
            internal[..., : self.found.internal_size] = parts[1].reshape(*shape, -1)
        stress, _, *others = (part if part is parts[1] else part.reshape(*shape, *part.shape[1:]) for part in parts)
        return stress, internal, *others


class Solid(Restarting, Written):
    """A law of solids: of small strains, or of those of Green."""

    def respond(self, strain, state, data, continuum):
        """In the axes of the material, where cells have some."""
        turn = self._turn(data, strain.shape[-1])
        before, after = _caused(strain, state, data, continuum)
        if turn is not None:
            before, after = (np.einsum("eij,egj->egi", turn, part) for part in (before, after))
        stress, internal, tangent = self.answer(self.step(before, after, state, data), state)
        if turn is not None:
            stress = np.einsum("eji,egj->egi", turn, stress)
            tangent = np.einsum("eki,egkl,elj->egij", turn, tangent, turn)
        return stress, internal, tangent

    def _turn(self, data, n):
        """(ne, n, n) to the axes of the material, None where it has none."""
        frames = data.characteristics.get("material_frame")
        if frames is None or not self.found.description.orthotropic:
            return None
        given = frames.any(axis=(1, 2))
        turn = np.broadcast_to(np.eye(n), (len(frames), n, n)).copy()
        turn[given] = mandel_rotation(frames[given])[:, :n, :n]
        return turn


class Joint(Written):
    """What holds the sides of joints together."""

    restarts = True

    def separate(self, jump, state, data):
        """Tractions, variables and tangent at the jumps (ne, ng, nd)."""
        stress, internal, tangent = self.answer(self.step(state.strain, jump, state, data), state)
        return stress, state.internal if data.step.predicting else internal, tangent


class BetweenSides(Written):
    """What parts the sides of interfaces: the opening of the traction that the multiplier and the penalty make."""

    def cohere(self, strain, state, data, elastic=False):
        """As _interface has it, the law being asked from where the last step has ended."""
        n = strain.shape[-1] // 2
        r = np.broadcast_to(data.at_points("mfront_penalty"), strain.shape[:2])[..., None]
        before, after = (part[..., n:] + r * part[..., :n] for part in (state.strain, strain))
        held = PointState(before, np.zeros_like(before), state.internal)
        opening, internal, slope = self.answer(self.step(before, after, held, data), held)
        stress, tangent = augmented(strain, r, opening, slope)
        return (state.stress, state.internal, tangent) if data.step.predicting else (stress, internal, tangent)


class Driven(Written):
    """A law of solids with a field (fe.graded)."""

    restarts = True
    needs = {"mfront": "MFRONT", "gradient_cost": "MFRONT", "gradient_penalty": "MFRONT"}

    def driven(self, strain, field, penalty, state, data, continuum, secant=False) -> Answer:
        """The stress and the variable of strains and a field."""
        strain, others = held(strain, state, data, continuum)
        ends = _caused(strain, state, data, continuum)
        before, after = (np.concatenate([part, field[..., None]], axis=-1) for part in ends)
        step = self.step(before, after, state, data, TANGENT if data.step.predicting else CONSISTENT)
        stress, internal, *rest = self.answer(step, state, ("value", "by_field", "rate", "rate_by_field"))
        if not data.step.predicting:
            return Answer(stress, internal, *rest)
        return Answer(eased(stress, rest[0], others), state.internal, *rest)


def _caused(strain, state, data, continuum):
    """The strains that stress causes, before and after the step."""
    before = state.strain
    free = anelastic_strain(data, continuum.strains, before=True)
    if free is not None:
        before = before - free
    return before, before + strain_increment(strain, state, data, continuum)[0]


def flat(values):
    """(points, ...) of (ne, ng, ...)."""
    return np.ascontiguousarray(values).reshape(values.shape[0] * values.shape[1], *values.shape[2:])


KINDS = {"integrate": Solid, "separate": Joint, "cohere": BetweenSides, "driven": Driven}
"""By the method that elements ask laws by."""


class ToBeWritten:
    """Nothing of its own: COMPOR_MFRONT has the law."""

    linear, symmetric, written = False, False, True
    internal_names, internal_size = ("VIDE",), 1

    @staticmethod
    def law(texts, hypothesis: str, interface: bool = False) -> Written:
        """The law of some texts under a hypothesis, of an `interface` where openings are unknowns; MFrontError where it is not for it."""
        found = source(texts).law(hypothesis)
        method = "cohere" if interface and found.method == "separate" else found.method
        return KINDS[method](found, hypothesis == "PlaneStress")


BEHAVIOURS.add("MFRONT", ToBeWritten())
