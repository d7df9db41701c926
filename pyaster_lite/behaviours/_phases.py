"""Plasticity and viscoplasticity of von Mises of metals whose phases change (r4.04.02, r4.04.04).

z_k are the shares of the phases, the last one hot, zc the sum of the others, f = f(zc) how much these count, g_k = f z_k/zc of a cold phase
and 1 - f of the hot one; subscript _ the last converged instant, 2mu, 3K the moduli at the end of the step.

1.  what hardens moves with the phases: a_k = a_k_ + <dz_k>/z_k (q_k a_h_ - a_k_) of a cold phase,
    a_h = a_h_ + sum <-dz_k>/z_h (p_k a_k_ - a_h_) of the hot one, q and p one, or those of META_RE; nothing of a phase that is not there
2.  viscosity lets it recover: ds = dt (c a)^m, c and m those of the phases in the mean;
    isotropic   a = sum z_k a_k, a_k loses ds and stays above zero, as it does without viscosity
    kinematic   ds = 3/2 dt (c |X|)^(m) X/|X|, of X = sum z_k h_k a_k
3.  transformation: T = sum K_k F_k'(zc) <dz_k>, and t = 1 + 3mu T
4.  trial  s^e = 2mu/2mu_ s_' + 2mu de' (- t X), its size q
5.  q = 3mu dp + t (sum g_k R_k + sum g_k eta_k (dp/dt)^(1/n_k)), R_k = sy_k + h_k (a_k + dp), or sy_k + 3/2 sum z_l h_l dp;
    by curves of traction h_k (a_k + dp) is what the curve of the phase has gained at a_k + dp, and dp found piece by piece
6.  s' = (s^e - 3mu dp n)/t, n along step 4's tensor, tr s = 3K tr(e - e_th);  a_k moves by dp, or 3/2 dp n
7.  tangent of 4 to 6.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mandel_factors, mean, norm, outer, unit

from ._bracket import between
from ._hardening import ByPoints
from ._law import Law, moduli, strain_increment
from ._phases_large import kirchhoff
from ._phases_search import Drag, searched

STEEL = ("PFERRITE", "PPERLITE", "PBAINITE", "PMARTENS", "PAUSTENI")
ZIRC = ("ALPHPUR", "ALPHBETA", "BETA")
KITS = {"ACIER": STEEL, "ZIRC": ZIRC}
COLD_SUM = "PCOLDSUM"
PIECES = 100
"""The most pieces of curves of traction that are tried."""


class Phased(Law):
    """The law over all cells and points: `viscous` or not, with kinematic or isotropic linear hardening, with plasticity of transformation,
    with restoration of hardening; `kit` the metal, `curved` whether isotropic hardening follows curves of traction."""

    plane_stress = False
    phased = True
    by_stress = True
    """What it keeps of large strains is told by the stress of the last step too."""

    def __init__(self, viscous: bool, kinematic: bool, transforms: bool, restores: bool, kit: str = "ACIER", curved=False):
        self.viscous, self.kinematic, self.transforms, self.restores, self.kit = viscous, kinematic, transforms, restores, kit
        self.names, self.curved = KITS[kit], curved
        self.suffixes = (*(f"F{i + 1}" for i in range(len(self.names) - 1)), "C")
        self.needs = {
            "thermal_strain": "ELAS_META",
            **({"phase_curve_C": "META_TRACTION"} if curved else {"phase_slope_C": "META_ECRO_LINE"}),
        }
        self.needs |= {"phase_viscosity_C": "META_VISC_FO"} if viscous else {}
        self.needs |= {"transformation_F1": "META_PT"} if transforms else {}
        self.needs |= {"restored_C_F1": "META_RE"} if restores else {}
        steel, count = kit == "ACIER", len(self.names)
        if kinematic:
            own = [f"{name[1:5] if steel else name[:4]}{a}" for name in self.names for a in AXES]
            self.internal_names = (*own, *(f"X{a}" for a in AXES), *(["VIDE"] * 6 if steel else []), "INDIPLAS")
        else:
            self.internal_names = (*(f"EPSPEQ{i + 1}" for i in range(count)), *(["VIDE"] if steel else []), "RMOYEN", "INDIPLAS")

        if kinematic:
            self.kirchhoff = None
        if not transforms:
            self.transforming = None
        self.precision, self.tries = None, 0

    def kirchhoff(self, f, before, internal, data, stress):
        """Kirchhoff's stress, its rate and the variables at gradients f (ne, ng, 3, 3), see _phases_large; for isotropic hardening."""
        return kirchhoff(self, f, before, internal, data, stress)

    def of_metal(self, kit: str) -> Phased:
        """The law for a metal."""
        return type(self)(self.viscous, self.kinematic, self.transforms, self.restores, kit, self.curved)

    def within(self, precision: float, tries: int) -> Phased:
        """The law whose slips are searched as code_aster does, to a precision."""
        other = self.of_metal(self.kit)
        other.precision, other.tries = precision, tries
        return other

    # what is known of the points ---------------------------------------------------------------------------------------------

    def fractions(self, data, shape, before):
        """(ne, ng, K) shares of the phases and (ne, ng) that of the cold ones."""
        variables = data.variables(before)
        if any(name not in variables for name in self.names):
            raise LawFailed(f"the phases of the metal are not known: AFFE_VARC of AFFE_MATERIAU gives them (M_{self.kit})")
        z = np.stack([np.broadcast_to(variables[name], shape) for name in self.names], axis=-1)
        if self.kit == "ACIER":
            return z, np.broadcast_to(variables[COLD_SUM], shape)
        cold = z[..., :-1].sum(axis=-1)
        return z, np.where(cold <= np.finfo(float).eps, 0.0, np.minimum(cold, 1.0))

    def by_phase(self, data, shape, name, before=False):
        """(ne, ng, K) a property of the phases."""
        return np.stack([np.broadcast_to(data.at_points(f"{name}_{s}", before=before), shape) for s in self.suffixes], axis=-1)

    def counted(self, data, z, cold):
        """(ne, ng, K) the weights g of step 5."""
        share = cold.copy()
        name = "phase_flow_mixture" if self.viscous else "phase_yield_mixture"
        for rows, material in data.by_material():
            if material.get(name) is not None:
                share[rows] = material[name].at(cold[rows])
        there = cold > 0.0
        own = share[..., None] * np.where(there[..., None], z[..., :-1] / np.where(there, cold, 1.0)[..., None], 0.0)
        return np.concatenate([own, (1.0 - share)[..., None]], axis=-1)

    def _transformed(self, data, z, z0, cold):
        """T of step 3."""
        total = np.zeros(cold.shape)
        for k, suffix in enumerate(self.suffixes[:-1]):
            grown = np.maximum(z[..., k] - z0[..., k], 0.0)
            if not grown.any():
                continue
            rate = np.zeros(cold.shape)
            for rows, material in data.by_material():
                rate[rows] = material[f"transformation_rate_{suffix}"].at(cold[rows])
            total += data.at_points(f"transformation_{suffix}") * rate * grown
        return total

    def _carried(self, data, a, z, z0):
        """Step 1, of a (ne, ng, K, m) in what is left of each phase."""
        change, hot = z[..., :-1] - z0[..., :-1], z[..., -1]

        def taken(first, second):
            if not self.restores:
                return 1.0
            words = [(s if first is None else first, s if second is None else second) for s in self.suffixes[:-1]]
            return np.stack([data.at_points(f"restored_{one}_{two}") for one, two in words], axis=-1)[..., None]

        grown, lost = np.maximum(change, 0.0)[..., None], np.maximum(-change, 0.0)[..., None]
        cold, warm = a[..., :-1, :], a[..., -1:, :]
        there = z[..., :-1, None] > 0.0
        kept = cold + grown * (taken("C", None) * warm - cold) / np.where(there, z[..., :-1, None], 1.0)
        still = (hot > 0.0)[..., None]
        left = warm[..., 0, :] + (lost * (taken(None, "C") * cold - warm)).sum(axis=-2) / np.where(still, hot[..., None], 1.0)
        return np.concatenate([np.where(there, kept, 0.0), np.where(still, left, 0.0)[..., None, :]], axis=-2)

    def _recovered(self, data, shape, z, driving, dt):
        """ds of step 2 for a driving force (ne, ng)."""
        c = (z * self.by_phase(data, shape, "phase_recovery")).sum(axis=-1)
        m = (z * self.by_phase(data, shape, "phase_recovery_exponent")).sum(axis=-1)
        rate = c * driving
        return np.where(rate > 0.0, dt * np.where(rate > 0.0, rate, 1.0) ** m, 0.0)

    # the law -------------------------------------------------------------------------------------------------------------------

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 7; while predicting, the tangent at the start of the step."""
        shape, ns = strain.shape[:2], strain.shape[-1]
        predicting = data.step.predicting
        dt = data.step.after - data.step.before
        z, cold = self.fractions(data, shape, predicting)
        z0, _ = self.fractions(data, shape, True)
        now, before = moduli(data, predicting), moduli(data, before=True)
        count = len(self.names)
        gain = self.gains(data, shape, predicting)
        sy = self.by_phase(data, shape, "phase_flow" if self.viscous else "phase_yield", predicting)
        weight = self.counted(data, z, cold)
        a = known = self._read(state.internal, count, ns)
        transformed = np.zeros(shape)
        if not predicting:
            a = self._carried(data, known, z, z0)
            if self.kinematic:
                a = np.where(a * known < 0.0, 0.0, a)
            transformed = self._transformed(data, z, z0, cold) if self.transforms else transformed
        h = gain(np.zeros(z.shape))[1] if self.kinematic else None
        back = np.einsum("egk,egk,egki->egi", z, h, a) if self.kinematic else np.zeros((*shape, 1))
        if not predicting:
            a = self._eased(data, shape, z, a, back, dt)
        gained, h = (0.0, h) if self.kinematic else gain(a[..., 0])
        two_mu = np.broadcast_to(now.two_mu, shape)
        t = 1.0 + 1.5 * two_mu * transformed
        increment = deviator(strain_increment(strain, state, data, continuum)[0]) if not predicting else np.zeros(strain.shape)
        trial = (now.two_mu / before.two_mu)[..., None] * deviator(state.stress) + two_mu[..., None] * increment
        away = trial - t[..., None] * back if self.kinematic else trial
        size = np.sqrt(1.5) * norm(away)
        along = np.where((size > 0.0)[..., None], away / np.where(size > 0.0, size, 1.0)[..., None], 0.0)
        hardening = 1.5 * (z * h).sum(axis=-1) if self.kinematic else (weight * h).sum(axis=-1)
        limit = (weight * (sy + gained)).sum(axis=-1)
        three_k = np.broadcast_to(now.three_k, shape)
        if predicting:
            plastic = state.internal[..., -1] >= 0.5
            bend = 0.0 if self.viscous else (1.5 * two_mu) ** 2 / (1.5 * two_mu + hardening)
            bend = np.where(plastic, bend, 0.0)
            tangent = isotropic_stiffness(two_mu, three_k, ns) - bend[..., None, None] * outer(along, along)
            return state.stress, state.internal, tangent
        excess = size - t * limit
        plastic = excess >= 0.0
        slip, drag = self.slipped(data, shape, np.where(plastic, excess, 0.0), 1.5 * two_mu + t * hardening, t, weight, dt, z)
        if self.curved:
            started, flowing, curves = (slip, drag, h), (size, 1.5 * two_mu, t, plastic), (gain, a[..., 0], sy)
            slip, drag, hardening = self.over_pieces(data, started, flowing, curves, weight, dt, z)
        found = (trial - (1.5 * two_mu * slip)[..., None] * along) / t[..., None]
        others = anelastic_strain(data, continuum.strains)
        elastic = mean(strain) if others is None else mean(strain - others)
        stress = found + (three_k * elastic)[..., None] * unit(ns)
        loading = plastic & (self.viscous | (((found - back if self.kinematic else found) * increment).sum(axis=-1) >= 0.0))
        ratio = np.where(loading, slip / np.where(size > 0.0, size, 1.0), 0.0)
        bend = (1.5 * two_mu) ** 2 * (1.0 / (1.5 * two_mu + t * (hardening + drag)) - ratio)
        bend = np.where(loading, bend, 0.0) / t
        tangent = isotropic_stiffness(two_mu / t * (1.0 - 1.5 * two_mu * ratio), three_k, ns)
        tangent = tangent - bend[..., None, None] * outer(along, along)
        if self.kinematic:
            return stress, self._centred(a, back, along, slip, plastic, z, h), tangent
        return stress, self.remembered(a, slip, plastic, z, gain, weight), tangent

    def transforming(self, state, data):
        """Stresses (ne, ng, ns) by which a step starts for what its transformation strains: 3mu T s', less what flow takes of them.

        Flow is told as code_aster does (meta_vpta_coef), by the variable before the last, which of kinematic hardening is a tensor's.
        """
        shape = state.stress.shape[:2]
        (z, cold), (z0, _) = self.fractions(data, shape, False), self.fractions(data, shape, True)
        two_mu = np.broadcast_to(moduli(data).two_mu, shape)
        count = len(self.names)
        share = np.ones(shape)
        if not self.viscous:
            slope = self.gains(data, shape)(state.internal[..., :count])[1] * (1.5 if self.kinematic else 1.0)
            rate = (self.counted(data, z, cold) * slope).sum(axis=-1)
            flows = state.internal[..., count + (self.kit == "ACIER")] >= 0.5
            share = np.where(flows, rate / (1.5 * two_mu + rate), 1.0)
        transformed = self._transformed(data, z, z0, cold)
        return (1.5 * two_mu * share * transformed)[..., None] * deviator(state.stress)

    def gains(self, data, shape, before=False):
        """A function of what has hardened (ne, ng, K) in the phases: what their yield stresses have gained, and how fast that grows."""
        if self.curved:
            curves = [ByPoints(data, shape, before, f"phase_curve_{suffix}") for suffix in self.suffixes]

            def along_curves(a):
                found = [curve.at(a[..., k]) for k, curve in enumerate(curves)]
                gained = [stress - curve.first for (stress, _), curve in zip(found, curves)]
                return np.stack(gained, axis=-1), np.stack([rate for _, rate in found], axis=-1)

            return along_curves
        young = np.broadcast_to(data.at_points("young", before=before), shape)[..., None]
        slope = self.by_phase(data, shape, "phase_slope", before)
        h = (2.0 / 3.0 if self.kinematic else 1.0) * slope * young / (young - slope)
        return lambda a: (h * a, h)

    def hardened(self, internal, data, z, cold, dt):
        """What has hardened (ne, ng, K, 1), moved by the phases and recovered, and T, of isotropic hardening."""
        a, transformed = self._read(internal, len(self.names), 0), np.zeros(cold.shape)
        if data.step.predicting:
            return a, transformed
        z0, _ = self.fractions(data, cold.shape, True)
        a = self._carried(data, a, z, z0)
        transformed = self._transformed(data, z, z0, cold) if self.transforms else transformed
        return self._eased(data, cold.shape, z, a, None, dt), transformed

    def _eased(self, data, shape, z, a, back, dt):
        """Step 2; without viscosity isotropic hardening only stays above zero."""
        if self.kinematic and not self.viscous:
            return a
        there = z[..., None] > 0.0
        if not self.kinematic:
            ds = self._recovered(data, shape, z, (z * a[..., 0]).sum(axis=-1), dt) if self.viscous else np.zeros(shape)
            return np.where(there, np.maximum(a - ds[..., None, None], 0.0), a)
        size = np.sqrt(1.5) * norm(back)
        ds = 1.5 * self._recovered(data, shape, z, size, dt)[..., None] * back / np.where(size > 0.0, size, 1.0)[..., None]
        eased = a - ds[..., None, :]
        return np.where(there, np.where(eased * a < 0.0, 0.0, eased), a)

    def slipped(self, data, shape, excess, stiffness, t, weight, dt, z):
        """dp of step 5 and the slope of its viscous part: to RESI_INTE where it is given, else by Newton's method kept within bounds."""
        plain = excess / stiffness
        if not self.viscous:
            return plain, np.zeros(shape)
        own = np.where(z > 0.0, self.by_phase(data, shape, "phase_viscosity"), 0.0)
        eta, power = weight * own, 1.0 / self.by_phase(data, shape, "phase_exponent")

        def stresses(p):
            return np.where((p > 0.0)[..., None], eta * (np.where(p > 0.0, p, 1.0)[..., None] / dt) ** power, 0.0)

        def dragged(p):
            stress = stresses(p)
            return stress.sum(axis=-1), (stress * power).sum(axis=-1) / np.where(p > 0.0, p, 1.0)

        def told(p):
            # the drag of the hot phase by its share once more, as in code_aster's tangents (nzisfw, nzcifw, lcgdpm)
            slopes = stresses(p) * power
            slopes[..., -1] *= z[..., -1]
            return slopes.sum(axis=-1) / np.where(p > 0.0, p, 1.0)

        if self.precision is not None:
            p, moves = np.zeros(shape), excess > 0.0
            if moves.any():
                known = (excess, stiffness, t, own, power, weight, z)
                at = (np.broadcast_to(array, (*shape, *array.shape[2:]))[moves] for array in known)
                p[moves] = searched(Drag(*at, dt), self.precision, self.tries)
            return p, told(p)

        def unmet(p):
            stress, slope = dragged(p)
            return stiffness * p + t * stress - excess, stiffness + t * slope

        p, _ = between(unmet, 0.5 * plain, 0.0, plain, rows=plain != 0.0, beside=plain, believed=1e-12 * excess)
        return p, told(p)

    def over_pieces(self, data, found, trial, curves, weight, dt, z):
        """dp, the slope of its viscous part and that of the hardening where dp ends, sought from piece to piece of the curves.

        found  dp, its slope and the slopes (ne, ng, K) on the pieces where it starts;  trial  q, its loss by dp, t and where it flows
        curves  the function of `gains`, what has hardened (ne, ng, K) and the stresses at first flow
        """
        (slip, drag, h), (size, stiffness, t, plastic), (gain, a, first) = found, trial, curves
        for _ in range(PIECES):
            gained, slope = gain(a + slip[..., None])
            if (slope == h).all(axis=-1)[plastic].all():
                break
            h = slope
            excess = size - t * (weight * (first + gained - slope * slip[..., None])).sum(axis=-1)
            excess = np.where(plastic, np.maximum(excess, 0.0), 0.0)
            slip, drag = self.slipped(data, size.shape, excess, stiffness + t * (weight * h).sum(axis=-1), t, weight, dt, z)
        return slip, drag, (weight * h).sum(axis=-1)

    # the variables -------------------------------------------------------------------------------------------------------------

    def _read(self, internal, count, ns):
        """(ne, ng, K, 1 or ns) what has hardened, tensors in Mandel's notation."""
        if not self.kinematic:
            return internal[..., :count, None]
        parts = internal[..., : 6 * count].reshape(*internal.shape[:-1], count, 6)[..., :ns]
        return parts * mandel_factors()[:ns]

    def remembered(self, a, slip, plastic, z, gain, weight):
        """The variables (ne, ng, nv) of isotropic hardening."""
        out = np.zeros((*slip.shape, self.internal_size))
        count, there = len(self.names), z > 0.0
        a = np.where(there, a[..., 0] + slip[..., None], 0.0)
        out[..., :count], out[..., -1] = a, plastic
        out[..., -2] = (weight * np.where(there, gain(a)[0], 0.0)).sum(axis=-1)
        return out

    def _centred(self, a, back, along, slip, plastic, z, h):
        out = np.zeros((*slip.shape, self.internal_size))
        count, there = len(self.names), z > 0.0
        out[..., -1] = plastic
        moved = np.where(there[..., None], a + 1.5 * slip[..., None, None] * along[..., None, :], 0.0)
        centre = back + 1.5 * ((z * h).sum(axis=-1) * slip)[..., None] * along
        whole = np.concatenate([moved, centre[..., None, :]], axis=-2)
        whole = whole / mandel_factors()[: whole.shape[-1]]
        places = out[..., : 6 * (count + 1)].reshape(*slip.shape, count + 1, 6)
        places[..., : whole.shape[-1]] = whole
        out[..., : 6 * (count + 1)] = places.reshape(*slip.shape, -1)
        return out
