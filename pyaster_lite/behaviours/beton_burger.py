"""RELATION='BETON_BURGER': creep of concrete, basic and by drying, which consolidates (r7.01.35).

With s_m the mean stress, s' the deviator, h the humidity of the pores, x = exp(l/k) and viscosities and stiffnesses that follow the
temperature by exp(Q (1/T - 1/T0)), T the mean over the step, k by its inverse; everything else is taken at the end of the step:

1.  reversible   nr er' = h s_m - kr er,   nd dr' = h s' - kd dr
2.  lasting      ei' = h s_m/(ni x),   di' = h s'/(nj x),   l the largest |ei 1 + di| so far
3.  drying       f' = w s / nf,  w how much drier than ever before the pores become
4.  e = e^e + dr + di + f + (er + ei) 1,  s = D e^e: as all is isotropic, s follows from x, and l from one equation, l - max(l_, |..|) = 0,
    which grows with l
5.  tangent of 4, that of rates being D.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mean, norm, outer, unit

from ._bracket import Bracket, search
from ._creep import relative_humidity
from ._law import moduli_of, strain_increment
from ._restarting import Restarting

ZERO, MOST, CLOSE = 273.0, 200.0, 1e-12


def _tensor(stem):
    return tuple(f"{stem}{axes}" for axes in AXES)


class Places:
    """Where the variables stand, for tensors of so many components."""

    def __init__(self, ns):
        ends = np.cumsum([0, ns, 1, 1, ns, 1, ns, ns, ns, 1])
        names = ("elastic", "ei", "limit", "di", "er", "dr", "drying", "basic", "driest")
        for name, first, last in zip(names, ends[:-1], ends[1:]):
            setattr(self, name, slice(first, last) if last - first > 1 else first)


class Burger(Restarting):
    """The law over all cells and points."""

    plane_stress, secant = False, True
    needs = {"burger_young": "BETON_BURGER", "desorption": "BETON_DESORP"}
    internal_names = (
        *_tensor("ElasticStrain"), "ESPHI", "ELIM", *_tensor("EDEVI"), "ESPHR", *_tensor("EDEVR"), *_tensor("Edess"), *_tensor("EF"),
        "ShiftedHistoricalMinimumRelativeHumidity",
    )  # fmt: skip

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, ns, old = strain.shape[:2], strain.shape[-1], state.internal
        at, one, dt = Places(ns), unit(ns), data.step.after - data.step.before
        now = moduli_of(*(np.broadcast_to(data.at_points(f"burger_{word}"), shape) for word in ("young", "poisson")))
        words, consolidation = self._words(data, shape)
        h, dried, driest = self._humidity(data, shape, old[..., at.driest])

        def reversible(spring, dashpot):
            share = dt / (words[dashpot] + dt * words[spring])
            return -share * words[spring], h * share

        (left_mean, mean_r), (left, shear_r) = reversible("mean_spring", "mean_viscosity"), reversible("spring", "viscosity")
        by_drying = np.where(words["drying"] > 0.0, dried / np.where(words["drying"] > 0.0, words["drying"], 1.0), 0.0)
        lasting_mean, lasting = h * dt / words["mean_lasting"], h * dt / words["lasting"]
        elastic = old[..., at.elastic] + strain_increment(strain, state, data, continuum)[0] - left[..., None] * old[..., at.dr]
        elastic = elastic - (left_mean * old[..., at.er])[..., None] * one

        def held(limit):
            """1/x, the mean stress and the deviator with their stiffnesses."""
            slow = np.exp(-np.clip(limit / consolidation, -MOST, MOST))
            bulk = now.three_k / (1 + now.three_k * (mean_r + by_drying + lasting_mean * slow))
            shear = now.two_mu / (1 + now.two_mu * (shear_r + by_drying + lasting * slow))
            return slow, bulk, shear

        def flowed(limit):
            """M s/x, the lasting strain and its derivative by l, and the stiffnesses."""
            slow, bulk, shear = held(limit)
            pressure, sheared = bulk * mean(elastic), shear[..., None] * deviator(elastic)
            gained = (lasting_mean * slow * pressure)[..., None] * one + (lasting * slow)[..., None] * sheared
            total = old[..., at.ei, None] * one + old[..., at.di] + gained
            # as x grows the strain slows down, but the stress that drives it relaxes less
            slowed = (bulk * lasting_mean * slow, shear * lasting * slow)
            rate = -((1 - slowed[0]) * lasting_mean * slow * pressure)[..., None] * one
            rate = rate - ((1 - slowed[1]) * lasting * slow)[..., None] * sheared
            return gained, total, rate / consolidation[..., None], bulk, shear

        known = old[..., at.limit]
        _, total, *_ = flowed(known)
        grows = norm(total) > known
        limit = known.copy()
        if grows.any():
            limit = self._consolidated(flowed, known, norm(total), grows)
        gained, total, rate, bulk, shear = flowed(limit)
        pressure, sheared = bulk * mean(elastic), shear[..., None] * deviator(elastic)
        stress = pressure[..., None] * one + sheared
        tangent = isotropic_stiffness(shear, bulk, ns)
        # dl = q.dq, of the strain q at constant l and by l; the stress loses what it so does not creep
        size = norm(total)
        along = total / np.where(size > 0.0, size, 1.0)[..., None]
        driven = (shear * lasting)[..., None] * deviator(along) + (bulk * lasting_mean * mean(along))[..., None] * one
        driven = driven * np.exp(-np.clip(limit / consolidation, -MOST, MOST))[..., None]
        share = np.where(grows, 1.0 / (1.0 - (along * rate).sum(axis=-1)), 0.0)
        given = (shear / consolidation)[..., None] * deviator(gained) + (bulk / consolidation * mean(gained))[..., None] * one
        tangent = tangent + share[..., None, None] * outer(given, driven)

        out = old.copy()
        grown_r = (left_mean * old[..., at.er] + mean_r * pressure, left[..., None] * old[..., at.dr] + shear_r[..., None] * sheared)
        out[..., at.elastic] = mean(stress)[..., None] / now.three_k[..., None] * one + deviator(stress) / now.two_mu[..., None]
        out[..., at.ei], out[..., at.di], out[..., at.limit] = mean(total), deviator(total), limit
        out[..., at.er] += grown_r[0]
        out[..., at.dr] += grown_r[1]
        out[..., at.drying] += by_drying[..., None] * stress
        out[..., at.basic] += gained + grown_r[0][..., None] * one + grown_r[1]
        out[..., at.driest] = driest
        return stress, out, tangent

    @staticmethod
    def _consolidated(flowed, known, most, grows):
        """l of step 4, between l_ and what it would be without consolidation."""

        def excess(limit):
            _, total, rate, *_ = flowed(limit)
            size = norm(total)
            slope = 1.0 - (total * rate).sum(axis=-1) / np.where(size > 0.0, size, 1.0)
            return np.where(grows, limit - size, 0.0), slope

        most = np.where(grows, most, known)
        return search(excess, 0.5 * (known + most), Bracket(known, most), CLOSE * np.maximum(most, np.finfo(float).tiny), 200)

    @staticmethod
    def _words(data, shape):
        """Stiffnesses and viscosities by name at the mean temperature of the step, and k."""

        def value(word):
            return np.broadcast_to(data.at_points(f"burger_{word}"), shape)

        heats, activation = [data.variables(before).get("TEMP") for before in (True, False)], value("activation")
        if any(heat is None for heat in heats):
            if activation.any():
                raise LawFailed("BETON_BURGER needs the temperature (AFFE_VARC with NOM_VARC='TEMP')")
            heats = [value("reference")] * 2
        factor = np.exp(activation * (1 / (ZERO + sum(heats) / 2) - 1 / (ZERO + value("reference"))))
        names = ("mean_spring", "mean_viscosity", "mean_lasting", "spring", "viscosity", "lasting")
        return {word: value(word) * factor for word in names} | {"drying": value("drying")}, value("consolidation") / factor

    @staticmethod
    def _humidity(data, shape, driest):
        """h, w and the least humidity so far less one."""
        before, after = relative_humidity(data, shape, True), relative_humidity(data, shape)
        least = np.minimum(driest + 1.0, before)
        return after, np.maximum(least - after, 0.0), np.minimum(least, after) - 1.0

    @staticmethod
    def basic_creep(internal, data, ns):
        """(ne, ng, ns) strains of basic creep in Mandel's notation."""
        at = Places(ns)
        return internal[..., at.di] + internal[..., at.dr] + (internal[..., at.ei] + internal[..., at.er])[..., None] * unit(ns)

    @staticmethod
    def drying_creep(internal, data, ns):
        """(ne, ng, ns) strains of creep by drying in Mandel's notation."""
        return internal[..., Places(ns).drying]


BEHAVIOURS.add("BETON_BURGER", Burger())
