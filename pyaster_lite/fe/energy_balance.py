"""What the forces on a moving system have done, step by step, and what became of it.

From one instant (0) to the next (1), with m the mean of both and du the motion of the unknowns:

    elastic   K u_m . du        kinetic   v_m . M (v_1 - v_0)        damped   C v_m . du + (modal damping)_m . du
              in a linear march the mean of the modal damping is that of the two steps' starts (dlnew0), nothing before the first
    external  f_m . du + R_m . du, R what supports exert: it works when they move
    bound     F_m . du, F the forces of contact
    scheme    external - kinetic - elastic - damped - bound, what the time scheme adds or takes

Where laws are not linear, K u are the internal forces, and those of strains that no stress causes count with these and with f.

Source: r4.09.01.
"""

from __future__ import annotations

import numpy as np

from .direct_transient import DirectSystem

PARTS = ("external", "kinetic", "elastic", "damped", "bound", "scheme")


class EnergyBalance:
    """The energies of a march of a linear system, summed from its first state on: `totals` {part: J}.

    start  what pushes there (n,), supports too; None where a march goes on from another's
    """

    def __init__(self, system: DirectSystem, scheme, start=None):
        self._system = system
        self._before, self._braking = self._state(scheme), np.zeros(system.size)
        if start is not None:
            self._before |= {"force": start, "support": np.zeros(system.size)}
        self.totals = dict.fromkeys(PARTS, 0.0)

    def add(self, scheme):
        """Count the step from the state before to that of a scheme (t, u, v, a)."""
        system, before, after = self._system, self._before, self._state(scheme)
        means = {name: 0.5 * (before[name] + after[name]) for name in after}
        moved = after["u"] - before["u"]
        found = {
            "external": float((means["force"] + means["support"]) @ moved),
            "kinetic": float(means["v"] @ (system.mass @ (after["v"] - before["v"]))),
            "elastic": float((system.stiffness @ means["u"]) @ moved),
            "damped": float((system.damped(means["v"]) + 0.5 * (self._braking + before["modal"])) @ moved),
        }
        found["scheme"] = found["external"] - sum(found[part] for part in ("kinetic", "elastic", "damped"))
        for part, energy in found.items():
            self.totals[part] += energy
        self._before, self._braking = after, before["modal"]

    def _state(self, scheme):
        system, t, u, v = self._system, scheme.t, scheme.u, scheme.v
        force = system.load(t)
        modal = force - system.force(t, v) if system.modal is not None else np.zeros(system.size)
        unbalanced = system.mass @ scheme.a + system.damped(v) + system.stiffness @ u + modal - force
        return {"u": u, "v": v, "force": force, "modal": modal, "support": system.elimination.supported(unbalanced)}


class StepBalance:
    """The energies of an evolution, step by step, from the balanced state (fe.newton.State) that it starts from.

    structure  fe.newton.Structure;  contact  fe.newton.Contact or None;  totals  {part: J} so far
    """

    def __init__(self, structure, state, contact=None, totals=None):
        self._structure, self._contact = structure, contact
        self._before = self._forces(state) | {"bound": np.zeros(structure.size)}
        self._before["external"] = self._inertia(state) + self._before["elastic"] + self._before["damped"]
        self.totals = dict.fromkeys(PARTS, 0.0) | (totals or {})

    def add(self, state):
        """Count the step that ends in a state."""
        before, after = self._before, self._forces(state)
        moved = after["u"] - before["u"]
        found = {part: float(0.5 * (before[part] + after[part]) @ moved) for part in ("external", "elastic", "damped", "bound")}
        mass = self._structure.mass
        found["kinetic"] = 0.0 if mass is None else float(0.5 * (before["v"] + after["v"]) @ (mass @ (after["v"] - before["v"])))
        found["scheme"] = found["external"] - sum(found[part] for part in ("kinetic", "elastic", "damped", "bound"))
        for part, energy in found.items():
            self.totals[part] += energy
        self._before = after

    def _forces(self, state):
        structure = self._structure
        imposed = structure.imposed_forces(state.time)
        imposed = 0.0 if imposed is None else imposed
        bound = np.zeros(structure.size)
        if self._contact is not None:
            self._contact.add_force(bound)
        external, elastic = state.external - state.reaction + imposed, state.force + imposed
        return {"u": state.u, "v": state.v, "external": external, "elastic": elastic, "damped": self._damped(state), "bound": bound}

    def _damped(self, state):
        structure = self._structure
        force = np.zeros(structure.size)
        if structure.mass is None:
            return force
        modal = structure.modal_damping(state.v)
        if structure.damping is not None:
            force += structure.damping @ state.v
        return force if modal is None else force + modal

    def _inertia(self, state):
        return 0.0 if self._structure.mass is None else self._structure.mass @ state.a
