"""Modes of a bar from those of its halves, and generalised matrices made of numbers."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.concepts.interface_synthesis import import_array, interface_motions

DECK = """
from code_aster.Commands import *
from code_aster import CA
from code_aster.Applications.dynamic_substructuring import Interface, Structure, SubStructure, macPlot
CA.init("--test")
test = CA.TestCase()
steel = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25, RHO=1.0))


def part(mesh, count, **held):
    model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="3D"))
    field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=steel))
    load = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=_F(DX=0.0, DY=0.0, DZ=0.0, **held))
    common = dict(MODELE=model, CHAM_MATER=field, CHARGE=load)
    stiff = CALC_MATR_ELEM(OPTION="RIGI_MECA", **common)
    heavy = CALC_MATR_ELEM(OPTION="MASS_MECA", **common)
    numbering = NUME_DDL(MATR_RIGI=stiff)
    K = ASSE_MATRICE(MATR_ELEM=stiff, NUME_DDL=numbering)
    M = ASSE_MATRICE(MATR_ELEM=heavy, NUME_DDL=numbering)
    modes = CALC_MODES(OPTION="PLUS_PETITE", MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ=count), VERI_MODE=_F(STOP_ERREUR="NON"))
    return K, M, modes


halves = []
for start, clamped in ((0.0, "BACK"), (2.0, "FRONT")):
    mesh = CA.Mesh.buildParallelepiped(2.0, 1.0, 0.5, refine=1).convertToQuadratic()
    places = mesh.getCoordinates().toNumpy()
    places[:, 0] += start
    inner = [cell for cell in mesh.getCells() if mesh.getCellTypeName(cell) == "QUAD8"
             and all(abs(places[node, 0] - 2.0) < 1e-9 for node in mesh.getConnectivity()[cell])]
    outer = [cell for cell in mesh.getCells() if mesh.getCellTypeName(cell) == "QUAD8"
             and all(abs(places[node, 0] - 2.0 * start) < 1e-9 for node in mesh.getConnectivity()[cell])]
    mesh.setGroupOfCells("MIDDLE", inner)
    mesh.setGroupOfCells("OUTER", outer)
    held = ["MIDDLE", "OUTER"] if start == 0.0 else ["MIDDLE"]
    halves.append(SubStructure(*part(mesh, 12, GROUP_MA=held)))
interface = Interface(*halves, "MIDDLE")
interface.computeInterfaceDofs("Structure")
for half in halves:
    half.computeInterfaceModes()
frequencies, results = Structure(halves, [interface]).computeGlobalModes(nmodes=3)

whole = CA.Mesh.buildParallelepiped(4.0, 1.0, 0.5, refine=1).convertToQuadratic()
places = whole.getCoordinates().toNumpy()
whole.setGroupOfCells("OUTER", [cell for cell in whole.getCells() if whole.getCellTypeName(cell) == "QUAD8"
                                and all(abs(places[node, 0]) < 1e-9 for node in whole.getConnectivity()[cell])])
found = part(whole, 3, GROUP_MA="OUTER")[2].getAccessParameters()["FREQ"]
test.assertEqual(results[0].getIndexes(), [1, 2, 3])
mac = macPlot(results, results, [half.mass for half in halves])
for i in range(3):
    test.assertAlmostEqual(mac[i, i], 1.0)
    test.assertLess(mac[i, (i + 1) % 3], 1e-6)
for mine, other in zip(frequencies, found):
    test.assertLess(mine, 1.02 * other)
    test.assertGreater(mine, 0.75 * other)
with test.assertRaises(RuntimeError):
    Interface(*halves, "NOWHERE")
CA.close()
"""


def test_a_bar_of_two_halves(tmp_path):
    path = tmp_path / "deck.comm"
    path.write_text(DECK)
    study = pyaster_lite.run(path, output=tmp_path / "out")
    assert len(study.tests) == 14 and all(row.passed for row in study.tests), [row for row in study.tests if not row.passed]


def test_motions_of_an_interface_are_rigid_but_for_three():
    places = np.random.default_rng(0).normal(size=(7, 3)) * [1.0, 2.0, 0.0]
    motions = interface_motions(places, True, True)
    assert len(motions) == 12 and (motions[0][:, 3] == 1e5).all()
    distance = places[:, None] - places[None]
    for motion in motions[3:9]:
        step = motion[:, None, :3] - motion[None, :, :3]
        assert abs((distance * step).sum(axis=-1)).max() < 1e-12
    assert abs((distance * (motions[9][:, None, :3] - motions[9][None, :, :3])).sum(axis=-1)).max() > 0.1


def test_numbers_as_generalised_matrices():
    stiffness = import_array(np.diag([2.0, 3.0]))
    vector = import_array(np.array([1.0, 2.0]), reference_matrix=stiffness)
    assert vector.basis is stiffness.basis and vector.getValues() == [1.0, 2.0]
    assert stiffness.basis.field("DEPL", 2).getValues() == pytest.approx([0.0, 1.0])
