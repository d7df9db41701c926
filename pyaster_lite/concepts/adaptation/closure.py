"""What has to be cut along with what is chosen, so that neighbours differ by one cut and the rest can be made to conform.

With E the cut edges, F the cut faces, repeated until nothing changes:

(1) a face with all edges but one in E is cut, and its edges with it;
(2) a face is cut when one half of one of its edges is: neighbours across an edge differ by one cut at most;
(3) a volume is cut when one half of one of its edges is, or an edge drawn on one of its cut faces: neighbours across a face differ by
    one cut at most.

Every rule only adds, so the outcome does not depend on the order.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.adaptation.lineage import DIMENSION, KINDS, Lineage


def closed(lineage: Lineage, cut_edges, cut_faces):
    """The masks of cut edges and faces (n_edges,), (n_faces,) that contain the given ones and obey the rules; new arrays.

    The given ones contain those that are cut already.
    """
    edges, faces = lineage.edges, lineage.faces
    cut_edges, cut_faces = np.array(cut_edges), np.array(cut_faces)
    whole = lineage.live_faces() & ~faces.cut
    real = faces.sides >= 0
    volumes = [
        (lineage.faces_of(kind, rows), lineage.edges_of(kind, rows))
        for kind, rows in ((kind, lineage.rows(kind)) for kind, dim in zip(KINDS, DIMENSION) if dim == 3)
    ]
    halved = edges.halves[:, 0] >= 0
    while True:
        before = cut_edges.sum() + cut_faces.sum()
        twice = halved & cut_edges[edges.halves].any(axis=1)
        open_sides = (real & ~cut_edges[faces.sides]).sum(axis=1)
        cut_faces |= whole & ((open_sides <= 1) | (real & twice[faces.sides]).any(axis=1))
        drawn = faces.cut & ((faces.inner >= 0) & cut_edges[faces.inner]).any(axis=1)
        for own_faces, own_edges in volumes:
            chosen = drawn[own_faces].any(axis=1) | twice[own_edges].any(axis=1)
            cut_faces[own_faces[chosen]] = True
            cut_edges[own_edges[chosen]] = True
        sides = faces.sides[cut_faces & whole]
        cut_edges[sides[sides >= 0]] = True
        if cut_edges.sum() + cut_faces.sum() == before:
            return cut_edges, cut_faces


def chosen_places(lineage: Lineage, rows, edges=(), within=None, without=()):
    """The masks of the edges and faces of present cells to be cut, added to those cut already.

    Of what the cells `rows` and the `edges` by themselves choose, only what belongs to the rows `within` counts, and nothing that
    belongs to the rows `without`.
    """
    chosen = _places_of(lineage, rows)
    chosen[0][np.asarray(edges, int)] = True
    if within is not None:
        chosen = [mask & allowed for mask, allowed in zip(chosen, _places_of(lineage, within))]
    if len(without):
        chosen = [mask & ~barred for mask, barred in zip(chosen, _places_of(lineage, without))]
    return chosen[0] | lineage.edges.cut, chosen[1] | lineage.faces.cut


def _places_of(lineage, rows):
    edges, faces = np.zeros(len(lineage.edges), bool), np.zeros(len(lineage.faces), bool)
    among = np.zeros(len(lineage.kind), bool)
    among[rows] = True
    for kind in KINDS[1:]:
        mine = lineage.rows(kind, among)
        edges[lineage.edges_of(kind, mine)] = True
        faces[lineage.faces_of(kind, mine)] = True
    return [edges, faces]
