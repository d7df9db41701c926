"""What objects answer beside what commands ask of them: results, materials, tables of fields, transients on a basis."""

import numpy as np
import pytest

from pyaster_lite.concepts.generalised import Harmonic, Transient
from pyaster_lite.concepts.matrix import GeneralisedMatrix
from pyaster_lite.served.kinds_of_values import SearchList, cmp, force_tuple, is_complex, is_int, is_number

from .decks import METAL, runner


def test_results_are_filled_and_asked(tmp_path):
    runner(tmp_path, METAL)("""
field_of = CA.FieldOnNodesReal(mesh, "DEPL_R", {"DX": 1.0, "DY": 2.0})
made = CA.ElasticResult()
made.setField(field_of, "DEPL", value=3)
made.setTime(1.5, 3)
made.setField(field_of, "VITE", para="INST", value=1.5)
test.assertEqual(made.getIndexes(), [3])
test.assertFalse(made.hasModel(3) or made.hasMaterialField(3) or made.hasElementaryCharacteristics(3) or made.hasListOfLoads())
made.setModel(model)
made.setMaterialField(field)
test.assertTrue(made.hasModel(3) and made.getModels() == [model] and made.getMaterialFields() == [field])
made.setField(field_of, "DEPL", 4)
made.setParameterValue("INST", 2.5, 4)
test.assertEqual(made.getIndexFromParameter("INST", 2.5, "RELATIF", 1e-6), 4)
test.assertEqual(made.getIndexFromParameter("INST", 9.0, "RELATIF", 1e-6, throw_except=False), -1)
with test.assertRaises(ValueError):
    made.getIndexFromParameter("FREQ", 1.0, "RELATIF", 1e-6)
access = made.getAccessParameters()
test.assertEqual(made.getIndexesFromKeywords(access, {"TOUT_ORDRE": "OUI"}), [3, 4])
test.assertEqual(made.getIndexesFromKeywords(access, {"INST": (2.5, 7.0)}), [4])
test.assertEqual(made.getIndexesFromKeywords(access, {"NUME_ORDRE": 3}), [3])
test.assertEqual(made.getIndexesFromKeywords(access, {"LIST_INST": DEFI_LIST_REEL(VALE=(1.5, 2.5))}), [3, 4])
with test.assertRaises(KeyError):
    made.getIndexesFromKeywords(access, {})
made.clear(4)
test.assertEqual(made.getIndexes(), [3])
test.assertEqual(made.LIST_CHAMPS(), {"DEPL": [3], "VITE": [3]})
made.clear()
test.assertFalse(made.exists())
""")


def test_materials_are_asked(tmp_path):
    runner(tmp_path, METAL)("""
slope = DEFI_FONCTION(NOM_PARA="TEMP", VALE=(0.0, 10.0, 100.0, 20.0))
warm = DEFI_MATERIAU(ELAS_FO=_F(E=slope, NU=DEFI_CONSTANTE(VALE=0.2)))
test.assertEqual(warm.RCVALE("ELAS", "TEMP", 50.0, ("E", "NU")), ((15.0, 0.2), (0, 0)))
test.assertEqual(metal.RCVALE("ELAS", nomres=("E", "RHO"), stop=0), ((100.0, 0.0), (0, 1)))
with test.assertRaises(CA.AsterError):
    metal.RCVALE("ELAS", nomres="RHO", stop=2)
test.assertTrue(field.getMaterialOnCell(0) is metal)
test.assertFalse(field.hasExternalStateVariable())
test.assertEqual(model.getModelisationName(), "D_PLAN")
test.assertTrue(model.isMechanical() and not model.existsHHO() and model.getGeometricDimension() == 2)
""")


def test_formulations_are_honoured(tmp_path):
    runner(tmp_path, METAL)("""
hybrid = CREA_MAILLAGE(MAILLAGE=mesh, MODI_HHO=_F(TOUT="OUI"))
sizes = []
for formulation in (CA.Formulation.Linear, CA.Formulation.Quadratic):
    made = CA.Model(hybrid)
    made.addModelingOnMesh(CA.Physics.Mechanics, CA.Modelings.D_PLAN_HHO, formulation)
    made.build()
    sizes.append(NUME_DDL(MODELE=made).getNumberOfDOFs())
test.assertTrue(made.existsHHO() and sizes[0] < sizes[1])
test.assertEqual(CA.Modelings.COQUE_3D, "COQUE_3D")
""")


