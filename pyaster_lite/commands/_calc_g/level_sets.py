"""THETA of CALC_G_XFEM: the virtual extensions of a crack of level sets (u4.82.30, r7.02.12)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import PRESENT_PRESENT
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.crack_theta import NodalTheta, along_hats, orthonormal
from pyaster_lite.fe.polyline import nearest_on_line

_FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
_NEAR = {2: 1e-6, 3: 1e-12}
_POINTS = {"LAGRANGE", "LAGRANGE_NO_NO"}

THETA = FACT(
    "o",
    rules=(PRESENT_PRESENT("R_INF", "R_SUP"), PRESENT_PRESENT("R_INF_FO", "R_SUP_FO")),
    FISSURE=SIMP("o", typ="fiss_xfem"),
    NB_POINT_FOND=SIMP("f", typ="I", val_min=2),
    NUME_FOND=SIMP("f", typ="I", defaut=1),
    R_INF=SIMP("f", typ="R"),
    R_SUP=SIMP("f", typ="R"),
    R_INF_FO=SIMP("f", typ=_FUNCTION),
    R_SUP_FO=SIMP("f", typ=_FUNCTION),
    DIRECTION=SIMP("f", typ="R", min=2, max=2),
)


class LevelSetExtension:
    """What THETA says of a front of a crack, as commands._calc_g.extension.Extension.

    Inside the first radius an extension goes along the gradient of the tangent level set, in space at both ends of the front along
    its own direction; between the points of the front it is interpolated.

    front  in the plane the place (3,) of the front and its direction (3,)
    """

    front = None

    def __init__(self, args, context):
        theta = args.THETA
        self.crack = crack = theta.FISSURE
        front = crack.front
        if front is None:
            raise theta.wrong("FISSURE", f"{crack.name} has no front in the body")
        self.mesh, self.number = crack.mesh, theta.NUME_FOND
        if theta.DIRECTION is not None:
            # gcou2d reads it for the fronts of meshes only
            context.warn(theta, "DIRECTION", "extensions of a crack of level sets go along their gradients: not used")
        if not 1 <= self.number <= len(front.starts):
            raise theta.wrong("NUME_FOND", f"{crack.name} has {len(front.starts)} fronts")
        self.flat = self.mesh.dimension == 2
        part = slice(front.starts[self.number - 1], front.stops()[self.number - 1])
        rows = [values[part] for values in (front.places, front.normals, front.directions)]
        self.points, self.normals, self.directions = rows
        self.abscissas, self.closed = front.abscissas[part], front.closed
        if self.flat:
            self.front = self.points[0], self.directions[0]
        self.smoothing = None if self.flat else self._smoothing(args)
        if self.flat:
            args.LISSAGE.mark_read("LISSAGE_THETA", "LISSAGE_G", "DEGRE")
            theta.mark_read("NB_POINT_FOND")
        elif theta.NB_POINT_FOND is not None:
            self._space_out(theta.NB_POINT_FOND)
        self.names = [""] * len(self.points)
        self.axes = crack.axes
        sizes = front.sizes[part] if self.flat else front.sizes
        self._set_thetas(args, context, sizes)

    @property
    def length(self) -> float:
        """That of the front."""
        return float(self.abscissas[-1])

    def along(self, released: np.ndarray, corrected: bool = True) -> np.ndarray:
        """(m, 5) at the points of the front, of what each extension releases (n_thetas, 7): G, three factors, Irwin's G of them.

        corrected  whether the ends, where extensions are cut by the skin, follow from the points next to them: code_aster does so
                   for stress intensity factors and not for G alone
        """
        if self.flat:
            return _with_irwin(released)
        if self.smoothing == "LEGENDRE":
            return _with_irwin(sum(np.outer(orthonormal(d, self.abscissas, self.length)[0], own) for d, own in enumerate(released)))
        if self.smoothing == "LAGRANGE_NO_NO":
            return self._lumped(released, corrected)
        found = along_hats(self.abscissas, released, False, self.closed, corrected, inner=0)
        found[:, 4:] = along_hats(self.abscissas, released, False, self.closed, corrected=False)[:, 4:]
        return _with_irwin(found)

    def field(self) -> NodeField:
        """The first extension as a field of displacements."""
        size = 2 if self.flat else 3
        return NodeField(self.mesh, "DEPL_R", ("DX", "DY", "DZ")[:size], self.thetas[0].vectors[:, :size])

    def _smoothing(self, args):
        of_theta, of_g = args.LISSAGE.LISSAGE_THETA, args.LISSAGE.LISSAGE_G
        if (of_theta == "LAGRANGE") != (of_g in _POINTS):
            raise args.LISSAGE.wrong("LISSAGE_G", f"{of_g} does not go with LISSAGE_THETA='{of_theta}'")
        if of_theta == "LEGENDRE" and self.closed:
            raise args.LISSAGE.wrong("LISSAGE_THETA", "Legendre's polynomials are no functions of a closed front")
        return of_g

    def _space_out(self, count):
        """Points at equal distances along the front."""
        own = self.abscissas
        self.abscissas = np.linspace(0.0, own[-1], count)
        self.points, self.normals, self.directions = (
            np.stack([np.interp(self.abscissas, own, column) for column in rows.T], axis=-1)
            for rows in (self.points, self.normals, self.directions)
        )

    def _set_thetas(self, args, context, sizes):
        theta, coordinates = args.THETA, self.mesh.coordinates
        slopes = self.crack.tangent_gradients
        if self.flat:
            away = np.linalg.norm(coordinates - self.points[0], axis=1)
            inner, outer = self._radii(theta, context, sizes, np.zeros(1))
            length = np.linalg.norm(slopes, axis=1)
            self.modulus = self._modulus((away - inner) / (outer - inner))
            self.thetas = [NodalTheta(self.modulus[:, None] * slopes / np.where(length > 1e-12, length, 1.0)[:, None])]
            return
        piece, share, places = nearest_on_line(coordinates, self.points)
        inner, outer = (share * r[piece + 1] + (1 - share) * r[piece] for r in self._radii(theta, context, sizes, self.abscissas))
        self.modulus = self._modulus((np.linalg.norm(coordinates - places, axis=1) - inner) / (outer - inner))
        self.thetas = []
        for values in self._shapes(args):
            ends = [weight[:, None] * values[piece + i][:, None] for i, weight in ((0, 1 - share), (1, share))]
            vectors = (ends[0] + ends[1]) * slopes
            edge = (piece == 0) | (piece == len(self.points) - 2)
            vectors[edge] = sum(own * self.directions[piece + i] for i, own in enumerate(ends))[edge]
            self.thetas.append(NodalTheta(self.modulus[:, None] * vectors))

    def _shapes(self, args):
        """The values of each extension at the points of the front."""
        if self.smoothing == "LEGENDRE":
            return [orthonormal(d, self.abscissas, self.length)[0] for d in range(args.LISSAGE.DEGRE + 1)]
        shapes = np.eye(len(self.points))
        if self.closed:
            shapes[0, -1] = shapes[-1, 0] = 1.0
        return shapes

    def _radii(self, theta, context, sizes, abscissas):
        """(m,) inner and outer radii at points of the front."""
        if theta.R_SUP_FO is not None:
            inner, outer = (np.broadcast_to(theta[word].evaluate(ABSC=abscissas), abscissas.shape) for word in ("R_INF_FO", "R_SUP_FO"))
        else:
            given = theta.R_SUP is not None
            inner, outer = (theta.R_INF, theta.R_SUP) if given else (2 * sizes.max(), 4 * sizes.max())
            if not given:
                context.say(f"THETA: R_INF = {inner:.9g}, R_SUP = {outer:.9g}")
            inner, outer = (np.full(abscissas.shape, r) for r in (inner, outer))
        if (outer <= inner).any():
            raise theta.wrong(None, "the extension is one inside the first radius and zero outside the second one, which must be larger")
        return inner, outer

    def _modulus(self, share):
        near = _NEAR[2 if self.flat else 3]
        share = np.where(abs(share) <= near, 0.0, np.where(abs(share - 1.0) <= near, 1.0, share))
        return 1.0 - np.clip(share, 0.0, 1.0)

    def _lumped(self, released, corrected):
        """By the length that each point stands for; if `corrected`, at the ends on the line through the next two points.

        Irwin's G of an end may so be negative, as in code_aster (gkmet3).
        """
        s, count = self.abscissas, len(self.abscissas)
        lengths = np.zeros(count)
        lengths[:-1] += np.diff(s) / 2
        lengths[1:] += np.diff(s) / 2
        if self.closed:
            lengths[[0, -1]] = lengths[0] + lengths[-1]
        found = _with_irwin(released / lengths[:, None])
        if corrected and not self.closed and count > 2:
            for end, a, b in ((0, 1, 2), (-1, -2, -3)):
                step = (s[end] - s[a]) / (s[b] - s[a])
                found[end] = found[a] + step * (found[b] - found[a])
        return found


def _with_irwin(released):
    """(m, 5): G and three factors of (m, 7), and the sum of the squares of the other three."""
    return np.column_stack([released[:, :4], np.square(released[:, 4:]).sum(axis=1)])
