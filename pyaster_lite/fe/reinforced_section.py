"""Bending of a reinforced section of 1 m: concrete that cracks, softens and crushes, two equal layers of bars that yield (r7.01.32).

Strains are e_0 + k y. Concrete is elastic up to its strength in tension f_t, softens linearly to nothing at (1 + c) f_t/E, and keeps its
strength f_c when it is crushed; bars at -y_a and y_a are elastic, then perfectly plastic. No force along the section gives e_0, a quadratic
equation in each state of cracks, crushing and bars; the moment follows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .errors import ComputationFailed


@dataclass(frozen=True)
class ReinforcedSection:
    """The numbers of a section: Pa, m, m2 by m; `bars` is the area of one layer, `arm` its distance y_a from the middle."""

    young: float
    tension: float
    crush: float
    softening: float
    height: float
    bars_young: float
    bars: float
    arm: float
    bars_yield: float

    @property
    def cracking(self) -> float:
        """The curvature of the first crack, 1/m."""
        return 2 * self.tension / self.young / self.height

    @property
    def slope(self) -> float:
        """The moment by curvature before cracks, N m."""
        return self.young * self.height**3 / 12 + 2 * self.bars_young * self.bars * self.arm**2

    def elastic_moment(self, k):
        """M of curvatures without cracks, N by m."""
        k, limit = np.asarray(k, float), self.bars_yield / self.bars_young
        beyond = 2 * self.bars_young * self.bars * self.arm * np.minimum(limit - k * self.arm, 0.0)
        return k * self.slope + beyond

    def moment(self, k):
        """M of curvatures above zero, any shape; raises ComputationFailed where no state is in balance."""
        k = np.asarray(k, float)
        found, beyond = np.array(self.elastic_moment(k)), ~(k < self.cracking)
        own = k[beyond]
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            *state, whole = self._cracked(own)
            moments = self._moment_of(own, *state, False)
            *state, held = self._broken(own[~whole])
            if not held.all():
                raise ComputationFailed("the reinforced section finds no balance in bending: its strengths are out of proportion")
            moments[~whole] = self._moment_of(own[~whole], *state, True)
        found[beyond] = moments
        return found

    def _cracked(self, k):
        """(e_0, bars that yield, whether crushed, whether this state holds) while the cracks still carry some stress."""
        e, h, t, c, f = self.young, self.height, self.tension / self.young, self.softening, self.crush
        more = 1 + 1 / c
        steel = 2 * self.bars_young * self.bars
        a = -e / (2 * k) * more
        b = e * (more * t / k + 0.5 * h * (1 - 1 / c)) + steel
        s = more * (0.5 * h * t - t**2 / (2 * k) - 0.125 * k * h**2) * e
        place, yields, held = self._with_bars(k, a, b, s)
        crushed = place - 0.5 * k * h < -f / e
        other = self._with_bars(k, a + e / (2 * k), b + f / k - 0.5 * h * e, s + 0.125 * k * e * h**2 + 0.5 * f**2 / (e * k) - 0.5 * h * f)
        place, yields, held = (np.where(crushed & held, new, old) for new, old in zip(other, (place, yields, held)))
        return place, yields, crushed, held & (place + 0.5 * k * h < (1 + c) * t)

    def _broken(self, k):
        """The same once the widest cracks carry nothing."""
        e, h, t, c, f = self.young, self.height, self.tension / self.young, self.softening, self.crush
        steel = 2 * self.bars_young * self.bars
        last = (c + 1) * t**2 / (2 * k)
        place, yields, held = self._with_bars(k, -e / (2 * k), 0.5 * h * e + steel, (last - 0.125 * k * h**2) * e)
        crushed = place - 0.5 * k * h < -f / e
        other = self._with_bars(k, None, steel + f / k, last * e + 0.5 * f**2 / (e * k) - 0.5 * h * f)
        place, yields = (np.where(crushed, new, old) for new, old in zip(other[:2], (place, yields)))
        return place, yields, crushed, held

    def _with_bars(self, k, a, b, s):
        """e_0 of a e^2 + b e + s = 0 (a None: b e + s = 0), bars elastic, one layer yielding, or both; whether there is a root."""
        one, limit = self.bars_young * self.bars, self.bars_yield / self.bars_young
        reach = k * self.arm

        def root(b, s):
            return -s / b if a is None else (-b + np.sqrt(b**2 - 4 * a * s)) / (2 * a)

        first, second, third = root(b, s), root(b - one, s + one * (limit - reach)), root(b - 2 * one, s)
        elastic = (first + reach < limit) & (first - reach > -limit)
        single = (second != 0.0) & (second + reach > limit) & (second - reach > -limit)
        place = np.where(elastic, first, np.where(single, second, third))
        return place, np.where(elastic, 0, np.where(single, 1, 2)), ~np.isnan(first) & ~np.isnan(place)

    def _moment_of(self, k, place, yields, crushed, broken):
        e, h, t, c = self.young, self.height, self.tension / self.young, self.softening
        bars, y = self.bars_young * self.bars, self.arm
        last = (place - t) / k
        if broken:
            first = (place - (1 + c) * t) / k
            inner = 0.5 * (t * (1 + 1 / c) - place / c) * (last**2 - first**2) + place * (0.125 * h**2 - 0.5 * last**2)
            inner = inner + k / (3 * c) * (last**3 - first**3) + k * (last**3 / 3 - h**3 / 24)
            moment = -e * inner
        else:
            inner = (1 + 1 / c) * (0.125 * last * h**2 - last**3 / 6) - (1 - 1 / c) * h**3 / 24
            moment = -e * inner * k
        moment = moment + 2 * bars * y**2 * k
        edge = (place + self.crush / e) / k
        moment = moment + np.where(crushed, e * k * (0.125 * edge * h**2 - edge**3 / 6 - h**3 / 24), 0.0)
        limit = self.bars_yield / self.bars_young
        single, both = -bars * y * (place + k * y - limit), -2 * bars * y**2 * k + 2 * bars * y * limit
        return moment + np.where(yields == 1, single, np.where(yields == 2, both, 0.0))


def tangent_slope(section: ReinforcedSection) -> tuple[float, float]:
    """(moment of the first damage, slope after it) of the two lines that touch the curve of moments (PENTE/FLEXION='RIGI_INIT').

    1. The first point whose moment is 5 per cent off the elastic one gives the first damage (k_s, M_s), on the elastic line.
    2. The second line goes from there to where it touches the curve; where it nowhere does, it is the tangent of least slope.
    """
    steps, elastic = 1000, section.slope
    last = max(
        2 * section.crush / section.young / section.height, 2 * (1 + section.softening) * section.tension / section.young / section.height
    )
    step = (last - section.cracking) / steps
    k = section.cracking + step * np.arange(steps)
    moments, straight = section.moment(k), section.elastic_moment(k)
    near = abs(moments - straight) / straight < 0.05
    slopes = (section.moment(k + step / 2) - section.moment(k - step / 2)) / step
    latest, start, first = 0, 0.0, 0.0
    least, before, touched = elastic, elastic, None
    flattest = (elastic, 0.0, 0.0)
    for i in range(steps):
        if near[i]:
            latest = i
        elif latest == i - 1:
            start, first = k[i], straight[i]
        else:
            if 0.0 < slopes[i] < flattest[0]:
                flattest = slopes[i], k[i], moments[i]
            secant = (moments[i] - first) / (k[i] - start)
            if secant > 0.0:
                off = abs(secant - slopes[i])
                if off < least and off < before:
                    least, touched = off, secant
                before = 0.0 if off > before and least < elastic else off
    if touched is not None:
        return first, touched
    slope, place, moment = flattest
    return elastic * (moment - slope * place) / (elastic - slope), slope


def secant_slope(section: ReinforcedSection, last: float) -> tuple[float, float]:
    """The same for two lines that end at the moment of a last curvature and spend as much work up to there (FLEXION='UTIL')."""
    first, elastic, steps = section.cracking, section.slope, 10000
    if last <= first:
        return elastic * first, 0.0
    step = (last - first) / steps
    k = first + step * np.arange(steps + 1)
    moments = section.moment(k)
    work = step * (moments.sum() - 0.5 * (moments[0] + moments[-1]))
    k, end = k[:-1], moments[-1]
    own = elastic * (first + k) / 2 * (k - first) + (end + elastic * k) / 2 * (last - k)
    off = np.where((end - elastic * k) / (last - k) > 0.0, abs(own - work), np.inf)
    place = k[int(np.argmin(off))] if off.min() < work else first
    slope = (end - elastic * place) / (last - place)
    return (elastic * first, 0.0) if slope < 0.0 else (elastic * place, slope)


def compression_misfit(given: dict, h: float, strain: np.ndarray) -> np.ndarray:
    """(n,) per cent by which two lines miss the work of a section compressed up to strains (n,).

    given  numbers of materials.glrc_dm in lower case, em and ef being Young's moduli;  h the thickness, m
    """
    em, start, peak, limit = given["em"], given["nyc"], given["fcj"], given["epsi_c"]
    first = start / em
    over = np.maximum(strain - first, 0.0)
    lines = np.where(strain < first, 0.5 * em * strain**2, 0.5 * em * first**2 + start * over + 0.5 * given["gamma_c"] * em * over**2)
    within = np.minimum(strain, limit)
    work = peak * within - peak / (3 * limit**2) * ((within - limit) ** 3 + limit**3) + peak * np.maximum(strain - limit, 0.0)
    work = work * h + given["ea"] * given["omx"] * strain**2
    return np.where(work == 0.0, 0.0, 100 * abs(lines - work) / np.where(work == 0.0, 1.0, work))


def bending_misfit(given: dict, h: float, curvature: np.ndarray) -> np.ndarray:
    """(n,) the same of a section bent up to curvatures (n,)."""
    arm = given["rx"] * h / 2
    section = ReinforcedSection(given["ef"], given["ftj"], given["fcj"], 1.0, h, given["ea"], given["omx"], arm, given["sy"])
    slope, cracks = section.slope, section.cracking
    first = given["myf"] / slope
    over = np.maximum(curvature - first, 0.0)
    bent = 0.5 * slope * first**2 + given["myf"] * over + 0.5 * given["gamma_f"] * slope * over**2
    lines = np.where(curvature < first, 0.5 * slope * curvature**2, bent)
    beyond = ~(curvature < cracks)
    step = (curvature[beyond] - cracks) / 100
    weights = np.array([0.5, *[1.0] * 99, 0.5])
    moments = section.moment(cracks + step[:, None] * np.arange(101))
    work = 0.5 * slope * curvature**2
    work[beyond] = 0.5 * slope * cracks**2 + step * (moments @ weights)
    return np.where(work == 0.0, 0.0, 100 * abs(lines - work) / np.where(work == 0.0, 1.0, work))
