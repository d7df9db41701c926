"""The equivalent linear column: what strains it, and the stiffness and the damping that go with these strains, until both agree."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .pore_pressure import byrne, weakened

GRAVITY = 9.81


@dataclass
class Motion:
    """What the shaking makes of the column with the stiffness of one iteration.

    outcrop (nt, nd) accelerations where the rock comes up;  surface, bottom (nt, nd);  below (nt, n, nd) below each layer
    strains (nt, n) shear strains;  stresses (nt, n);  forces (nt, n + 2) or None;  transfer (nc, nd) at the computed `frequencies` (nc,)
    """

    frequencies: np.ndarray
    transfer: np.ndarray
    outcrop: np.ndarray
    surface: np.ndarray
    bottom: np.ndarray
    below: np.ndarray
    strains: np.ndarray
    stresses: np.ndarray
    forces: np.ndarray | None

    def peaks(self) -> np.ndarray:
        """(n + 1, nd) greatest accelerations at the surface and below each layer, in g."""
        return np.concatenate((abs(self.surface).max(axis=0)[None], abs(self.below).max(axis=0))) / GRAVITY


@dataclass
class State:
    """The column at one iteration.

    young, damping  (n + 1,) layers and rock;  ratio (n,) of the moduli to those of small strains;  strain (n,) the greatest;
    water           (times, volume strains, pressures) of each layer with Byrne's correction
    """

    young: np.ndarray
    damping: np.ndarray
    ratio: np.ndarray
    motion: Motion | None = None
    strain: np.ndarray | None = None
    water: list = field(default_factory=list)


def converged(args, context, layers, column, shaking, *, plane_wave: bool, forces: bool, once: bool):
    """(states, gap): the states of the iterations, and how much the moduli would still change after the last one.

    1. The column is computed in frequency with the moduli and the dampings of the iteration.
    2. A share COEF_GAMMA of the greatest strain of each layer gives G/Gmax and D; the modulus is E = E0 G/Gmax, the damping 2 D.
    3. The iterations stop when no modulus changes by more than RESI_RELA of itself, or after NMAX_ITER.
    """
    first = args.COEF_VARI_MATE * layers.young
    states = [State(first.copy(), layers.damping.copy(), np.ones(layers.count))]
    while True:
        state = states[-1]
        matrices = column.softened(*_applied(args, state))
        if plane_wave:
            signals = [shaking.pulse()] * len(column.directions) if args.LIEU_SIGNAL == "CHAMP_LIBRE" else shaking.velocities()
            responses = matrices.crossed(shaking.solved, forces, shaking.instants, signals)
        else:
            responses = matrices.shaken(shaking.solved, forces)
        shear = state.young[:-1] / (2.0 * (1.0 + layers.poisson[:-1])) * _hysteresis(args, state.damping[:-1])
        state.motion = _motion(args, shaking, responses, plane_wave, shear)
        state.strain = abs(state.motion.strains).max(axis=0)
        ratio, damping = _curves(layers, args.COEF_GAMMA * state.strain)
        if layers.blows is not None:
            blows = layers.blows[:-1]
            state.water = [byrne(shaking.times, own, n) for own, n in zip(state.motion.strains.T, blows)]
            ratio = weakened(ratio, np.array([pressures.max() for *_, pressures in state.water]), args.COEF_KSI)
        young = np.append(ratio * first[:-1], first[-1])
        gap = float((abs(young - state.young) / state.young)[:-1].max())
        context.say(f"iteration {len(states)}: the moduli change by {gap:.3g}")
        if gap <= args.RESI_RELA or len(states) == (1 if once else args.NMAX_ITER):
            return states, gap
        states.append(State(young, np.append(damping, layers.damping[-1]), ratio))


def _applied(args, state):
    """(young, damping) of the materials: with CORR_AMOR those of Lysmer, whose modulus keeps its length whatever the damping."""
    if args.CORR_AMOR == "NON":
        return state.young, state.damping
    # the rock keeps its own
    ah = np.append(state.damping[:-1], 0.0)
    real = 1.0 - ah**2 / 2.0
    return state.young * real, np.append((ah * np.sqrt(1.0 - ah**2 / 4.0) / real)[:-1], state.damping[-1])


def _hysteresis(args, damping):
    if args.CORR_AMOR == "NON":
        return 1.0 + 1j * damping
    return 1.0 - damping**2 / 2.0 + 1j * damping * np.sqrt(1.0 - damping**2 / 4.0)


def _curves(layers, strains):
    own = layers.material[:-1] - 1
    ratio = np.array([float(layers.stiffness_curves[i](strain)) for i, strain in zip(own, strains)])
    damping = np.array([2.0 * float(layers.damping_curves[i](strain)) for i, strain in zip(own, strains)])
    return ratio, damping


def _motion(args, shaking, responses, plane_wave, shear) -> Motion:
    """The signals through the column.

    The signal is that of the free surface (CHAMP_LIBRE) or that of the rock where it comes up (AFFLEURANT). Under a uniform shaking
    of the base the responses a(f) are relative: the surface moves by 1 + a. Under a plane wave they are absolute, and have already the
    spectrum of the signal where that one is the wave's.
    """
    at, free = responses.frequencies, args.LIEU_SIGNAL == "CHAMP_LIBRE"
    kept, kept_at = shaking.filtered(shaking.frequencies)[:, None], shaking.filtered(at)[:, None]
    top = responses.accelerations[:, 0]
    given = shaking.spectra.T
    if plane_wave:
        spectra_at = np.stack([one(at) for one in shaking.transforms], axis=-1)
        transfer = kept_at * spectra_at / top
        if free:
            wave = shaking.pulse()
            arriving = 2j * np.pi * shaking.frequencies * shaking.spectrum_of(wave.y)
            rock = arriving[:, None] * shaking.whole(at, transfer) * kept
            factor = shaking.whole(at, transfer) * kept
        else:
            rock, factor = given * kept, kept + 0.0j
    else:
        transfer = kept_at / (1.0 + top)
        rock = (given * shaking.whole(at, transfer) if free else given) * kept
        factor = rock * kept
    outcrop = shaking.history(rock)
    carried = 0.0 if plane_wave else outcrop
    if plane_wave and free:
        surface = shaking.history(given * kept)
    else:
        surface = shaking.history(factor * shaking.whole(at, top)) + carried
    bottom = shaking.history(factor * shaking.whole(at, responses.rock)) + carried
    inner = shaking.history(factor[:, None] * shaking.whole(at, responses.accelerations[:, 1:]))
    below = inner if plane_wave else inner + outcrop[:, None]
    if len(responses.strains) == 1:
        spectrum = factor * shaking.whole(at, responses.strains["EPXY"])
        strains = 2.0 * shaking.history(spectrum)
        stresses = shaking.history(2.0 * shear * spectrum)
    else:
        # each component is moved by its own direction: DX shears XY, DY stretches YY, DZ shears YZ
        axes = {"EPXY": 0, "EPYY": 1, "EPYZ": 2}
        factor = np.broadcast_to(factor, (len(factor), len(axes)))
        parts = {name: shaking.history(factor[:, [axis]] * shaking.whole(at, responses.strains[name])) for name, axis in axes.items()}
        equivalent = np.sqrt(parts["EPYY"] ** 2 + 3.0 * parts["EPXY"] ** 2 + 3.0 * parts["EPYZ"] ** 2)
        strains = 2.0 / np.sqrt(3.0) * equivalent
        spectrum = np.stack([shaking.spectrum_of(column) for column in equivalent.T], axis=-1)
        stresses = shaking.history(2.0 / np.sqrt(3.0) * shear * spectrum)
    forces = None
    if responses.forces is not None:
        forces = shaking.history(factor * shaking.whole(at, responses.forces))
    return Motion(at, transfer, outcrop, surface, bottom, below, strains, stresses, forces)