def test_tables_of_fields_are_filled_place_by_place(tmp_path):
    runner(tmp_path, METAL)("""
table = CA.SimpleFieldOnNodesReal(mesh, "DEPL_R", ["DX", "DY"], True)
table.setValues([0, 2], ["DX", "DY"], [5.0, 7.0])
test.assertEqual((table[0, "DX"], table[2, "DY"], table[1, "DX"]), (5.0, 7.0, 0.0))
test.assertTrue(table.hasComponent("DX") and not table.hasComponent("DZ"))
test.assertEqual(table.getFieldType(), "NOEU")
table.allocate("TEMP_R", ["TEMP"])
test.assertFalse(table.hasValue(0, "TEMP"))
cells = CA.SimpleFieldOnCellsReal(mesh, "ELEM", "NEUT_R", ["X1", "X2"], 1, 1, True)
cells.setValues([0, 1], ["X1", "X2"], [0, 0], [0, 0], [4.0, 8.0])
test.assertEqual((cells.getValue(0, "X1", 0, 0), cells.getValue(1, "X2", 0, 0)), (4.0, 8.0))
test.assertEqual(cells.getComponentsName2Index(), {"X1": 0, "X2": 1})
values, where = cells.toNumpy()[:2]
values[:, 0], where[:, :] = 2.5, True
mean = cells.toSimpleFieldOnNodes()
test.assertEqual([mean[node, "X1"] for node in mesh.getNodes()], [2.5] * 9)
""")


def test_halves_of_generalised_matrices():
    whole = GeneralisedMatrix("matr_asse_gene_r", None, [[1.0, 2.0], [3.0, 4.0]])
    assert whole.isDense() and not whole.isDiagonal() and not whole.isSymmetric()
    assert whole.getUpperValues() == [1.0, 2.0, 4.0] and whole.getLowerValues() == [1.0, 3.0, 4.0]
    whole.setUpperValues([5.0, 6.0, 7.0])
    assert whole.toNumpy().tolist() == [[5.0, 6.0], [3.0, 7.0]]
    even = GeneralisedMatrix("matr_asse_gene_r", None, [[1.0, 2.0], [2.0, 4.0]])
    even.setLowerValues([1.0, 9.0, 3.0])
    assert even.toNumpy().tolist() == [[1.0, 9.0], [9.0, 3.0]]
    alone = GeneralisedMatrix("matr_asse_gene_r", None, [1.0, 2.0])
    alone.setUpperValues([3.0, 4.0])
    assert alone.isDiagonal() and alone.getLowerValues() == [3.0, 4.0]
    with pytest.raises(Exception, match="2 terms"):
        alone.setUpperValues([1.0])


def test_responses_on_a_basis_tell_their_values():
    motion = np.arange(6.0).reshape(3, 2)
    made = Transient(None, None, None, np.arange(3), np.array([0.0, 0.1, 0.2]), np.full(3, 0.1), motion, 2 * motion, 3 * motion)
    assert made.getNumberOfModes() == 2 and made.getTimes() == [0.0, 0.1, 0.2] and made.getIndexes() == [0, 1, 2]
    assert made.getDisplacementValues() == list(range(6)) and made.getVelocityValues(1) == [4.0, 6.0]
    made.setAccelerationValues(2, [1.0, 2.0])
    assert made.getAccelerationValues(2) == [1.0, 2.0]
    swung = Harmonic(None, None, None, np.array([1]), np.array([0.5 / np.pi]), np.array([[2.0 + 0j]]))
    assert (
        swung.getDisplacement() == [2.0]
        and swung.getVelocity() == pytest.approx([2.0j])
        and swung.getAcceleration() == pytest.approx([-2.0])
    )


def test_kinds_of_concepts_are_told_by_classes(tmp_path):
    runner(tmp_path, METAL)("""
made = {
    "Table": CREA_TABLE(LISTE=_F(PARA="X", LISTE_I=1)),
    "Formula": FORMULE(VALE="X", NOM_PARA="X"),
    "ListOfFloats": DEFI_LIST_REEL(VALE=(0.0, 1.0)),
    "DirichletBC": AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=_F(GROUP_MA="LEFT", DX=0.0)),
    "ElementaryMatrixDisplacementReal": CALC_MATR_ELEM(MODELE=model, CHAM_MATER=field, OPTION="RIGI_MECA"),
    "Result": CREA_RESU(
        OPERATION="AFFE",
        TYPE_RESU="EVOL_ELAS",
        AFFE=_F(NOM_CHAM="DEPL", CHAM_GD=CA.FieldOnNodesReal(mesh, "DEPL_R", {"DX": 1.0}), INST=0.0),
    ),
}
for name, concept in made.items():
    test.assertTrue(isinstance(concept, getattr(CA, name)) and isinstance(concept, CA.DataStructure))
    test.assertEqual([other for other in made if isinstance(concept, getattr(CA, other))], [name])
numbers = CA.ListOfFloats()
numbers.setVectorValues([1.0, 3.0])
test.assertEqual(numbers.getValues(), [1.0, 3.0])
whole = CA.ListOfIntegers()
whole.setVectorValues([1, 3])
test.assertEqual((whole.getValues(), whole.getType()), ([1, 3], "LISTIS_SDASTER"))
test.assertTrue(isinstance(CA.SimpleFieldOnNodesComplex(mesh, "DEPL_C", ["DX"], True), CA.SimpleFieldOnNodesComplex))
test.assertEqual(CA.Mesh.buildCylinder().getGroupsOfCells(), CA.Mesh.buildTube(rint=0).getGroupsOfCells())
test.assertEqual(CA.Mesh.buildArc(refine=1).getNumberOfCells() + CA.Mesh.buildSpline1D([[0.0], [1.0]]).getNumberOfCells(), 4)
""")


