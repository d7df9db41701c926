"""The laws of concrete that creeps, cracks and swells by reactions within (r7.01.35; Grimal 2007, Sellier et al. 2013 to 2018).

1.  temperature, hydration, water and the strain grow evenly over the step, in as many smaller ones as let creep go evenly
    (ITER_INTE_MAXI at most): Kelvin's and Maxwell's strains then change by a tenth of what they could
2.  each is one of _flow, then cracks open (_cracks)
3.  effective stress: that of the solid, less the pressures of products and water, plus what drying adds; damage leaves part of it
The tangent is the elasticity, its shear halved as code_aster has it; MATR_ENDO asks for the secant of damage.
Temperatures are in degrees Celsius, all else is in the units of the mesh.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.behaviours._law import Law, moduli, strain_increment
from pyaster_lite.behaviours.endo_isot_beton import mechanical
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import isotropic_stiffness

from . import _creep, _gel, _state
from ._cracks import Cells, Damage, Openings, opened
from ._flow import Flowing, strained
from ._hydration import kept, ripened
from ._points import Points, components, symmetric

SHARE = 0.1
"""Of what a strain of creep could change by, that a step may take."""
SECANT, ENOUGH = 0.01, 1.5
"""How far MATR_ENDO goes from a stress, over the strength in tension, and how far that must be from none."""
PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


class SwellingConcrete(Law):
    """The law over all cells and points.

    word          the factor keyword of its material;  names  of the material's properties
    creeps, cracks  whether it does;  steps  the most smaller steps;  secant  whether its tangent is that of damage
    """

    plane_stress = symmetric = False
    surrounded = secant = elastic_rates = True
    internal_names = _state.NAMES
    tries = 4
    """How often the plastic criteria are looked at: what they leave then stays."""

    def __init__(self, word, creeps=True, cracks=True, steps=20, damaged=False):
        self.word, self.creeps, self.cracks, self.steps, self.damaged = word, creeps, cracks, steps, damaged
        self.needs = {"young": "ELAS", "rgi_setting": word}

    def within(self, precision, tries) -> SwellingConcrete:
        """The law in `tries` smaller steps at most."""
        return type(self)(self.word, self.creeps, self.cracks, tries, self.damaged)

    def of_damage(self, damaged) -> SwellingConcrete:
        """The law whose tangent is the secant of damage, or is not."""
        return type(self)(self.word, self.creeps, self.cracks, self.steps, damaged)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 3."""
        (ne, ng, n), shape = strain.shape, strain.shape[:2]
        elastic = moduli(data, before=True)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        stiffness = isotropic_stiffness(two_mu, three_k, n)
        stiffness[..., 3:, 3:] *= 0.5
        if data.step.predicting and not self.damaged:
            return state.stress, state.internal, stiffness
        words, before, after = self._read(data, shape)
        increment = np.zeros_like(strain) if data.step.predicting else strain_increment(strain, state, data, continuum)[0]
        flat = (full(x).reshape(-1, 3, 3) for x in (increment, state.stress))
        cells = Cells(np.repeat(data.at_rest(), ng, axis=0), continuum.revolves, words.third)
        internal = state.internal.reshape(ne * ng, -1)
        old, first = _begun(_state.read(internal[:, : _state.SIZE]), before, after)
        end = _Step(self, words, old, first, before, after, *flat, cells, data.step.after - data.step.before)
        if self.damaged:
            elasticity = isotropic_stiffness(two_mu.reshape(-1), three_k.reshape(-1), 6)
            stiffness = self._stiffened(end, elasticity)[:, :n, :n].reshape(ne, ng, n, n)
        whole = mechanical(state.strain if data.step.predicting else strain, data, continuum, data.step.predicting)
        stress, more = self._shared(end, full(whole).reshape(-1, 3, 3), internal[:, _state.SIZE :], first)
        variables = np.concatenate([_state.written(end.new), more], axis=1)
        return mandel(stress, n).reshape(ne, ng, n), variables.reshape(ne, ng, -1), stiffness

    def _stiffened(self, end, elasticity):
        """(n, 6, 6) what damage leaves."""
        return end.secant() @ elasticity

    def _shared(self, end, strain, variables, first):
        """The stress (n, 3, 3), and further variables, of a step to whole mechanical strains."""
        return end.held, variables

    def _read(self, data, shape):
        """What the material says, and what surrounds the points at the step's ends."""

        def flat(values):
            return np.broadcast_to(values, shape).reshape(-1)

        known = [data.variables(before=True), data.variables()]
        if "TEMP" not in known[1]:
            raise LawFailed(f"{self.word} needs the temperature (AFFE_VARC NOM_VARC='TEMP')")
        if np.any(known[1].get("SECH_REF", 0.0)):
            raise LawFailed(f"{self.word} needs a reference of drying (VALE_REF of SECH) that is zero")
        names = {name for material in data.materials for name in material if name.startswith("rgi_")}
        words = {name[4:]: flat(data.at_points(name, 0.0, before=True)) for name in names}
        words |= {name: flat(data.at_points(name, before=True)) for name in ("young", "poisson")}
        if (words["dilatancy"] > np.sqrt(3.0)).any():
            raise LawFailed(f"BETA of {self.word} passes the square root of 3")
        words["reference_strain"] = words["compression"] / words["young"] / 3.0
        words["heat_damage"] = np.maximum(words["heat_damage"], 0.0)
        temperatures = [flat(values["TEMP"]) for values in known]
        water, around = flat(known[1].get("SECH", 0.0)), (words.pop("hydration"), words.pop("pores"))
        points = [Points(temperature=t, water=water, hydration=around[0], pores=around[1]) for t in temperatures]
        return Points(**words), *points


