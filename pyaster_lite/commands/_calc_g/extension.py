"""THETA: the virtual extensions of a crack, and the points of its front that they speak of (u4.82.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_PRESENT
from pyaster_lite.concepts.crack import LocalAxes
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.crack_theta import LegendreTheta, NodalTheta, along_hats, hat, orthonormal

COMPONENTS = ("MODULE", "DIR_X", "DIR_Y", "DIR_Z", "ABSC_CUR", "LONG")
_FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
_NEAR = 1e-6

THETA = FACT(
    "o",
    rules=(
        PRESENT_PRESENT("R_INF", "R_SUP"),
        PRESENT_PRESENT("R_INF_FO", "R_SUP_FO"),
        PRESENT_PRESENT("NB_COUCHE_INF", "NB_COUCHE_SUP"),
        EXCLUS("R_INF", "R_INF_FO", "NB_COUCHE_INF"),
    ),
    FISSURE=SIMP("o", typ="fond_fissure"),
    CHAM_THETA=SIMP("f", typ=("CO", "cham_no_sdaster")),
    DISCRETISATION=SIMP("f", into=("LINEAIRE", "LEGENDRE"), defaut="LINEAIRE"),
    b_nb_lin=BLOC(equal("DISCRETISATION", "LINEAIRE"), NB_POINT_FOND=SIMP("f", typ="I", val_min=1)),
    b_nb_leg=BLOC(equal("DISCRETISATION", "LEGENDRE"), DEGRE=SIMP("f", typ="I", defaut=5, val_min=0, val_max=7)),
    R_INF=SIMP("f", typ="R", val_min=0.0),
    R_SUP=SIMP("f", typ="R", val_min=0.0),
    R_INF_FO=SIMP("f", typ=_FUNCTION),
    R_SUP_FO=SIMP("f", typ=_FUNCTION),
    NB_COUCHE_INF=SIMP("f", typ="I", val_min=0),
    NB_COUCHE_SUP=SIMP("f", typ="I", val_min=1),
    SYME=SIMP("f", into=("OUI", "NON")),
)
"""SYME is how older versions told that a body is one half of what it stands for; the crack says that today."""


class Extension:
    """What THETA says.

    crack      the crack;  names, points (m, 3), abscissas (m,)  of the points of the front that are told
    axes       of the front about every node, between these points
    thetas     the extensions
    modulus    (n_nodes,) their size across the front
    half       whether the body is one half of what it stands for
    front      None: about a node the axes are those of its nearest place of the front
    """

    front = None

    def __init__(self, args, context):
        theta = args.THETA
        self.crack = crack = theta.FISSURE
        self.half = crack.symmetric or theta.SYME == "OUI"
        self.mesh = crack.mesh
        self.flat = len(crack.nodes) == 1
        self.legendre = theta.DISCRETISATION == "LEGENDRE"
        theta.mark_read("DEGRE", "NB_POINT_FOND")
        if self.legendre and crack.closed:
            raise theta.wrong("DISCRETISATION", "Legendre's polynomials are no functions of a closed front")
        self._set_points(None if self.legendre or self.flat else theta.get("NB_POINT_FOND"))
        given = theta.get("CHAM_THETA")
        if isinstance(given, NodeField):
            if set(given.components) != set(COMPONENTS):
                raise theta.wrong("CHAM_THETA", f"{given.name} is no field of extensions: those have {', '.join(COMPONENTS)}")
            theta.mark_read("R_INF", "R_SUP", "R_INF_FO", "R_SUP_FO", "NB_COUCHE_INF", "NB_COUCHE_SUP")
            self.modulus = given.component("MODULE")
            directions = np.stack([given.component(f"DIR_{axis}") for axis in "XYZ"], axis=-1)
            abscissas = given.component("ABSC_CUR")
        else:
            self.modulus, directions, abscissas = self._size(theta, context), self.axes.directions, self.axes.abscissas
        self._directions, self._abscissas = directions, abscissas
        if self.flat:
            self.thetas = [NodalTheta(self.modulus[:, None] * directions)]
        elif self.legendre:
            self.degrees = range(theta.DEGRE + 1)
            self.thetas = [LegendreTheta(d, self.length, self.modulus, directions, abscissas) for d in self.degrees]
        else:
            hats = (hat(abscissas, self.abscissas, i, crack.closed) for i in range(len(self.abscissas)))
            self.thetas = [NodalTheta((own * self.modulus)[:, None] * directions) for own in hats]

    @property
    def _lip(self):
        """The type of the cells of the upper lip, "" where none is named."""
        return self.mesh.cell_type(int(self.crack.upper[0])) if len(self.crack.upper) else ""

    @property
    def length(self) -> float:
        """That of the front."""
        return float(self.abscissas[-1])

    def field(self) -> NodeField:
        """The extension as a field, to be used again."""
        count = self.mesh.n_nodes
        length = np.full((count, 1), self.length)
        parts = (self.modulus[:, None], self._directions, self._abscissas[:, None], length)
        return NodeField(self.mesh, "THET_R", COMPONENTS, np.concatenate(parts, axis=1))

    def cells_at(self, i: int) -> np.ndarray:
        """The cells at the i-th node of the front."""
        start, cells = self.mesh.cells_of_nodes()
        node = self.crack.nodes[i if i < len(self.names) - 1 else -1]
        return cells[start[node] : start[node + 1]]

    def along(self, released: np.ndarray) -> np.ndarray:
        """(m, k) at the points of the front, of what each extension releases (n_thetas, k); by unit length of a front of revolution."""
        if self.flat:
            return released
        if self.legendre:
            return sum(np.outer(orthonormal(d, self.abscissas, self.length)[0], own) for d, own in zip(self.degrees, released))
        return along_hats(self.abscissas, released, self._middles, self.crack.closed)

    def _set_points(self, count):
        """The nodes of the front, or `count` points at equal distances."""
        crack, own = self.crack, self.mesh.own_names
        names = [self.mesh.node_names[node] if own else str(node + 1) for node in crack.nodes]
        self._middles = count is None and self._lip not in ("TRIA3", "QUAD4", "SEG2")
        if count is None:
            self.names, self.points, self.abscissas = names, crack.points, crack.abscissas
            self.axes = crack.axes
            return
        nodal = crack.abscissas
        self.abscissas = np.linspace(0.0, nodal[-1], count)
        between = [np.stack([np.interp(self.abscissas, nodal, column) for column in rows.T], axis=-1)
                   for rows in (crack.points, crack.directions, crack.normals)]  # fmt: skip
        self.points = between[0]
        self.names = [names[0], *["XXXXXXXX"] * (count - 2), names[-1]]
        self.axes = LocalAxes.around(self.mesh.coordinates, self.points, self.abscissas, *between[1:])

    def _size(self, theta, context):
        """(n_nodes,) one about the front, zero far from it, straight in between."""
        distance = np.linalg.norm(self.mesh.coordinates - self.axes.places, axis=1)
        for first, second in (("NB_COUCHE_INF", "NB_COUCHE_SUP"), ("R_INF_FO", "R_SUP_FO")):
            if theta.get(second) is not None and theta.get(first) is None:
                raise theta.wrong(second, f"{second} goes with {first}")
        if theta.NB_COUCHE_SUP is not None:
            inner, outer = theta.NB_COUCHE_INF, theta.NB_COUCHE_SUP
            if self._lip in ("QUAD9", "TRIA7"):
                raise theta.wrong("NB_COUCHE_SUP", "layers of cells with nodes in their middles cannot be counted")
            distance = layers(self.mesh, self.crack.nodes, outer, 2 if self.flat else 3)
        elif theta.R_SUP_FO is not None:
            inner, outer = (theta[word].evaluate(ABSC=self.axes.abscissas) for word in ("R_INF_FO", "R_SUP_FO"))
        elif theta.R_SUP is not None:
            inner, outer = theta.R_INF or 0.0, theta.R_SUP
        else:
            inner, outer = usual_radii(self.crack, theta, context)
        if np.any(np.asarray(outer) <= np.asarray(inner)):
            raise theta.wrong(None, "the extension is one inside the first limit and zero outside the second one, which must be larger")
        share = (distance - inner) / (outer - inner)
        share = np.where(abs(share) <= _NEAR, 0.0, np.where(abs(share - 1.0) <= _NEAR, 1.0, share))
        return 1.0 - np.clip(share, 0.0, 1.0)


def usual_radii(crack, theta, context):
    """Twice and four times the largest cell at the front."""
    if not crack.glued:
        raise theta.wrong(None, "the lips of this crack are apart: R_INF and R_SUP must be given")
    sizes = crack.sizes
    if sizes.max() > 2 * sizes.min():
        context.warn(theta, None, f"the cells at the front are of sizes {sizes.min():.6g} to {sizes.max():.6g}: give R_INF and R_SUP")
    context.say(f"THETA: R_INF = {2 * sizes.max():.9g}, R_SUP = {4 * sizes.max():.9g}")
    return 2 * sizes.max(), 4 * sizes.max()


def layers(mesh, front, most: int, dim: int) -> np.ndarray:
    """(n_nodes,) how many layers of cells part a node from the front, `most` at most; half a layer more in the middle of an edge."""
    blocks = [(reference_cell(block.type), block.nodes) for block in mesh.blocks if block.dim == dim]
    count = np.full(mesh.n_nodes, float(most))
    count[front] = 0.0
    reached = np.zeros(mesh.n_nodes, bool)
    reached[front] = True
    for layer in range(1, most):
        touched = [nodes[reached[nodes].any(axis=1)][:, : cell.corners].ravel() for cell, nodes in blocks]
        new = np.unique(np.concatenate(touched))
        new = new[count[new] > layer]
        count[new] = layer
        reached[new] = True
    for cell, nodes in blocks:
        for local, ends in enumerate(cell.middles, start=cell.corners):
            if len(ends) == 2:
                one, other = count[nodes[:, ends[0]]], count[nodes[:, ends[1]]]
                count[nodes[:, local]] = np.where(one == other, one, np.maximum(one, other) - 0.5)
    return count
