"""VITE_VENT of EVOL_CHAR: a wind about the nodes of some mesh that pushes beams, bars and cables where they have moved to (u4.44.01).

Where a node stands the wind is that of the points around it (NUAGE_DEG_1), less the velocity of the node in dynamics. A wind v pushes
by length along v' = v - (v.t) t, t being the axis, by the force FCX(|v'|) of AFFE_CARA_ELEM (compLoadWind, ptforp, te0155, te0161).
Cables and beams in large rotations see the wind of their first end all along, by length at rest, as in code_aster.
"""

import numpy as np

from pyaster_lite.fe.beam_turning import TurningBeam
from pyaster_lite.fe.cable import Cable
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.point_cloud import taken_over
from pyaster_lite.fe.terms import ForceTerm

from .force_poutre import turned

AXES = ("DX", "DY", "DZ")


def wind_term(result, model, between) -> ForceTerm:
    """What a wind VITE_VENT (m/s) of a result pushes with; it acts on what follows the motion only, and has no derivative.

    between  function (result, name, t, read) -> what `read` makes of the field at an instant
    """
    if model.dimension != 3:
        raise ComputationFailed("a wind VITE_VENT of EVOL_CHAR is for models in 3D")
    carriers = [index for index, group in enumerate(model.groups) if hasattr(group.element, "beam_force")]

    def vector(data, t, displacement, velocities=None, accelerations=None):
        made = [None] * len(model.groups)
        if displacement is None:
            # code_aster leaves winds aside where the load does not follow the motion
            return model.assembler.vector(made)
        places, wind = between(result, "VITE_VENT", t, _told)
        for index in carriers:
            element, equations = model.groups[index].element, model.assembler.equations[index]
            part = element.moved(data[index], displacement[equations])
            ends = part.coordinates[:, :2]
            blown = np.stack([_at(places, values, ends) for values in wind.T], axis=-1)
            if velocities is not None:
                blown = blown - velocities[equations].reshape(len(ends), 2, -1)[..., :3]
            made[index] = _pushed(element, part, blown)
        return model.assembler.vector(made)

    return ForceTerm(vector, constant=False, word="EVOL_CHAR", follows=True, moving=True)


class _Told(tuple):
    """(places (m, d), winds (m, 3)); a share of it, and the sum of shares, keep the places."""

    def __rmul__(self, factor):
        return _Told((self[0], factor * self[1]))

    def __add__(self, other):
        return _Told((self[0], self[1] + other[1]))


def _told(field) -> _Told:
    names = [name for name in AXES if name in field.components]
    wind = np.stack([field.component(name) for name in names], axis=-1)
    places = field.mesh.coordinates
    if len(names) < 3 or np.isnan(wind).any():
        raise ComputationFailed("VITE_VENT of EVOL_CHAR tells DX, DY, DZ at all nodes of its mesh")
    return _Told((places[:, :2] if np.ptp(places[:, 2]) == 0.0 else places, wind))


def _at(places, values, ends):
    """(ne, 2) a component of the wind at the ends of beams."""
    nodes, back = np.unique(ends.reshape(-1, 3)[:, : places.shape[1]], axis=0, return_inverse=True)
    try:
        return taken_over(places, values, nodes, 1)[back.reshape(-1)].reshape(ends.shape[:2])
    except ValueError as refused:
        raise ComputationFailed(f"VITE_VENT of EVOL_CHAR: {refused}") from None


def _pushed(element, part, wind):
    """(ne, nd) nodal forces of winds (ne, 2, 3) at the ends of beams that have moved."""
    drag = part.characteristics.get("drag")
    if drag is None or not all(drag):
        raise ComputationFailed("a wind pushes beams, bars and cables whose FCX AFFE_CARA_ELEM has told")
    along = part.coordinates[:, 1] - part.coordinates[:, 0]
    along = (along / np.linalg.norm(along, axis=1, keepdims=True))[:, None]
    if isinstance(element, (Cable, TurningBeam)):
        wind = wind[:, :1] if isinstance(element, Cable) else np.repeat(wind[:, :1], 2, axis=1)
    across = wind - np.sum(wind * along, axis=-1, keepdims=True) * along
    speed = np.linalg.norm(across, axis=-1)
    push = np.zeros(speed.shape)
    for function in {id(own): own for own in drag}.values():
        rows = np.array([own is function for own in drag])
        push[rows] = np.broadcast_to(function.evaluate(VITE=speed[rows]), speed[rows].shape)
    force = np.where(speed > 0.0, push / np.where(speed > 0.0, speed, 1.0), 0.0)[..., None] * across
    return element.beam_force(turned(part), force, np.zeros(force.shape))
