"""Laminates layer by layer: what their layers make of strains and of the slopes of moments (r4.01.01, Batoz and Dhatt 1990).

With Q the moduli of a layer in plane stress, D the bending stiffness of the laminate, M the moments and T their balance, the shear stress
at a height z is what balances the stresses of bending below it:

    t(z) = - sum over x, y of the integral of z A dz M,x      A = Q D^-1

which code_aster writes D1 T + D2 l, l = (Mxx,x - Mxy,y, Mxy,x - Myy,y, Myy,x, Mxx,y).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .data import ElementData
from .errors import ComputationFailed
from .plate_frames import in_plane_turn, plate_frames, user_turns


@dataclass
class PlateStack:
    """The layers of every plate of a group in its own axes: (ne, most layers, ...), zero past the last one.

    count (ne,) how many layers a laminate has, zero for other plates; the rest is as in fe.laminate.Stack
    """

    count: np.ndarray
    thickness: np.ndarray
    middle: np.ndarray
    plane: np.ndarray
    share: np.ndarray
    expansion: np.ndarray

    @classmethod
    def of(cls, data: ElementData, direction: np.ndarray) -> PlateStack | None:
        """None where no plate is a laminate; `direction` (ne, 3) as in fe.plate_section. As in code_aster A turns like Q."""
        if not any("plate_layers" in material for material in data.materials):
            return None
        stacks = [material.get("plate_layers") for material in data.materials]
        owner = np.zeros(len(data), int) if data.owner is None else data.owner
        most = max(len(stack.thickness) for stack in stacks if stack is not None)
        made = cls(np.zeros(len(data), int), *(np.zeros((len(data), most, *shape)) for shape in ((), (), (3, 3), (3, 3), (3,))))
        for index, stack in enumerate(stacks):
            rows = np.flatnonzero(owner == index)
            if stack is None or not len(rows):
                continue
            turn = user_turns(plate_frames(data.coordinates[rows]), direction[rows])
            strains = np.linalg.inv(in_plane_turn(turn)).transpose(0, 2, 1)
            layers = len(stack.thickness)
            made.count[rows] = layers
            made.thickness[rows, :layers], made.middle[rows, :layers] = stack.thickness, stack.middle
            for own, target in ((stack.plane, made.plane), (stack.share, made.share)):
                target[rows, :layers] = np.einsum("eji,ljk,ekm->elim", strains, own, strains)
            made.expansion[rows, :layers] = np.einsum("eij,lj->eli", np.linalg.inv(strains), stack.expansion)
        return made

    def check(self, layers: np.ndarray):
        """Refuse stresses in other layers (ne,) than those of the laminates."""
        wrong = np.flatnonzero((self.count > 0) & (self.count != layers))
        if len(wrong):
            count, asked = self.count[wrong[0]], layers[wrong[0]]
            raise ComputationFailed(f"a laminate of {count} layers has no stresses in {asked}: COQUE_NCOU={count} is needed")

    def shear(self, heights: np.ndarray, forces: np.ndarray, slopes: np.ndarray) -> np.ndarray:
        """(ne, ng, nl, 2) shear stresses at heights (ne, nl) of shear forces (ne, ng, 2) and of l (ne, ng, 4)."""
        h, z = self.thickness[..., None, None], self.middle[..., None, None]
        whole = -h * z * self.share
        start = np.cumsum(whole, axis=1) - whole
        levels = np.nan_to_num(heights).reshape(len(heights), -1, 3)[..., None, None]
        within = ((z - h / 2) ** 2)[:, :, None] - levels**2
        a = (start[:, :, None] + self.share[:, :, None] * within / 2).reshape(len(heights), -1, 3, 3)
        first = [
            a[..., 0, 0] + a[..., 2, 2], a[..., 0, 2] + a[..., 2, 1],
            a[..., 2, 0] + a[..., 1, 2], a[..., 1, 1] + a[..., 2, 2],
        ]  # fmt: skip
        second = [
            a[..., 0, 0] - a[..., 2, 2], a[..., 0, 2] - a[..., 2, 1], 2 * a[..., 0, 1], 2 * a[..., 2, 0],
            a[..., 2, 0] - a[..., 1, 2], a[..., 2, 2] - a[..., 1, 1], 2 * a[..., 2, 1], 2 * a[..., 1, 0],
        ]  # fmt: skip
        first, second = (np.stack(own, -1).reshape(*a.shape[:2], 2, -1) for own in (first, second))
        return 0.5 * (np.einsum("elij,egj->egli", first, forces) + np.einsum("elij,egj->egli", second, slopes))
