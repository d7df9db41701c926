"""RIGI_MISS_3D of AFFE_CARA_ELEM: the impedances of the nodes of a foundation become springs."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.commands._cara_soil import springs

MESH = """COOR_3D
 N1 0. 0. 0.
 N2 1. 0. 0.
FINSF
POI1
 P1 N1
 P2 N2
FINSF
SEG2
 S1 N1 N2
FINSF
GROUP_MA NOM=FEET
 P1 P2
FINSF
GROUP_MA NOM=LINE
 S1
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
CARA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=_F(GROUP_MA='FEET', CARA='M_T_D_N', VALE=3.),
                      RIGI_MISS_3D=_F(GROUP_MA_POI1='FEET', GROUP_MA_SEG2='LINE', FREQ_EXTR=2.5))
ALONE = AFFE_CARA_ELEM(MODELE=MO, RIGI_MISS_3D=_F(GROUP_MA_POI1='FEET', FREQ_EXTR=9., UNITE_RESU_IMPE=30),
                       DISCRET=_F(GROUP_MA='LINE', CARA='K_T_D_L', VALE=(0., 0., 0.)))
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("soil")
    (folder / "deck.comm").write_text(DECK)
    (folder / "deck.mail").write_text(MESH)
    lines = ["a soil"]
    for k in range(36):
        row, column = divmod(k, 6)
        value = 10.0 * (row % 3 + 1) if row == column else -2.0 * (row % 3 + 1) if row % 3 == column % 3 else 7.0
        lines += ["CHARGE", *(f"{f} {factor * value} 1." for f, factor in ((1.0, 3.0), (2.0, 1.0), (3.0, 2.0)))]
    (folder / "soil.30").write_text("\n".join(lines) + "\n")
    return pyaster_lite.run(folder / "deck.comm", output=folder / "out", units={20: folder / "deck.mail", 30: folder / "soil.30"})


def stiffness(characteristics, cells):
    """The stiffness that was given last to these cells."""
    found = {}
    for own, matrices in characteristics.values["stiffness"]:
        found.update(zip(own.tolist(), matrices))
    return [found[cell] for cell in cells]


def test_springs_under_nodes_and_between_them(study):
    (first, second), mesh = study["M"].cell_group("FEET"), study["M"]
    line = mesh.cell_group("LINE")[0]
    one, other, between = stiffness(study["CARA"], (first, second, line))
    # two nodes: k_12 = T_12, and under each T_11 + T_12; the row below 2.5 Hz is that of 2 Hz
    np.testing.assert_allclose(one, np.diag([8.0, 16.0, 24.0]))
    np.testing.assert_allclose(other, one)
    np.testing.assert_allclose(between[:3, :3], np.diag([40.0, 80.0, 120.0]))
    masses = {cell: matrix for own, matrices in study["CARA"].values["mass"] for cell, matrix in zip(own.tolist(), matrices)}
    assert not masses[first].any()


def test_without_springs_between_nodes_the_diagonal_is_left(study):
    own = stiffness(study["ALONE"], study["M"].cell_group("FEET"))
    np.testing.assert_allclose(own[0], np.diag([20.0, 40.0, 60.0]))


def test_springs_of_a_chain_carry_what_all_pairs_do():
    rng = np.random.default_rng(1)
    impedance = rng.random((3, 3, 3))
    impedance = impedance + impedance.swapaxes(1, 2)
    own, between = springs(impedance, np.array([[0, 1], [1, 2], [0, 2]]))
    # where every pair has its spring, each is that of the pair
    np.testing.assert_allclose(between, [impedance[:, 1, 0], impedance[:, 2, 1], impedance[:, 2, 0]])
    np.testing.assert_allclose(own.T, impedance.sum(axis=1))
