"""Prisms with some edges cut: the pieces fill the prism, and neighbours along its sides see what a cut side shows."""

import numpy as np
import pytest

from pyaster_lite.concepts.adaptation import prisms
from pyaster_lite.concepts.adaptation.lineage import EDGES, FACES
from pyaster_lite.concepts.adaptation.transition import _PATTERNS
from pyaster_lite.fe.cells import reference_cell

NODES = reference_cell("PENTA6").nodes
PLACES = np.vstack([NODES, *([NODES[list(own)].mean(axis=0)] for own in (*EDGES["PENTA6"], *FACES["PENTA6"], range(6)))])


def closed(edges):
    """The edges, with those of faces that miss one only."""
    sides = [{EDGES["PENTA6"].index(pair) for pair in EDGES["PENTA6"] if set(pair) <= set(face)} for face in FACES["PENTA6"]]
    while True:
        grown = set(edges).union(*(own for own in sides if len(own - set(edges)) <= 1))
        if grown == set(edges):
            return sum(1 << edge for edge in grown)
        edges = grown


CODES = sorted({closed({first, second}) for first in range(9) for second in range(9)} - {511})


def volume(kind, piece):
    corners = PLACES[list(piece)]
    if kind == "TETRA4":
        return np.linalg.det(corners[1:] - corners[0]) / 6
    return sum(np.linalg.det(corners[list(half)] - corners[0]) / 6 for half in ((1, 2, 4), (2, 3, 4)))


@pytest.mark.parametrize("code", CODES)
def test_pieces_fill_the_prism_and_are_turned_the_right_way(code):
    volumes = [volume(kind, piece) for kind, table in prisms.pieces_of(code, _PATTERNS) for piece in table]
    assert min(volumes) > 0.0 and sum(volumes) == pytest.approx(reference_cell("PENTA6").volume)


@pytest.mark.parametrize("code", CODES)
def test_only_cut_edges_have_nodes_in_the_middle(code):
    used = {node for _, table in prisms.pieces_of(code, _PATTERNS) for piece in table for node in piece}
    assert {node - 6 for node in used if 6 <= node < 15} == {edge for edge in range(9) if code >> edge & 1}


def test_a_triangular_face_gives_eleven_tetrahedra():
    for code in (0b111, 0b111000000):
        ((kind, table),) = prisms.pieces_of(code, _PATTERNS)
        assert kind == "TETRA4" and len(table) == 11
