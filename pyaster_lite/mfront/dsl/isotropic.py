"""IsotropicPlasticMisesFlow, IsotropicMisesCreep, IsotropicStrainHardeningMisesCreep: flows along the deviator of the stress.

With e the elastic strain, de the increment of strain, h = theta, s^e = 2 mu dev(e + h de), q its von Mises size, n = 3/2 s^e / q:

1. the block tells f, df/dq and df/dp at seq = q - 3 mu h dp and p + h dp
2. plastic: dp = 0 where f(q, p) <= 0, else f = 0;  creep: dp = dt f
3. e <- e + de - dp n, p <- p + dp, stress lambda tr e 1 + 2 mu e
4. tangent of the end: C - 2 mu (n x ddp + dp dn), dn = (M - n x n) 2 mu h / q, ddp from the rate of step 2
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, unit, von_mises

from ..values import Tensor, wide
from ._dsl import Answer, Dsl, registers


class Isotropic(Dsl):
    """What the three of them share."""

    own_states = (("eel", "Stensor", "ElasticStrain"), ("p", None, "EquivalentPlasticStrain"))
    needed_blocks = ("FlowRule",)
    plastic, symmetric = False, True

    def declared_properties(self):
        """The file's, then those of the elasticity."""
        return [*super().declared_properties(), self.own("young", entry="YoungModulus"), self.own("nu", entry="PoissonRatio")]

    def more_names(self):
        """The size of the stress, what the block tells, and a temperature in the step."""
        return {"seq", "seq_e", "f", "df_dseq", "df_dp", "T_", "deto", "eto", "n", "mu", "lambda"}

    def flow(self, names, size, slip, mu):
        """(f, df/dseq, df/dp) of step 1."""
        own = dict(names, seq=size - 3.0 * mu * self.theta * slip, p=names["p"] + self.theta * slip, f=0.0, df_dseq=0.0, df_dp=0.0)
        for each in self.externals:
            own[each.name] = names[each.name] + self.theta * names[f"d{each.name}"]
        own = self.blocks["FlowRule"].run(own).names
        return (np.broadcast_to(np.asarray(own[word], float), size.shape) for word in ("f", "df_dseq", "df_dp"))

    def equation(self, names, size, slip, mu):
        """What step 2 brings to nought and its rates with dp and with q."""
        f, by_size, by_p = self.flow(names, size, slip, mu)
        rate = self.theta * (by_p - 3.0 * mu * by_size)
        if self.plastic:
            young = names["young"]
            return f / young, rate / young, by_size / young
        dt = names["dt"]
        return slip - dt * f, 1.0 - dt * rate, -dt * by_size

    def integrate(self, step):
        """Steps 1 to 4."""
        names = self.base_names(step)
        young, poisson = names["young"], names["nu"]
        mu, n = young / (2 * (1 + poisson)), self.space.size
        first = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
        strain = step.after - step.before
        names |= {"deto": Tensor(strain), "eto": Tensor(step.before), "mu": mu, "lambda": first, "T_": names.get("T", 0.0)}
        self.run("InitLocalVariables", names)
        elastic = names["eel"].values
        trial = 2.0 * wide(mu, 1) * deviator(elastic + self.theta * strain)
        size = von_mises(trial)
        normal = 1.5 * trial / np.where(size > 0.0, size, 1.0)[..., None]
        slip, moves = self.solved(names, size, mu)
        elastic = elastic + strain - slip[..., None] * normal
        stress = wide(first, 1) * elastic[..., :3].sum(axis=-1)[..., None] * unit(n) + 2.0 * wide(mu, 1) * elastic
        names |= {"dp": slip, "deel": Tensor(elastic) - names["eel"], "eel": Tensor(elastic), "p": names["p"] + slip}
        self.run("UpdateAuxiliaryStateVariables", names)
        _, rate, by_size = self.equation(names | {"p": names["p"] - slip}, size, slip, mu)
        ddp = np.where(moves, -by_size / np.where(moves, rate, 1.0), 0.0) * 2.0 * mu * self.theta
        size = np.where(moves, size, 1.0)
        slope = 2.0 * mu * self.theta * slip / size
        i = unit(n)
        bend = 1.5 * (np.eye(n) - np.outer(i, i) / 3.0) - normal[..., :, None] * normal[..., None, :]
        change = ddp[..., None, None] * normal[..., :, None] * normal[..., None, :] + slope[..., None, None] * bend
        tangent = isotropic_stiffness(2 * mu, 3 * first + 2 * mu, n) - 2.0 * wide(mu, 2) * change
        return Answer(stress, self.written(names), tangent)

    def solved(self, names, size, mu):
        """dp of step 2 and where it may move."""
        slip = np.zeros_like(size)
        gap, rate, _ = self.equation(names, size, slip, mu)
        moves = size > 0.0
        if self.plastic:
            moves = moves & (gap > 0.0)
        for _ in range(self.tries):
            near = (abs(gap) < self.epsilon) | ~moves
            slip = slip - np.where(moves, gap / np.where(moves & (rate != 0.0), rate, 1.0), 0.0)
            if near.all():
                return slip, moves
            gap, rate, _ = self.equation(names, size, slip, mu)
        return np.where(abs(gap) < self.epsilon, slip, np.nan), moves


@registers("IsotropicPlasticMisesFlow")
class Plastic(Isotropic):
    """f is a limit, held at the end of the step where the file does not say otherwise."""

    theta, plastic = 1.0, True


@registers("IsotropicMisesCreep", "IsotropicStrainHardeningMisesCreep")
class Creep(Isotropic):
    """f is the rate of p."""
