"""StandardElastoViscoPlasticity: flows that add up, each normal to its surface of stress, whose centre may move.

Of a flow, with X the sum of 2/3 C a of its kinematic hardenings, R that of the isotropic ones, q = sqrt((s - X):M:(s - X)), M that of
von Mises or of Hill, and n = M (s - X)/q, all at the end of the share theta of the step:

    feel = deel - deto + sum dp n
    Plastic: fp = (q - R) / E where the elastic trial passes R, else dp;   Norton: fp = dp - dt A <(q - R)/K>^n
    Prager: fa = da - dp n;   Armstrong-Frederick: fa = da - dp (n - D a)
"""

from __future__ import annotations

import numpy as np

from ..functions import CONSTANTS, hill
from ..values import Tensor, wide
from ._brick import BRICKS, choice
from .elasticity import StandardElasticity, potential_of
from .hardening import HARDENINGS


def mises(space, options):
    """3/2 of the projector on deviators."""
    held = CONSTANTS["M"]((space.size, space.size))
    return lambda names: held


def hill_surface(space, options):
    """Of Hill's six numbers."""
    numbers = [options.number(word) for word in "FGHLMN"]
    return lambda names: hill(space, ())(*(number(names) for number in numbers))


CRITERIA = {"Mises": mises, "Hill": hill_surface}


class Centre:
    """A kinematic hardening, with the unknown a."""

    def __init__(self, options, name, recalls):
        self.name, self.modulus = name, options.number("C")
        self.recall = options.number("D") if recalls else None

    def at(self, names, share):
        """(X, a) at the end of a share of the step."""
        a = names[self.name].values + share * names[f"d{self.name}"].values
        return 2.0 / 3.0 * wide(self.modulus(names), 1) * a, a


CENTRES = {"Prager": False, "Armstrong-Frederick": True}


class Flow:
    """A flow with the unknown p."""

    def __init__(self, law, options, index, viscous):
        self.law, self.p = law, f"p{index}"
        word, own = options.kind(options.one("criterion"))
        self.surface = choice(CRITERIA, word, options.place)(law.space, own)
        own.done()
        self.limits, self.centres = [], []
        for tree in options.all("isotropic_hardening"):
            word, own = options.kind(tree)
            self.limits.append(choice(HARDENINGS, word, options.spot(tree))(own))
            own.done()
        for tree in options.all("kinematic_hardening"):
            word, own = options.kind(tree)
            recalls = choice(CENTRES, word, options.spot(tree))
            self.centres.append(Centre(own, f"a{index}{len(self.centres) or ''}", recalls))
            own.done()
        self.viscous = [options.number("A", 1.0), options.number("K"), options.number("n")] if viscous else None

    @property
    def states(self):
        """p, then a of the centres."""
        entry = "EquivalentPlasticStrain" if not self.viscous else "EquivalentViscoplasticStrain"
        yield self.p, None, f"{entry}{self.p[1:]}"
        yield from ((centre.name, "Stensor", None) for centre in self.centres)

    def excess(self, names, stress, share):
        """(q - R, n, [a]) after a share of the step."""
        centres = [centre.at(names, share) for centre in self.centres]
        away = stress - sum((x for x, _ in centres), np.zeros_like(stress))
        bent = (self.surface(names) * Tensor(away)).values
        q = np.sqrt((bent * away).sum(axis=-1))
        normal = bent / np.where(q > 0.0, q, 1.0)[..., None]
        p = names[self.p] + share * names[f"d{self.p}"]
        return q - sum(limit(names, p) for limit in self.limits), normal, [a for _, a in centres]

    def begin(self, names):
        """Whether the elastic trial flows."""
        trial = names["brick.C"] * (names["eel"] + names["deto"])
        names[f"{self.p}.flows"] = self.excess(names, trial.values, 0.0)[0] > 0.0

    def residuals(self, names):
        """Its own, and its part of the strain's."""
        excess, normal, inner = self.excess(names, names["sig"].values, self.law.theta)
        slip = np.asarray(names[f"d{self.p}"])
        if self.viscous:
            a, k, n = (number(names) for number in self.viscous)
            names[f"f{self.p}"] = slip - names["dt"] * a * (np.maximum(excess, 0.0) / k) ** n
        else:
            names[f"f{self.p}"] = np.where(names[f"{self.p}.flows"], excess / names["brick.size"], slip)
        names["feel"] = names["feel"] + Tensor(slip[..., None] * normal)
        for centre, a in zip(self.centres, inner):
            back = 0.0 if centre.recall is None else wide(centre.recall(names), 1) * a
            names[f"f{centre.name}"] = names[f"f{centre.name}"] - Tensor(slip[..., None] * (normal - back))


FLOWS = {"Plastic": False, "Norton": True}


class StandardElastoViscoPlasticity(StandardElasticity):
    """The brick of this module."""

    def __init__(self, law, options):
        super().__init__(law, options)
        trees = options.all("inelastic_flow")
        self.flows = []
        for index, tree in enumerate(trees):
            word, own = options.kind(tree)
            viscous = choice(FLOWS, word, options.spot(tree))
            self.flows.append(Flow(law, own, index if len(trees) > 1 else "", viscous))
            own.done()
        self.states = (*self.states, *(state for flow in self.flows for state in flow.states))
        law.numerical = True

    def _potential(self, options):
        return potential_of(self.law, options)

    def begin(self, names):
        """The elasticity, and which flows are under way."""
        super().begin(names)
        for flow in self.flows:
            flow.begin(names)

    def residuals(self, names):
        """Those of the elastic strain and of the flows."""
        super().residuals(names)
        for flow in self.flows:
            flow.residuals(names)


BRICKS["StandardElastoViscoPlasticity"] = StandardElastoViscoPlasticity
