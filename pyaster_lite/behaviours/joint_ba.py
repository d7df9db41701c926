"""RELATION='JOINT_BA': the bond of steel and concrete, damaged across and along, with friction of cracks (r7.01.21, lcjoba of code_aster).

With e_n, e_t the jumps over HPEN, E that of ELAS and G = GTT, y_n = E e_n^2 / 2, y_t = G e_t^2 / 2, y_0, y_2 those of GAMD0, GAMD2:

1.  opened beyond EPSTR0, the bond is lost:  d_n = 1 - 1 / (1 + ADN (y_n - E EPSTR0^2 / 2)^BDN), d_t = max(d_t, d_n), without friction
2.  otherwise d_n stays, and where y_t > y_0 + z_1, with z_1 = y_t - y_0 then,
        1 - d_t = (GAMD0 / |e_t|) exp(AD1 (|e_t| - GAMD0)^BD1) r,
        r = 1 / (1 + AD2 (y_t - y_2)^BD2) with z_2 = y_t - y_2 where y_t > y_2 + z_2, 1 below
3.  friction of what is damaged:  t = G d_t (e_t - g);  where |t - X| + c > 0, c = min(FC E e_n / 3, 0): with s the sign of t - X,
        l = (|t - X| + c) / (G d_t - s VIFROT (FA X - s)),  g += s l,  X -= VIFROT l (FA X - s)
    until |t - X| + c vanishes or l is at most RESI_INTE
4.  tractions  E (1 - d_n) e_n  and  G (1 - d_t) e_t + t
5.  the matrix is that of the damaged bond without friction, of the sound bond at the start of a step, as in code_aster

Internal variables: d_n, d_t, z_1, z_2, g, X.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed

from ._joint import JointLaw, read


class Bond(JointLaw):
    """The law over all cells and points of joints in a plane."""

    exact_tangent = False
    internal_names = ("ENDONOR", "ENDOTAN", "ECRISOM1", "ECRISOM2", "GLIS", "ECROCINE")
    needs = {"young": "ELAS", "bond_shear": "JOINT_BA"}
    precision = 1e-6

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def within(self, precision: float, tries: int) -> Bond:
        """The law whose friction is looked for up to a multiplier `precision`, `tries` times at most."""
        return Bond(precision, tries)

    def separate(self, jump, state, data):
        """Steps 1 to 5; raises LawFailed where the friction is not found."""
        if jump.shape[-1] != 2:
            raise LawFailed("JOINT_BA is for joints in a plane")
        shape = jump.shape[:2]
        young, shear, thick = read(data, shape, young=None, bond_shear=None, bond_thickness=None)
        sound = np.zeros((*shape, 2, 2))
        if data.step.predicting:
            sound[..., 0, 0], sound[..., 1, 1] = young / thick, shear / thick
            return state.stress, state.internal, sound
        strain = jump / thick[..., None]
        across, along = strain[..., 0], strain[..., 1]
        lost_n, lost_t, left, slid, centre, friction, more = self._damaged(across, along, young, shear, state.internal, data, shape)
        stress = np.stack([young * (1 - lost_n) * across, shear * (1 - lost_t) * along + friction], axis=-1)
        sound[..., 0, 0], sound[..., 1, 1] = young * (1 - lost_n) / thick, shear * (1 - lost_t) / thick
        return stress, np.stack([lost_n, lost_t, left, more, slid, centre], axis=-1), sound

    def _damaged(self, across, along, young, shear, before, data, shape):
        """d_n, d_t, z_1, g, X, t, z_2."""
        words = ("first", "first_rate", "first_power", "second", "second_rate", "second_power", "opens", "open_rate", "open_power")
        first, rate, power, second, rate2, power2, opens, open_rate, open_power = read(
            data, shape, **{f"bond_{word}": None for word in words}
        )
        d_n, d_t, z_1, z_2, slid, centre = np.moveaxis(before, -1, 0)
        apart = across > np.maximum(opens, 0.0)
        spare = np.where(apart, 0.5 * young * (across**2 - opens**2), 0.0)
        lost_n = np.where(apart, 1 - 1 / (1 + open_rate * spare**open_power), d_n)
        y, size = 0.5 * shear * along**2, np.where(along == 0.0, 1.0, abs(along))
        y_0, y_2 = 0.5 * shear * first**2, 0.5 * shear * second**2
        grows = ~apart & (y > y_0 + z_1)
        cracks = grows & (y > y_2 + z_2)
        beyond = np.where(grows, np.maximum(size - first, 0.0), 0.0)
        kept = first / size * np.exp(rate * beyond**power)
        kept = kept / np.where(cracks, 1 + rate2 * np.where(cracks, y - y_2, 1.0) ** power2, 1.0)
        lost_t = np.where(apart, np.maximum(d_t, lost_n), np.where(grows, 1 - kept, d_t))
        z_1, z_2 = np.where(grows, y - y_0, z_1), np.where(cracks, y - y_2, z_2)
        rubs = ~apart & (lost_t > 0.0)
        slid, centre = self._rubbed(along, young * across, shear * lost_t, slid, centre, rubs, data, shape)
        return lost_n, lost_t, z_1, slid, centre, np.where(apart, 0.0, shear * lost_t * (along - slid)), z_2

    def _rubbed(self, along, pull, stiff, slid, centre, rubs, data, shape):
        """g and X, step 3."""
        turns, kinematic, confines = read(data, shape, bond_friction=None, bond_kinematic=None, bond_confinement=None)
        limit = np.minimum(confines * (pull / 3), 0.0)
        looking = rubs & (abs(stiff * (along - slid) - centre) + limit > 0.0)
        for _ in range(self.tries):
            if not looking.any():
                break
            pulls = stiff * (along - slid)
            way = np.where(pulls >= centre, 1.0, -1.0)
            excess, flow = abs(pulls - centre) + limit, kinematic * centre - way
            slip = np.where(looking, excess / np.where(looking, stiff - way * turns * flow, 1.0), 0.0)
            slid, centre = slid + way * slip, centre - turns * slip * flow
            # |t - X| + c, t being followed along and not told anew, as code_aster asks it
            left = abs(pulls - slip * stiff * way - centre) + limit
            looking = looking & ~((left == 0.0) | (slip <= self.precision))
        if looking.any():
            raise LawFailed("JOINT_BA: the friction of the cracks is not found")
        return slid, centre


BEHAVIOURS.add("JOINT_BA", Bond())