def test_numbers_are_found_within_a_precision():
    numbers = SearchList([1.0, 2.0, 2.0 + 1e-9])
    assert 1.0 + 1e-7 in numbers and 1.1 not in numbers and numbers.index(1.0) == 0
    assert numbers.unique(1.0) and not numbers.unique(2.0)
    for bad, error in ((lambda: numbers.index(2.0), IndexError), (lambda: numbers.index(5.0), ValueError)):
        with pytest.raises(error):
            bad()
    with pytest.raises(ValueError):
        numbers.assertAllUnique()
    with pytest.raises(ValueError):
        SearchList([1.0], criterion="NONE")
    assert SearchList([1.0], 0.5, "ABSOLU").index(1.4) == 0
    assert (cmp(1.0, 1.05, abs_tol=0.1), cmp(1.0, 2.0), cmp(3.0, 2.0), is_int(2.0), is_int(2.0, onvalue=True)) == (0, -1, 1, False, True)
    assert is_complex(("RI", 1.0, 2.0)) and is_number(1j) and force_tuple(None) == () and force_tuple([1]) == (1,)


def test_meshes_and_models_tell_more(tmp_path):
    runner(tmp_path, METAL)("""
test.assertEqual(sorted(set(mesh.getMedCellsTypes())), [1, 102, 204] if 1 in mesh.getMedCellsTypes() else [102, 204])
full = mesh.convertToBiQuadratic()
test.assertTrue(full.hasCellsOfType("QUAD9") and full.getNumberOfNodes() == 25)
test.assertTrue(full.convertToQuadratic().hasCellsOfType("QUAD8") and full.convertToQuadratic().getNumberOfNodes() == 21)
test.assertFalse(model.existsRdM() or model.existsMultiFiberBeam() or model.existsPartition())
beams = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(GROUP_MA="BOTTOM", PHENOMENE="MECANIQUE", MODELISATION="POU_D_E"))
test.assertTrue(beams.existsRdM() and not beams.existsMultiFiberBeam())
part = model.restrict("SURFACE")
test.assertEqual(sum(len(group.cells) for group in part.groups), 4)
test.assertEqual(mesh.getRestrictedToOriginalNodesIds(), [])
edge = mesh.restrict("TOP")
nodes = edge.getRestrictedToOriginalNodesIds()
test.assertEqual([mesh.getCoordinates()[node][1] for node in nodes], [1.0] * 3)
test.assertEqual(edge.getOriginalToRestrictedNodesIds()[nodes[1]], 1)
test.assertEqual([mesh.getCellTypeName(cell) for cell in edge.getRestrictedToOriginalCellsIds()], ["SEG2"] * 2)
here = CA.FieldOnNodesReal(mesh, "DEPL_R", {"DX": 1.0, "DY": 2.0}).transfert(edge, ["DY"])
test.assertEqual((here.getComponents(), here.getValues()), (["DY"], [2.0] * 3))
turning = CA.FieldOnNodesReal(mesh, "DEPL_R", {"DX": 1.0, "DY": 2.0, "DRZ": 3.0})
test.assertEqual(turning.getComponents(), ["DRZ", "DX", "DY"])
back = here.toSimpleFieldOnNodes().transfert(mesh)
test.assertEqual(back.getValues()[1].sum(), 3)
""")


def test_numberings_count_components(tmp_path):
    runner(tmp_path, METAL)("""
held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=_F(GROUP_MA="BOTTOM", DY=0.0))
problem = CA.PhysicalProblem(model, field)
problem.addLoad(held)
problem.computeDOFNumbering()
rows = problem.getDOFNumbering().getEquationNumbering()
test.assertEqual(rows.getNodeAndComponentIdFromDOF(1), (0, 2))
test.assertEqual({number for _, number in rows.getNodeAndComponentIdFromDOF()}, {1, 2, -2})
test.assertEqual(rows.getDOFs(list_cmp=["DY"]), [row for row in range(18) if row % 2])
test.assertEqual(rows.getDOFFromNodeAndComponentId()[4, 1], 8)
with test.assertRaises(IndexError):
    rows.getNodeAndComponentIdFromDOF(99)
made = CA.ElasticResult()
made.setField(CA.FieldOnNodesReal(mesh, "DEPL_R", {"DX": 1.0, "DY": 2.0}), "DEPL", 1)
made.setField(CA.FieldOnNodesReal(mesh, "DEPL_R", {"DX": 1.0, "DY": 2.0}), "VITE", 1)
test.assertEqual(len(made.getEquationNumberings()), 1)
made.setListOfLoads(problem, 1)
test.assertEqual(made.getListOfLoads(1), [held])
made.printInfo()
test.assertFalse(field.hasExternalStateVariableForLoad() or field.hasExternalStateVariableWithReference())
""")
