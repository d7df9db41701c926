"""Virtual extensions of a crack as fields at nodes, one for the whole front (r7.02.01, 2)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._calc_g.extension import usual_radii
from pyaster_lite.commands._calc_g.release import Release
from pyaster_lite.fe.crack_theta import NodalTheta
from pyaster_lite.fe.polyline import nearest_on_line

_NEAR = 1e-6


def about_point(coordinates, tip, inner, outer, size, direction) -> np.ndarray:
    """(n_nodes, 3): `size` along a direction of the plane inside the first radius about the tip, zero outside the second one."""
    direction = np.array([*direction[:2], 0.0])
    distance = np.linalg.norm((coordinates - tip)[:, :2], axis=1)
    return (size * _ramp(distance, inner, outer))[:, None] * (direction / np.linalg.norm(direction))


def about_front(crack, sizes, inner, outer, directions) -> np.ndarray:
    """(n_nodes, 3) of a front in space: sizes, radii (m,) and directions (m, 3) at its nodes, straight in between."""
    coordinates = crack.mesh.coordinates
    piece, share, places = nearest_on_line(coordinates, crack.points)

    def between(values):
        s = share.reshape(-1, *[1] * (values.ndim - 1))
        return (1.0 - s) * values[piece] + s * values[piece + 1]

    distance = np.linalg.norm(coordinates - places, axis=1)
    vectors = between(sizes[:, None] * directions) * _ramp(distance, between(inner), between(outer))[:, None]
    vectors[crack.nodes] = sizes[:, None] * directions
    return vectors


def along_front(theta, crack, abscissas, context):
    """The sizes and the two radii at places of the front that MODULE, R_INF, R_SUP or the functions of their names tell."""
    if theta.get("R_INF_FO") is not None:
        inner, outer = (theta[word].evaluate(ABSC=abscissas) for word in ("R_INF_FO", "R_SUP_FO"))
    elif theta.get("R_INF") is not None and theta.get("R_SUP") is not None:
        inner, outer = theta.R_INF, theta.R_SUP
    else:
        inner, outer = usual_radii(crack, theta, context)
    check_radii(theta, inner, outer)
    if theta.get("MODULE_FO") is not None:
        theta.mark_read("MODULE")
        size = theta.MODULE_FO.evaluate(ABSC=abscissas)
    else:
        size = 1.0 if theta.get("MODULE") is None else theta.MODULE
    return size, inner, outer


def check_radii(theta, inner, outer):
    """Refuse an extension that grows outwards."""
    if np.any(np.asarray(outer) <= np.asarray(inner)):
        raise theta.wrong(None, "the extension is whole inside the first radius and zero outside the second one, which must be larger")


def directions(args, crack) -> np.ndarray:
    """(m, 3) at the nodes of the front: those of the crack unless DIRECTION or DIRE_THETA tells others."""
    if args.get("DIRECTION") is not None:
        return np.broadcast_to(np.asarray(args.DIRECTION) / np.linalg.norm(args.DIRECTION), crack.directions.shape)
    field = args.get("DIRE_THETA")
    if field is None:
        return crack.directions
    given = np.nan_to_num(np.stack([field.component(name)[crack.nodes] for name in ("DX", "DY", "DZ")], axis=-1))
    lengths = np.linalg.norm(given, axis=1)[:, None]
    if not (lengths > 0.0).all():
        raise args.wrong("DIRE_THETA", f"{field.name} does not tell a direction at every node of the front")
    return given / lengths


def _ramp(distance, inner, outer):
    share = (distance - inner) / (outer - inner)
    share = np.where(abs(share) <= _NEAR, 0.0, np.where(abs(share - 1.0) <= _NEAR, 1.0, share))
    return 1.0 - np.clip(share, 0.0, 1.0)


class WholeExtension:
    """One extension (n_nodes, 3) of the whole front."""

    def __init__(self, vectors):
        self.thetas = [NodalTheta(vectors)]
        self.modulus = np.linalg.norm(vectors, axis=1)


class WholeRelease(Release):
    """What it releases in all: by radian of a front of revolution."""

    radius = 1.0
