"""Points, directions and distances as DEFI_GROUP gives them (u4.22.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._mesh_words import one_node

CENTRE = dict(POINT=SIMP(typ="R", max=3), NOEUD_CENTRE=SIMP(typ="no"), GROUP_NO_CENTRE=SIMP(typ="grno"))
ONE_CENTRE = UN_PARMI("POINT", "NOEUD_CENTRE", "GROUP_NO_CENTRE")
DIRECTION = dict(ANGL_NAUT=SIMP(typ="R", max=3), VECT_NORMALE=SIMP(typ="R", max=3))
ONE_DIRECTION = UN_PARMI("ANGL_NAUT", "VECT_NORMALE")


def plane_dimension(mesh) -> int:
    """2 where all nodes have the same z, else 3: how many numbers a point or a direction needs."""
    z = mesh.coordinates[:, 2]
    return 2 if len(z) and z.min() == z.max() else 3


def places(mesh) -> np.ndarray:
    """The coordinates (n, 3), z left out where it is the same everywhere."""
    if plane_dimension(mesh) == 3:
        return mesh.coordinates
    return mesh.coordinates * (1.0, 1.0, 0.0)


def centre(args, context, mesh) -> np.ndarray:
    """The point (3,) that POINT, NOEUD_CENTRE or GROUP_NO_CENTRE gives."""
    node = one_node(args, context, mesh, "GROUP_NO_CENTRE", "NOEUD_CENTRE")
    if node is not None:
        return places(mesh)[node]
    return padded(args, "POINT", plane_dimension(mesh))


def direction(args, mesh, least: int = 2, surplus=False) -> np.ndarray:
    """The unit vector (3,) of VECT_NORMALE, or of the nautical angles (degrees) of ANGL_NAUT.

    `least` is the smallest dimension that makes sense; `surplus` accepts a third number in the plane.
    """
    dimension = max(least, plane_dimension(mesh))
    if args.VECT_NORMALE:
        if len(args.VECT_NORMALE) > dimension and not surplus:
            raise args.wrong("VECT_NORMALE", f"this mesh is plane: VECT_NORMALE takes 2 values, not {len(args.VECT_NORMALE)}")
        vector = padded(args, "VECT_NORMALE", dimension)
    else:
        angles = np.radians(args.ANGL_NAUT[: dimension - 1])
        if len(angles) < dimension - 1:
            raise args.wrong("ANGL_NAUT", "a mesh in space needs two angles")
        vector = rotated_x(*angles)
    length = np.linalg.norm(vector)
    if length == 0:
        raise args.wrong("VECT_NORMALE", "the direction is the zero vector")
    return vector / length


def rotated_x(alpha: float, beta: float = 0.0) -> np.ndarray:
    """The x axis turned by the nautical angles alpha (around z) and beta (around y), radians."""
    return np.array([np.cos(alpha) * np.cos(beta), np.sin(alpha) * np.cos(beta), -np.sin(beta)])


def positive(args, word) -> float:
    """The value of a keyword that must be positive."""
    if args[word] <= 0:
        raise args.wrong(word, f"{word} must be positive, not {args[word]:g}")
    return args[word]


def padded(args, word, dimension):
    values = args[word]
    if len(values) < dimension:
        where = "in space" if dimension == 3 else "in the plane"
        raise args.wrong(word, f"{word} needs {dimension} values {where}, not {len(values)}")
    return np.array([*values[:dimension], 0.0])[:3]
