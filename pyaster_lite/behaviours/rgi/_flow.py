"""A step of concrete without damage: creep and elasticity, then plasticity (see _creep, _gel and _yield)."""

from __future__ import annotations

import numpy as np

from . import _creep, _gel, _yield
from ._hydration import kept, ripened
from ._points import ONE, along, components, principal, turned_back

REMEMBERED = ("kelvin", "maxwell", "cracks", "gel_cracks", "shear_strain", "sheared", "dissipation", "opening", "widest")


def stiffened(ripe, strain):
    """The stress of an elastic strain (n, 3, 3)."""
    trace = np.trace(strain, axis1=1, axis2=2)
    return ripe.two_mu[:, None, None] * strain + (ripe.lame * trace)[:, None, None] * ONE


def strained(words, ripe, stress):
    """The elastic strain of a stress."""
    trace = np.trace(stress, axis1=1, axis2=2)
    nu, young = words.poisson[:, None, None], ripe.young[:, None, None]
    return ((1.0 + nu) * stress - nu * trace[:, None, None] * ONE) / young


class Flowing:
    """A step dt at points, as much of the whole one as lets creep go evenly.

    old     the state at its start;  around  its end: hydration, temperature, water, pores
    total   the whole stress when the whole step began;  first  where there was no state before;  tries  how often plasticity is looked at
    Then new (Points) is the state, and ripe, openings need what follows.
    """

    def __init__(self, words, old, strain, around, total, dt, creeps, first, tries):
        self.words, self.old, self.around, self.dt, self.creeps, self.first = words, old, around, dt, creeps, first
        self.new = old.copy()
        share = kept(old.hydration, around.hydration, words.setting)
        for name in REMEMBERED:
            value = getattr(old, name)
            setattr(self.new, name, value * share.reshape(-1, *[1] * (value.ndim - 1)))
        self.start = self.new.copy()
        self.ripe = ripened(words, around.hydration)
        self.new.hydration, self.new.water, self.new.void = around.hydration, around.water, around.pores
        self._soaked(total)
        self._tried(strain)
        self.tries = np.ones(len(dt), int)
        self._flow(tries)

    def _soaked(self, total):
        """The water in the pores, and what drying adds along the stress: of the change of its pressure, |stress|/SFLD more."""
        new, old = self.new, self.old
        self.saturation = np.zeros(len(self.dt))
        if not self.creeps:
            return
        self.saturation, new.water_share, new.suction = _gel.saturated(self.words, self.ripe, self.around.water, self.around.pores)
        new.drying = 1.0 / self.saturation
        change = new.water_share * new.suction - old.water_share * old.suction
        if np.any(change):
            values, axes = principal(total)
            scale = np.where(self.words.drying_stress > 0.0, self.words.drying_stress, np.inf)[:, None]
            new.surcharge = old.surcharge - turned_back(axes, change[:, None] * abs(values) / scale)

    def _tried(self, strain):
        """Creep and elasticity alone."""
        words, ripe, new, old = self.words, self.ripe, self.new, self.old
        new.elastic = strained(words, ripe, old.stress)
        new.volume = old.volume + np.trace(strain, axis1=1, axis2=2)
        grown = strain
        if self.creeps:
            psi = words.kelvin_ratio[:, None, None]
            new.kelvin = strained(words, ripe, old.kelvin_stress) / psi
            self.larger, self.faster, _ = _creep.heated(words, self.around.temperature)
            pressure = old.water_share * old.suction + old.biot * old.pressure
            load, _ = _creep.loaded(words, ripe, old.stress + old.surcharge, pressure)
            rates, _, _ = self._rates(new.elastic, new.maxwell, load, np.tile(ONE, (len(strain), 1, 1)))
            dk, dm = rates.crept(new.elastic, new.kelvin, strain)
            self._give(dk, dm)
            grown = strain - dk - dm
        new.elastic = new.elastic + grown
        new.stress = old.stress + stiffened(ripe, grown)

    def _rates(self, elastic, maxwell, load, frame):
        c, axes, _, most = _creep.consolidated(self.words, elastic, maxwell, self.saturation * load * self.larger * self.faster)
        slower = _creep.directed(c, axes, frame)
        return _creep.Rates(self.words, self.dt, self.faster * self.saturation, slower), c, most

    def _give(self, dk, dm):
        new = self.new
        new.kelvin, new.maxwell = new.kelvin + dk, new.maxwell + dm
        new.kelvin_stress = new.kelvin_stress + self.words.kelvin_ratio[:, None, None] * stiffened(self.ripe, dk)

    def _products(self, tries):
        """Phases of the reactions; after the first try that of silica refers to 0 degrees where ettringite forms too, as in code_aster."""
        reference = self.words.asr_temperature
        if tries:
            reference = np.where(self.words.def_volume > 0.0, 0.0, reference)
        return _gel.products(self.words, self.old, self.first, self.saturation, self.around.temperature, reference, self.dt)

    def press(self, tries, cracks, most):
        """Biot's coefficient and the pressure of the products, the largest one since it was `most`, its rate, and the phases."""
        new = self.new
        phases = self._products(tries)
        apart = np.trace(new.cracks + new.shear_strain, axis1=1, axis2=2)
        return *_gel.pressed(self.words, self.ripe, phases["phases"], new.volume, apart, cracks, most), phases

    def _flow(self, most_tries):
        """Plasticity, so many times at most."""
        new, n = self.new, len(self.dt)
        self.damage, self.most = np.zeros(n), np.ones(n)
        _, _, self.damage_volume = _yield.shear_strength(self.words, self.ripe, new.sheared)
        least_sheared = new.sheared.copy()
        going = np.ones(n, bool)
        for tries in range(most_tries):
            biot, pressure, most, rate, phases = self.press(tries, new.gel_volume, self.old.most_pressure)
            for name, value in {**phases, "biot": biot, "pressure": pressure, "most_pressure": most}.items():
                setattr(new, name, np.where(going, value, getattr(new, name)))
            held = biot * pressure + new.water_share * new.suction
            values, axes = principal(new.stress)
            plastic = [np.einsum("nii->ni", along(axes, tensor)) for tensor in (new.cracks, new.gel_cracks)]
            c = _yield.crossed(self.words, self.ripe, values, held, (pressure, biot), new.sheared, *plastic)
            c.active &= going[:, None]
            kelvin = maxwell = np.zeros((n, 3))
            if self.creeps:
                load, damage = _creep.loaded(self.words, self.ripe, new.stress + new.surcharge, held)
                rates, _, most_c = self._rates(new.elastic, new.maxwell, load, axes)
                self.damage, self.most = np.where(going, damage, self.damage), np.where(going, most_c, self.most)
                kelvin, maxwell = (share[:, :3] for share in rates.relaxed)
            again = c.active.any(axis=1)
            if again.any():
                self._yield(c, axes, plastic[0], kelvin, maxwell, rate)
                new.sheared = np.maximum(new.sheared + self.distortion, least_sheared)
            new.gel_volume = np.where(going, np.trace(new.gel_cracks, axis1=1, axis2=2), new.gel_volume)
            going &= again
            if not going.any():
                break
            self.tries += going
        self.tries = np.minimum(self.tries, most_tries)

    def _yield(self, c, axes, opened, kelvin, maxwell, rate):
        """Bring the active criteria to zero; a crack that would close past nothing closes alone, and nothing else moves."""
        new = self.new
        multipliers, active, _ = _yield.returned(c, self.ripe, kelvin + maxwell, rate)
        parts = [np.einsum("nc,nci->ni", multipliers[:, rows], c.flow[:, rows]) for rows in (slice(0, 6), _yield.SPLITTING, slice(9, 10))]
        shut = active[:, _yield.CLOSING] & (opened + parts[0] < 0.0)
        limited = shut.any(axis=1)[:, None]
        only = np.arange(3) == shut.argmax(axis=1)[:, None]
        cracks = np.where(limited, np.where(only, -opened, 0.0), parts[0])
        gel, shear = (np.where(limited, 0.0, part) for part in parts[1:])
        plastic = cracks + gel + shear
        dk, dm = (np.where(limited, 0.0, -share * plastic) for share in (kelvin, maxwell))
        if self.creeps:
            self._give(turned_back(axes, dk), turned_back(axes, dm))
        lost = -turned_back(axes, plastic + dk + dm)
        new.elastic = new.elastic + lost
        new.stress = new.stress + stiffened(self.ripe, lost)
        sheared = turned_back(axes, shear)
        new.cracks, new.gel_cracks = new.cracks + turned_back(axes, cracks), new.gel_cracks + turned_back(axes, gel)
        new.shear_strain = new.shear_strain + sheared
        self.distortion = np.sqrt(2.0 / 3.0 * (components(sheared) ** 2).sum(axis=1))

    def ended(self):
        """Energies, told with shear counted once."""
        new, start = self.new, self.start
        s0, s1, dm, e = (components(x) for x in (self.old.stress, new.stress, new.maxwell - start.maxwell, new.elastic))
        new.dissipation = start.dissipation + (0.5 * (s0 + s1) * dm).sum(axis=1)
        new.energy = 0.5 * (s1 * e).sum(axis=1)
        return new
