"""Meshes, fields and results handed to the library medcoupling and back."""

import pytest

from .decks import SQUARE, runner

pytest.importorskip("medcoupling")


def test_meshes_come_back(tmp_path):
    runner(tmp_path, SQUARE)("""
from medcoupling import MEDFileUMesh
file = mesh.createMedCouplingMesh()
test.assertTrue(isinstance(file, MEDFileUMesh))
surfaces, lines = file[0], file[-1]
test.assertEqual((surfaces.getNumberOfCells(), lines.getNumberOfCells()), (4, 8))
test.assertEqual(surfaces.getBoundingBox(), [(0.0, 1.0), (0.0, 1.0)])
again = CA.Mesh()
again.buildFromMedCouplingMesh(file)
test.assertEqual(again.getNumberOfCells(), mesh.getNumberOfCells())
test.assertEqual(sorted(again.getGroupsOfCells()), sorted(mesh.getGroupsOfCells()))
""")


def test_fields_and_results_come_back(tmp_path):
    runner(tmp_path, SQUARE)("""
table = CA.SimpleFieldOnNodesReal(mesh, "DEPL_R", ["DX", "DY"], True)
table.setValues([0, 5], ["DX", "DY"], [3.0, 4.0])
file = mesh.createMedCouplingMesh()
field = table.toMedCouplingField(file[0], prefix="own_")
test.assertEqual((field.getName(), field.getArray().getNumberOfComponents()), ("own_DEPL_R", 2))
back = CA.SimpleFieldOnNodesReal.fromMedCouplingField(field, mesh)
test.assertEqual((back[0, "DX"], back[5, "DY"], back[5, "DX"], back.getPhysicalQuantity()), (3.0, 4.0, 0.0, "DEPL_R"))
with test.assertRaises(TypeError):
    table.toMedCouplingField(None)
cells = CA.SimpleFieldOnCellsReal(mesh, "ELEM", "NEUT_R", ["X1"], 1, 1, True)
made = CA.ThermalResult()
for order, level in ((1, 10.0), (2, 20.0)):
    made.setField(CA.FieldOnNodesReal(mesh, "TEMP_R", {"TEMP": level}), "TEMP", order)
    made.setField(CA.FieldOnNodesReal(mesh, "GRAT_R", {"GRAT_X": 2 * level}), "GRAT_NOEU", order)
    made.setTime(0.1 * level, order)
data = made.createMedCouplingResult()
test.assertEqual(data.getFields().getFieldsNames(), ("GRAT_R", "TEMP_R"))
test.assertEqual(data.getFields()["TEMP_R"].getTimeSteps(), [(1, 0, 1.0), (2, 0, 2.0)])
for given in (None, mesh):
    again = CA.ThermalResult.fromMedCouplingResult(data, given)
    test.assertEqual(again.getIndexes(), [1, 2])
    test.assertEqual(sorted(again.getFieldsNames()), ["GRAT_NOEU", "TEMP"])
    test.assertEqual(set(again.getField("GRAT_NOEU", 2).getValues()), {40.0})
    test.assertAlmostEqual(again.getTime(2), 2.0)
""")
