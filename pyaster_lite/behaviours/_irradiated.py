"""Creep and growth under irradiation (r5.03.09): the fluence of a step, growth along an axis, and creep that follows the fluence.

The fluence is followed as a variable of the law, IRVECU: phi = phi_ + IRRA - IRRA_. Growth strains by (g(T, phi) - g(T_, phi_))/100 along
the first axis of the material, never shrinking, where the fluence grows. Of VISC_IRRA_LOG and GRAN_IRRA_LOG, Q being an energy of
activation over the constant of gases, in solids and along a line:

1.  h = exp(-Q/T) (A W/(1 + W phi) + B) (phi - phi_);   along a line  exp(-Q/T) (A ln((1 + W phi)/(1 + W phi_)) + B (phi - phi_)
    + C (exp(-W phi_) - exp(-W phi)))
2.  s' = s^e/(1 + 3mu h),  s^e the elastic trial deviator;   along a line  s = E (s_/E_ + de)/(1 + E h)
3.  p = p_ + h q,  q the equivalent stress
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, unit, von_mises

from ._law import Law, moduli, strain_increment

ZERO = 273.15
NEAR = 1e-6
"""What fluences and temperatures differ by at least for growth."""


def fluences(data, shape, lived, name: str):
    """phi_ and phi (ne, ng), `lived` being IRVECU; LawFailed where the irradiation is not known or falls."""
    first, last = (data.variables(before).get("IRRA") for before in (True, False))
    if first is None or last is None:
        raise LawFailed(f"{name} needs the irradiation (IRRA)")
    rise = np.broadcast_to(last - first, shape)
    if (rise < -NEAR).any():
        raise LawFailed(f"{name}: the irradiation falls")
    return lived, lived + rise


def temperatures(data, shape, name: str):
    """T_ and T (ne, ng), degrees Celsius; LawFailed where they are not known."""
    found = [data.variables(before).get("TEMP") for before in (True, False)]
    if any(heat is None for heat in found):
        raise LawFailed(f"{name} needs the temperature")
    return [np.broadcast_to(heat, shape) for heat in found]


def growth(data, shape, phi, heat):
    """(ne, ng) strain of growth in a step between fluences and temperatures; LawFailed where both change."""
    grown = np.zeros(shape)
    moves = phi[1] - phi[0] > NEAR
    if (moves & (abs(heat[1] - heat[0]) > NEAR)).any():
        raise LawFailed("growth under irradiation wants the temperature to stay while the fluence grows")
    for rows, material in data.by_material():
        law = material.get("irradiated_growth")
        if law is None or not moves[rows].any():
            continue
        ends = []
        for fluence, degrees in zip(phi, heat):
            value = law({"TEMP": degrees[rows], "IRRA": fluence[rows]}) if callable(law) else law
            ends.append(np.where(fluence[rows] > 0.0, value, 0.0))
        grown[rows] = np.where(moves[rows], np.maximum(ends[1] - ends[0], 0.0) / 100.0, 0.0)
    return grown


def along_the_first_axis(data, strain, n):
    """(ne, ng, n) strains along the first axis of the material."""
    axis = np.zeros((len(data), 3))
    axis[:, 0] = 1.0
    frames = data.characteristics.get("material_frame")
    if frames is not None:
        axis = np.where(frames.any(axis=(1, 2))[:, None], frames[:, 0], axis)
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))[:n]
    tensor = np.stack([axis[:, i] * axis[:, j] * (1.0 if i == j else np.sqrt(2.0)) for i, j in pairs], axis=-1)
    return strain[..., None] * tensor[:, None]


class FollowsFluence(Law):
    """VISC_IRRA_LOG, and with `grows` GRAN_IRRA_LOG, over all cells and points."""

    irradiated, plane_stress = True, False

    def __init__(self, word: str, grows: bool):
        self.word, self.grows = word, grows
        self.needs = {"young": "ELAS", "fluence_grows" if grows else "fluence_pace": word}
        self.internal_names = ("EPSPEQ", "IRVECU", *(("EPSGRD",) if grows else ()))

    def configured(self, theta):
        """The law itself: its scheme is implicit whatever theta."""
        return self

    def _step(self, data, shape, internal, line):
        """h of step 1, phi, and the growth."""
        phi, heat = fluences(data, shape, internal[..., 1], self.word), temperatures(data, shape, self.word)
        a, b, pace, energy, fading = (
            np.broadcast_to(data.at_points(f"fluence_{name}"), shape) for name in ("first", "steady", "pace", "heat", "fading")
        )
        if line:
            flow = a * np.log((1 + pace * phi[1]) / (1 + pace * phi[0])) + b * (phi[1] - phi[0])
            flow = flow + fading * (np.exp(-pace * phi[0]) - np.exp(-pace * phi[1]))
        else:
            flow = (a * pace / (1 + pace * phi[1]) + b) * (phi[1] - phi[0])
        grown = growth(data, shape, phi, heat) if self.grows else np.zeros(shape)
        return np.exp(-energy / (heat[1] + ZERO)) * flow, phi[1], grown

    def _after(self, internal, slip, phi, grown):
        out = internal.copy()
        out[..., 0] += slip
        out[..., 1] = phi
        if self.grows:
            out[..., 2] += grown
        return out

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 3."""
        shape, n = strain.shape[:2], strain.shape[-1]
        flow, phi, grown = self._step(data, shape, state.internal, False)
        now, before = moduli(data), moduli(data, before=True)
        two_mu, three_k = (np.broadcast_to(value, shape) for value in (now.two_mu, now.three_k))
        increment = strain_increment(strain, state, data, continuum)[0] - along_the_first_axis(data, grown, n)
        trial = (now.two_mu / before.two_mu)[..., None] * deviator(state.stress) + two_mu[..., None] * deviator(increment)
        pressure = now.three_k / before.three_k * mean(state.stress) + three_k * mean(increment)
        left = 1.0 / (1.0 + 1.5 * two_mu * flow)
        stress = left[..., None] * trial + pressure[..., None] * unit(n)
        return stress, self._after(state.internal, flow * von_mises(stress), phi, grown), isotropic_stiffness(two_mu * left, three_k, n)


class FollowsFluenceAlongLine(FollowsFluence):
    """The same along a line."""

    def stretch(self, increment, stress, internal, data, total=None):
        """Steps 1 to 3, growth being along the line."""
        shape = increment.shape
        flow, phi, grown = self._step(data, shape, internal, True)
        young = np.broadcast_to(data.at_points("young"), shape)
        tangent = young / (1 + young * flow)
        found = tangent * (stress / data.at_points("young", before=True) + increment - grown)
        return found, self._after(internal, abs(found) * flow, phi, grown), tangent
