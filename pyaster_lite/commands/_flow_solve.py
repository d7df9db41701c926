"""Modes at every velocity of a flow from the equation of each, with the report of those that are not found."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaster_lite.fe.flow.coupled_mode import coupled_mode


def at_each_velocity(args, context, made, masses, dampings, added: Callable, still: Callable | None = None, frequencies=None):
    """Fill the frequencies and dampings of `made`.

    masses    (nm,) generalised, and dampings (nm,) reduced, of the modes in still fluid
    added     function of (s, velocity, mode from 0) giving the added (mass, damping, stiffness)
    still     function of (velocity, mode) giving (frequency, damping) to start from, those of the modes where None
    frequencies  (nm,) in still fluid, those of the modes where None
    """
    if frequencies is None:
        frequencies = np.array([float(made.modes.parameter("FREQ", order)) for order in made.orders])
    pulsations = 2 * np.pi * frequencies
    made.frequencies, made.dampings = (np.zeros((len(made.speeds), len(masses))) for _ in range(2))
    for v, velocity in enumerate(made.speeds):
        for i, mass in enumerate(masses):

            def equation(s, i=i, velocity=velocity, mass=mass):
                m, c, k = added(s, velocity, i)
                return (mass + m) * s * s + (2 * dampings[i] * pulsations[i] * mass + c) * s + (pulsations[i] ** 2 * mass + k)

            start = (frequencies[i], dampings[i]) if still is None else still(velocity, i)
            *found, well = coupled_mode(equation, *start)
            made.frequencies[v, i], made.dampings[v, i] = found
            if not well:
                _not_found(args, context, made.orders[i], velocity)


def unchanged(made, dampings):
    """Let the flow change nothing."""
    frequencies = [float(made.modes.parameter("FREQ", order)) for order in made.orders]
    made.frequencies, made.dampings = (np.tile(np.asarray(row, float), (len(made.speeds), 1)) for row in (frequencies, dampings))


def _not_found(args, context, order, velocity):
    text = f"the mode {order} is not found at the velocity {velocity:g} m/s: its equation has no root near"
    if args.STOP_ERREUR == "OUI":
        raise args.wrong("STOP_ERREUR", text, help="STOP_ERREUR='NON' goes on with the last values")
    context.warn(args, "STOP_ERREUR", text)
