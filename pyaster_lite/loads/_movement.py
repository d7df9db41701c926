"""Where nodes stand once turned about CENTRE by ANGL_NAUT, then moved by TRAN: words of the relations between facing nodes."""

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.fe.frames import rotation

MOVEMENT = {word: SIMP("f", typ="R", max=3) for word in ("TRAN", "ANGL_NAUT", "CENTRE")}
"""Their declarations."""


def moved(occurrence, places, dimension):
    """The rotation (3, 3), None where ANGL_NAUT is not given, and the places (n, 3) once turned and moved.

    dimension  2 or 3, which every keyword has the values of; None where any number of them will do, and zeros stand for the others
    """
    centre, shift = (_three(occurrence, word, dimension) for word in ("CENTRE", "TRAN"))
    if "ANGL_NAUT" not in occurrence:
        return None, places + shift
    turn = rotation(*np.radians(_three(occurrence, "ANGL_NAUT", 1 if dimension == 2 else dimension)), tiny=0.0)
    return turn, (places - centre) @ turn + centre + shift


def _three(occurrence, word, count):
    """The values of a keyword, filled up with zeros; there are `count` of them in a model of this dimension, None for any number."""
    values = occurrence[word] or ()
    if values and count and len(values) != count:
        raise occurrence.wrong(word, f"{word} takes {count} value{'s'[: count > 1]} in this model, {len(values)} given")
    return np.array((*values, 0.0, 0.0, 0.0)[:3])


def faced(occurrence, mesh, first, second, images=None):
    """Pairs of nodes of two sets that face each other: each of the first, seen at its image (n, 3), with the nearest of the second.

    Raises Refused for sets of other sizes, or where two nodes have the same nearest one.
    """
    if len(first) != len(second):
        raise occurrence.wrong(None, f"the two sets have {len(first)} and {len(second)} nodes: they cannot face each other")
    if not len(first):
        raise occurrence.wrong(None, "the two sets have no node")
    images = mesh.coordinates[first] if images is None else images
    distance = np.linalg.norm(images[:, None] - mesh.coordinates[second][None], axis=2)
    nearest = distance.argmin(axis=1)
    if len(set(nearest)) < len(nearest):
        values, counts = np.unique(nearest, return_counts=True)
        shared = mesh.node_names[second[values[counts.argmax()]]]
        raise occurrence.wrong(None, f"several nodes of the first set are nearest to node {shared} of the second")
    return zip(first, second[nearest])