def _begun(old, before, after):
    """The state, made of what surrounds the points where there is none yet, and where this is so; `before` comes to have their water."""
    first = abs(old.started - 1.0) >= np.finfo(float).eps
    for name, value in (("hydration", after.hydration), ("water", after.water), ("void", after.pores)):
        setattr(old, name, np.where(first, value, getattr(old, name)))
    before.hydration, before.water, before.pores = old.hydration, old.water, old.void
    return old, first


class _Step:
    """A whole step: the state `new` at its end and the stress `held`."""

    def __init__(self, law, words, old, first, before, after, strain, total, cells, dt):
        self.law, self.words, self.cells, self.after, self.before, self.dt = law, words, cells, after, before, dt
        n = len(strain)
        _, _, start = _creep.heated(words, before.temperature)
        _, _, end = _creep.heated(words, after.temperature)
        count = self._counted(old, before, after, strain, dt) if law.creeps else np.ones(n, int)
        self.new, self.openings = old.copy(), Openings.closed(n)
        self.ripe, self.damage_volume = ripened(words, after.hydration), np.zeros(n)
        damage = np.zeros(n)
        for k in range(count.max()):
            rows = np.flatnonzero(count > k)
            share = 1.0 / count[rows]
            reached = {name: a[rows] + (getattr(after, name)[rows] - a[rows]) * (k + 1) * share for name, a in vars(before).items()}
            grown = strain[rows] * share[:, None, None]
            damage[rows] = self._go(rows, Points(**reached), grown, total[rows], dt * share, first[rows], k + 1 == count[rows], k > 0)
        self.new.started = np.ones(n)
        self.new.heat_damage = np.maximum(old.heat_damage, np.maximum(start, end))
        self.new.creep_damage = np.maximum(old.creep_damage, damage) if law.creeps else np.zeros(n)
        self._damaged(old.diffuse)

    def _go(self, rows, around, strain, total, dt, first, last, later):
        """One of the smaller steps of some points, `last` those for which it is that: what creep damages."""
        words, old = self.words.of(rows), self.new.of(rows)
        flowing = Flowing(words, old, strain, around, total, dt, self.law.creeps, first, self.law.tries)
        new = flowing.ended()
        again = (flowing.tries > 1) & last
        biot, pressure, most, _, _ = flowing.press(0, new.gel_volume, new.most_pressure if later else old.most_pressure)
        for name, value in {"biot": biot, "pressure": pressure, "most_pressure": most}.items():
            setattr(new, name, np.where(again, value, getattr(new, name)))
        if self.law.cracks:
            start = flowing.start
            found = opened(start.opening, start.widest, new.cracks - start.cracks, self.cells.of(rows))
            for name, value in vars(found).items():
                getattr(self.openings, name)[rows] = value
            new.opening, new.widest = found.tensor, found.widest
            new.widest_now = components(found.tensor)[:, :3].max(axis=1)
        self.new.put(rows, new)
        self.damage_volume[rows] = flowing.damage_volume
        self.ripe.put(rows, flowing.ripe)
        return flowing.damage * (1.0 - 1.0 / flowing.most)

    def _damaged(self, diffuse):
        """Step 3."""
        new, words = self.new, self.words
        pores = -new.biot * new.pressure - new.water_share * new.suction
        self.effective = new.stress + new.surcharge + pores[:, None, None] * np.eye(3)
        self.held = self.effective
        if not self.law.cracks:
            return
        left = (1.0 - new.heat_damage) * (1.0 - new.creep_damage)
        self.damage = Damage(words, self.ripe, new, self.openings, self.cells, left, self.damage_volume)
        self.held, new.diffuse = self.damage.held(self.effective, diffuse)
        new.put(slice(None), self.damage.variables())

    def secant(self):
        """(n, 6, 6) what damage leaves of each stress, as each component of the effective stress is moved."""
        strength, own = SECANT * self.words.tension, components(self.effective)
        held, diffuse = components(self.held), self.new.diffuse
        result = np.empty((len(own), 6, 6))
        for i in range(6):
            moved = own.copy()
            moved[:, i] = np.where(own[:, i] >= ENOUGH * strength, own[:, i] - strength, 2.0 * strength)
            stress = symmetric(moved)
            if self.law.cracks:
                stress, diffuse = self.damage.held(stress, diffuse)
            result[:, :, i] = (components(stress) - held) / (moved[:, i] - own[:, i])[:, None]
        return result

    def _counted(self, old, before, after, strain, dt):
        """How many smaller steps creep asks for (n,)."""
        words = self.words
        ripe = ripened(words, after.hydration)
        share = kept(old.hydration, after.hydration, words.setting)
        filled, _, _ = _gel.saturated(words, ripe, after.water, after.pores)
        elastic, kelvin = (strained(words, ripe, stress) for stress in (old.stress, old.kelvin_stress))
        psi = words.kelvin_ratio[:, None]
        then, now = components(elastic) / psi, components(elastic + strain) / psi
        could = np.where(abs(then) > abs(now), then, now)
        wet = old.water / old.void
        pressure = old.water_share * old.suction + old.biot * old.pressure
        load, _ = _creep.loaded(words, ripe, old.stress + old.surcharge, pressure)
        larger, faster, _ = _creep.heated(words, before.temperature)
        _, later, _ = _creep.heated(words, after.temperature)
        _, _, least, _ = _creep.consolidated(words, elastic, old.maxwell * share[:, None, None], wet * load * larger * faster)
        time = words.kelvin_time * (1.0 / wet + 1.0 / filled) / (faster + later)
        left = abs(1.0 - components(kelvin) / psi / np.where(abs(could) > _creep.SMALL, could, _creep.SMALL)).max(axis=1)
        left = np.maximum(left, SHARE * time / dt if dt else 1.0)
        longest = np.minimum(dt, np.minimum(SHARE * words.maxwell_time * least, time / left))
        count = np.where(longest < dt, (dt / np.where(longest > 0.0, longest, 1.0)).astype(int) + 1, 1)
        return np.minimum(count, self.law.steps) if self.law.steps > 0 else count
