"""What an evolution warns of on its way: a start that is strained already, points beyond what a material's parameters hold for."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

STRAINED, BEYOND = "MECANONLINE2_97", "MECANONLINE10_25"


class Alarms:
    """Looks at the balanced states of an evolution from its first instant on."""

    def __init__(self, args, context, structure, t: float):
        self._args, self._context, self._structure, self._before = args, context, structure, t
        self._start = None if args.get("ETAT_INIT") is not None else _at_first(structure, t)
        materials = args.CHAM_MATER.materials if args.get("CHAM_MATER") is not None else ()
        self._bounded = any("validity" in material.properties for material in materials)

    def after(self, state):
        """Look at the state that a step has led to."""
        if self._start is not None:
            self._check_start(abs(self._start).max(initial=0.0), abs(state.reaction - state.external).max(initial=0.0))
            self._start = None
        if self._bounded:
            self._bounded = not self._beyond(state)
        self._before = state.time

    def _check_start(self, force, scale):
        """The first instant is at rest: strains that no stress causes are there only if they make no force."""
        convergence = self._args.CONVERGENCE
        relative, absolute = convergence.get("RESI_GLOB_RELA"), convergence.get("RESI_GLOB_MAXI")
        strained = force > absolute if relative is None and absolute is not None else force > (relative or 1e-6) * scale > 0.0
        if strained:
            message = "what surrounds the materials strains them at the first instant already: nothing balances that before the first step"
            self._context.warn(self._args, "CHAM_MATER", message, known_as=STRAINED)

    def _beyond(self, state) -> bool:
        """Whether some point has left the bounds of its material, which is then told."""
        dt = state.time - self._before
        for part in self._structure.parts:
            element = part.element
            if part.behaviour is None or part.data.owner is None or not hasattr(element, "strains"):
                continue
            strain = element.strains(part.data, state.u[part.equations])
            rate = None if state.increment is None else element.strains(part.data, state.increment[part.equations]) / dt
            around = part.data.surroundings
            temperature = None if around is None else around(state.time).get("TEMP")
            for index in np.unique(part.data.owner):
                bounds = part.data.materials[index].get("validity") if index >= 0 else None
                if bounds and (word := _left(bounds, part.data.owner == index, strain, rate, temperature)):
                    text = f"{word} of VERI_BORNE is passed at t = {state.time:.9g}: the parameters of the material do not hold there"
                    self._context.warn(self._args, "CHAM_MATER", text, known_as=BEYOND)
                    return True
        return False


def _at_first(structure, t):
    """(n,) the forces of strains that no stress causes, None where what surrounds the materials is not known yet at t."""
    try:
        return structure.imposed_forces(t)
    except ComputationFailed:
        return None


def _left(bounds, rows, strain, rate, temperature) -> str | None:
    """The first bound that a point of these cells is beyond."""
    for word, values in (("EPSI_MAXI", strain), ("VEPS_MAXI", rate)):
        if word in bounds and values is not None and (np.linalg.norm(values[rows], axis=-1) > bounds[word]).any():
            return word
    if temperature is not None and "TEMP_MINI" in bounds:
        if (temperature[rows] < bounds["TEMP_MINI"]).any():
            return "TEMP_MINI"
        if (temperature[rows] > bounds["TEMP_MAXI"]).any():
            return "TEMP_MAXI"
    return None
