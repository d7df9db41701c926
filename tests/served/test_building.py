"""Models, materials, loads and results that a deck's Python puts together itself are those of the commands."""

import pytest

from .decks import SQUARE, runner

HEAD = SQUARE + "C = CA.PhysicalQuantityComponent\n"


@pytest.fixture
def deck(tmp_path):
    return runner(tmp_path, HEAD)


def test_a_pulled_square(deck):
    deck("""
model = CA.Model(mesh)
model.addModelingOnMesh(CA.Physics.Mechanics, CA.Modelings.PlaneStress)
test.assertTrue(model.build())
test.assertIsInstance(mesh.refine(), CA.Mesh)
test.assertNotIsInstance(mesh, CA.ParallelMesh)
test.assertNotIsInstance(model, CA.Mesh)
test.assertEqual(model.getType(), "MODELE_SDASTER")
test.assertIsInstance(AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="THERMIQUE", MODELISATION="PLAN")), CA.Model)
with test.assertRaisesRegex(RuntimeError, "not allowed"):
    CA.Model(mesh).addModelingOnMesh(CA.Physics.Thermal, CA.Modelings.DKT)
steel = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))
field = CA.MaterialField(mesh)
field.addMaterialOnMesh(steel)
field.build()
test.assertIs(field.getMesh(), mesh)
held = CA.MechanicalDirichletBC(model)
held.addBCOnCells(C.Dx, 0.0, "LEFT")
held.addBCOnCells(C.Dy, 0.0, ["BOTTOM"])
held.addBCOnNodes(C.Dx, 0.0, mesh.getGroupsOfNodes()[0])
with test.assertRaises(RuntimeError):
    held.addBCOnCells(C.Temp, 0.0, "TOP")
held.build()
force = CA.PressureReal()
force.setValue(C.Pres, -3.0)
with test.assertRaises(RuntimeError):
    force.setValue(C.Fx, -3.0)
pull = CA.DistributedPressureReal(model)
with test.assertRaises(RuntimeError):
    pull.setValue(force, "NOWHERE")
pull.setValue(force, "RIGHT")
pull.build()
test.assertIsInstance(pull, CA.MechanicalLoadReal)
result = MECA_STATIQUE(MODELE=model, CHAM_MATER=field, EXCIT=(_F(CHARGE=held), _F(CHARGE=pull)))
test.assertAlmostEqual(max(result.getField("DEPL", 1).getValues(["DX"])), 0.03)
weight = CA.ForceReal()
weight.setValue(C.Fy, -3.0)
astray = CA.ForceOnEdgeReal(model)
astray.setValue(weight, "RIGHT")
test.assertTrue(astray.build())
with test.assertRaises(CA.AsterError):
    MECA_STATIQUE(MODELE=model, CHAM_MATER=field, EXCIT=(_F(CHARGE=held), _F(CHARGE=astray)))
""")


def test_a_result_filled_field_by_field(deck):
    deck("""
field = CA.FieldOnNodesReal(mesh, "DEPL_R", {"DX": 1.0, "DY": 2.0})
test.assertIsInstance(field, CA.FieldOnNodesReal)
test.assertAlmostEqual(field.norm("NORM_1"), 27.0)
result = CA.MultipleElasticResult()
result.allocate(2)
for number, name in enumerate(("one", "two", "one")):
    result.setField(float(number) * field, "DEPL", value=name, para="NOM_CAS")
test.assertEqual(result.getIndexes(), [1, 2])
test.assertAlmostEqual(result.getField("DEPL", value="one", para="NOM_CAS").norm("NORM_1"), 54.0)
with test.assertRaises(CA.AsterError):
    result.getTime(1)
other = CA.NonLinearResult()
other.setField(field, "DEPL", 0)
other.setTime(0.5, 0)
test.assertAlmostEqual(other.getTime(0), 0.5)
test.assertIsInstance(other, CA.NonLinearResult)
test.assertNotIsInstance(other, CA.ThermalResult)
""")


def test_laws_go_with_the_chart_of_behaviours(deck):
    deck("""
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
steel = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))))
other = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))))
held = AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=_F(TOUT="OUI", DX=0.0, DY=0.0))
times = DEFI_LIST_REEL(VALE=(0.0, 1.0))
law = _F(RELATION="ELAS")
result = STAT_NON_LINE(MODELE=model, CHAM_MATER=steel, EXCIT=_F(CHARGE=held), COMPORTEMENT=law, INCREMENT=_F(LIST_INST=times))
test.assertEqual(sorted(result.getFieldsNames()), ["COMPORTEMENT", "DEPL", "SIEF_ELGA", "VARI_ELGA"])
copied = CA.NonLinearResult()
copied.setModel(result.getModel(1), 1)
copied.setField(result.getField("DEPL", 1), "DEPL", 1)
copied.setField(result.getField("COMPORTEMENT", 1), "COMPORTEMENT", 1)
test.assertEqual(copied.getConstantFieldsOnCellsChar16Names(), ["COMPORTEMENT"])
test.assertEqual(copied.getFieldsOnNodesRealNames(), ["DEPL"])
copied.setMaterialField(steel)
with test.assertRaises(CA.AsterError):
    copied.setMaterialField(other)
copied.setMaterialField(other, exists_ok=True)
test.assertIs(copied.getMaterialField(), steel)
""")


