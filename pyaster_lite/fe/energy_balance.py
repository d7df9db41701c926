"""What the forces on a moving system have done, step by step, and what became of it.

From one instant (0) to the next (1), with m the mean of both and du the motion of the unknowns:

    elastic   K u_m . du        kinetic   v_m . M (v_1 - v_0)        damped   C v_m . du + (modal damping)_m . du
    external  f_m . du + R_m . du, R what supports exert: it works when they move
    scheme    external - kinetic - elastic - damped, what the time scheme adds or takes

Source: r4.09.01.
"""

from __future__ import annotations

import numpy as np

from .direct_transient import DirectSystem

PARTS = ("external", "kinetic", "elastic", "damped", "scheme")


class EnergyBalance:
    """The energies of a march of a linear system, summed from its first state on: `totals` {part: J}."""

    def __init__(self, system: DirectSystem, scheme):
        self._system = system
        self._before = self._state(scheme)
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
            "damped": float((system.damped(means["v"]) + means["modal"]) @ moved),
        }
        found["scheme"] = found["external"] - found["kinetic"] - found["elastic"] - found["damped"]
        for part, energy in found.items():
            self.totals[part] += energy
        self._before = after

    def _state(self, scheme):
        system, t, u, v = self._system, scheme.t, scheme.u, scheme.v
        force = system.load(t)
        modal = force - system.force(t, v) if system.modal is not None else np.zeros(system.size)
        unbalanced = system.mass @ scheme.a + system.damped(v) + system.stiffness @ u + modal - force
        return {"u": u, "v": v, "force": force, "modal": modal, "support": system.elimination.supported(unbalanced)}
