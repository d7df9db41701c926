"""RIGI_PARASOL: what discretes under a foundation hold together."""

import numpy as np
import pytest

from pyaster_lite.commands._foundation import shares, to_share
from pyaster_lite.concepts.mesh import CellBlock, Mesh


class Words(dict):
    """An occurrence that says just what it holds."""

    def __getattr__(self, word):
        return self[word]


@pytest.fixture
def mesh():
    """Two quadrangles and a triangle."""
    points = [(0, 0, 0), (2, 0, 0), (3, 0, 0), (0, 1, 0), (2, 1, 0), (3, 1, 0), (1, 2, 0)]
    quads = CellBlock("QUAD4", np.array([[0, 1, 4, 3], [1, 2, 5, 4]]), np.array([0, 1]))
    return Mesh(points, [quads, CellBlock("TRIA3", np.array([[3, 4, 6]]), np.array([2]))], cell_groups={"SLAB": np.arange(3)})


def test_shares_are_those_of_the_areas(mesh):
    nodes, share = shares(Words(GROUP_MA=("SLAB",), COEF_GROUP=(1.0,), COOR_CENTRE=(0.0, 0.0, 0.0)), mesh, 3)
    by_node = dict(zip(nodes.tolist(), share))
    assert share.sum() == pytest.approx(1.0)
    assert by_node[0] == pytest.approx(2.0 / 4 / 4.0) and by_node[6] == pytest.approx(1.0 / 3 / 4.0)
    assert by_node[4] == pytest.approx((2.0 / 4 + 1.0 / 4 + 1.0 / 3) / 4.0)


def test_turning_the_foundation_meets_the_whole_stiffness(mesh):
    nodes, share = shares(Words(GROUP_MA=("SLAB",), COEF_GROUP=(1.0,), COOR_CENTRE=(0.0, 0.0, 0.0)), mesh, 3)
    whole, centre = np.array([10.0, 20.0, 30.0, 400.0, 500.0, 600.0]), np.array([1.2, 0.8, 0.0])
    own = share[:, None] * to_share(whole, mesh.coordinates[nodes], centre, share, False)
    np.testing.assert_allclose(own[:, :3].sum(axis=0), whole[:3])
    for axis, turn in enumerate(np.eye(3)):
        moved = np.cross(turn, mesh.coordinates[nodes] - centre)
        work = (own[:, :3] * moved**2).sum() + own[:, 3 + axis].sum()
        assert work == pytest.approx(whole[3 + axis])


def test_turning_a_foundation_in_the_plane_meets_the_whole_stiffness(mesh):
    nodes, share = np.array([0, 3, 6]), np.array([0.5, 0.2, 0.3])
    whole, centre = np.array([10.0, 20.0, 600.0]), np.array([1.2, 0.8, 0.0])
    own = share[:, None] * to_share(whole, mesh.coordinates[nodes], centre, share, True)
    moved = np.cross([0.0, 0.0, 1.0], mesh.coordinates[nodes] - centre)[:, :2]
    np.testing.assert_allclose((own[:, :2] * moved**2).sum() + own[:, 2].sum(), 600.0)
    assert to_share(whole[:2], mesh.coordinates[nodes], centre, share, True).tolist() == [10.0, 20.0]