def test_solvers_are_asked_for_by_method(deck):
    deck("""
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))))
held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=(_F(GROUP_MA="LEFT", DX=0.0, DY=0.0), _F(GROUP_MA="RIGHT", DX=0.5)))
elements = CALC_MATR_ELEM(OPTION="RIGI_MECA", MODELE=model, CHAM_MATER=field, CHARGE=held)
numbering = NUME_DDL(MATR_RIGI=elements)
matrix = ASSE_MATRICE(MATR_ELEM=elements, NUME_DDL=numbering)
right = ASSE_VECTEUR(VECT_ELEM=CALC_VECT_ELEM(OPTION="CHAR_MECA", CHARGE=held), NUME_DDL=numbering)
solver = CA.LinearSolver.factory("MECA_STATIQUE", _F(METHODE="LDLT", NPREC=8))
test.assertEqual(solver.getSolverName(), "LDLT")
test.assertIsInstance(solver, CA.LdltSolver)
test.assertFalse(solver.supportParallelMesh())
solver.factorize(matrix)
test.assertIs(solver.getMatrix(), matrix)
test.assertAlmostEqual(max(solver.solve(right).getValues(["DX"])), 0.5)
with test.assertRaises(TypeError):
    CA.LinearSolver.factory(METHODE="MAGIC")
""")


def test_a_crack_and_the_model_that_it_enriches(deck):
    study = deck("""
mesh = CA.Mesh.buildSquare(refine=2)
mesh.getCoordinates().toNumpy()[:, 1] -= 0.45
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="C_PLAN"))
shape = CA.CrackShape()
shape.setHalfLineCrackShape([0.4, 0.0, 0.0], [1.0, 0.0, 0.0])
test.assertEqual(shape.getShapeName(), "DEMI_DROITE")
crack = CA.XfemCrack(mesh)
crack.setCrackShape(shape)
crack.setEnrichedLayersNumber(1)
crack.build()
test.assertEqual(crack.getType(), "FISS_XFEM")
test.assertAlmostEqual(crack.getNormalLevelSetField()[0], -0.45)
test.assertAlmostEqual(crack.getTangentialLevelSetField()[0], -0.4)
test.assertIsInstance(crack.enrichModelWithXfem(model), CA.Model)
""")
    assert study["crack"].front is not None


def test_the_mesh_of_a_file_is_not_split_for_one_process(tmp_path, deck):
    deck(f"""
from code_aster.MedUtils import splitMeshAndFieldsFromMedFile
mesh.printMedFile("{tmp_path}/mesh.med")
parts = splitMeshAndFieldsFromMedFile("{tmp_path}/mesh.med", deterministic=True)
test.assertEqual(parts[0].getNumberOfCells(), mesh.getNumberOfCells())
test.assertIsInstance(parts[0], CA.ParallelMesh)
""")


def test_orders_must_be_told_apart(deck):
    deck("""
field = CA.FieldOnNodesReal(mesh, "DEPL_R", {"DX": 1.0, "DY": 2.0})
result = CREA_RESU(
    OPERATION="AFFE", TYPE_RESU="EVOL_NOLI", COMPORTEMENT=_F(RELATION="ELAS"), VERI_VARI="OUI",
    AFFE=_F(NOM_CHAM="DEPL", CHAM_GD=field, INST=(0.0, 0.5), CRITERE="RELATIF", PRECISION=0.0),
)
test.assertEqual(result.getConstantFieldsOnCellsChar16Names(), ["COMPORTEMENT"])
with test.assertRaises(IndexError):
    result.getField("DEPL", 0.25, "INST", crit="ABSOLU", prec=1.0)
with test.assertRaises(ValueError):
    result.getField("DEPL", 0.25, "INST")
with test.assertRaises(CA.AsterError):
    result.setField(field, "DEPL")
""")


def test_a_material_made_of_one_property_after_the_other(deck):
    study = deck("""
pull = DEFI_FONCTION(NOM_PARA="EPSI", VALE=(0.01, 1.0, 0.02, 2.0))
steel = CA.Material()
steel.addProperties("ELAS", E=100.0, NU=0.25)
steel.addProperties("TRACTION", SIGM=pull)
with test.assertRaisesRegex(RuntimeError, "already defined"):
    steel.addProperties("ELAS", E=1.0, NU=0.0)
test.assertEqual(steel.size(), 2)
test.assertCountEqual(steel.getMaterialNames(), ["ELAS", "TRACTION"])
test.assertEqual(steel.getValueReal("ELAS", "E"), 100.0)
test.assertIs(steel.getFunction("TRACTION", "SIGM"), pull)
test.assertIsNone(steel.getFunction("ELAS", "E"))
for law, word, text in (("ELAS", "G", "property not found"), ("ELAS_ORTH", "E_L", "material not found")):
    with test.assertRaisesRegex(RuntimeError, text):
        steel.getValueReal(law, word)
rubber = DEFI_MATERIAU(ELAS_VISCO=_F(G=1.0 + 2.0j, NU=0.4 + 0.0j, RHO=3.0))
test.assertIsInstance(rubber, CA.Material)
test.assertEqual(rubber.getValueComplex("ELAS_VISCO", "G"), 1.0 + 2.0j)
with test.assertRaisesRegex(RuntimeError, "property not found"):
    rubber.getValueReal("ELAS_VISCO", "G")
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=steel))
test.assertIs(field.getVectorOfPartOfMaterialField()[0].getVectorOfMaterial()[0], steel)
more = CA.Material(steel)
more.addProperties("MONO_VISC1", N=1.0, K=2.0, C=0.0)
test.assertEqual(more.size(), 3)
test.assertEqual(steel.size(), 2)
""")
    assert study["steel"].properties["young"] == 100.0
