"""Systems that a deck's Python assembles and solves itself: those of commands, and of closed forms."""

import pytest

from pyaster_lite.concepts.discrete_computation import DiscreteComputation

from .decks import METAL, SQUARE, runner

HELD = (
    METAL
    + """
import numpy as np

held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=(_F(GROUP_MA="LEFT", DX=0.0, DY=0.0), _F(GROUP_MA="RIGHT", DX=0.02)))
given = AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=_F(GROUP_MA="BOTTOM", DY=0.0))
pushed = AFFE_CHAR_MECA(MODELE=model, PRES_REP=_F(GROUP_MA="TOP", PRES=1.0))
whole = MECA_STATIQUE(MODELE=model, CHAM_MATER=field, EXCIT=(_F(CHARGE=held), _F(CHARGE=given), _F(CHARGE=pushed)))
expected = whole.getField("DEPL", 1)
problem = CA.PhysicalProblem(model, field)
problem.addLoad(held)
problem.addLoad(pushed)
problem.addDirichletBC(given)
problem.computeDOFNumbering()
numbering = problem.getDOFNumbering()
computation = CA.DiscreteComputation(problem)
"""
)


def test_a_system_with_loads_of_both_kinds(tmp_path):
    runner(tmp_path, HELD)("""
matrix = CA.AssemblyMatrixDisplacementReal(problem)
stiffness = computation.getElasticStiffnessMatrix(with_dual=False)
matrix.assemble([(stiffness, 0.5), (stiffness, 0.5), (computation.getDualStiffnessMatrix(), 1.0)], problem.getListOfLoads())
test.assertTrue(isinstance(matrix, CA.AssemblyMatrixDisplacementReal))
test.assertTrue(matrix.isSymmetric() and matrix.hasDirichletEliminationDOFs() and not matrix.isFactorized())
test.assertEqual(matrix.getDirichletBCDOFs()[-1], 3)
test.assertEqual(problem.getDirichletBCDOFs(), matrix.getDirichletBCDOFs())
solver = CA.MumpsSolver()
solver.factorize(matrix)
test.assertTrue(matrix.isFactorized())
right = computation.getNeumannForces(0.0) + computation.getImposedDualBC(0.0)
found = solver.solve(right, computation.getDirichletBC(0.0))
test.assertAlmostEqual((found - expected).norm("NORM_INFINITY"), 0.0, 12)
# forces are balanced where no kinematic load gives the unknowns, and relations are met
left = matrix * found + computation.getDualForces(found) - computation.getNeumannForces(0.0)
problem.zeroDirichletBCDOFs(left)
told = computation.getDualPrimal(found) - computation.getImposedDualBC(0.0)
test.assertAlmostEqual(left.norm("NORM_INFINITY"), 0.0, 12)
test.assertAlmostEqual(told.norm("NORM_2"), 0.0, 12)
test.assertAlmostEqual(computation.getImposedDualBC(0.0).norm("NORM_1"), 2 * 3 * 0.02, 12)
test.assertAlmostEqual(computation.getIncrementalDirichletBC(0.0, found).norm(), 0.0, 12)
""")


def test_rows_of_a_numbering(tmp_path):
    runner(tmp_path, HELD)("""
rows = numbering.getNumberOfDOFs()
test.assertEqual(rows, 18 + 2 * 9)
test.assertEqual(numbering.getComponents(), ["DX", "DY", "LAGR:DX", "LAGR:DY"])
test.assertEqual(numbering.getPhysicalQuantity(), "DEPL_R")
test.assertTrue(numbering.useLagrangeDOF() and not numbering.useSingleLagrangeDOF())
test.assertEqual(numbering.getComponentFromNode(0), ["DX", "DY"])
parts = numbering.getDictComponentsToDOFs()
test.assertEqual(sorted(row for part in parts.values() for row in part), list(range(rows)))
test.assertEqual(numbering.getDOFsAssociatedToComponent("DY"), list(range(1, 18, 2)))
(nodes, names), places = numbering.getDOFsWithDescription(["DX"], mesh.getNodesFromCells("LEFT"))
test.assertEqual(nodes, mesh.getNodesFromCells("LEFT"))
test.assertEqual([numbering.getDOFFromNodeAndComponent()[node, "DX"] for node in nodes], places)
with test.assertRaises(ValueError):
    numbering.getDOFsAssociatedToComponent("DZ")
other = CA.DOFNumbering()
other.computeNumbering([computation.getLinearStiffnessMatrix(), computation.getDualStiffnessMatrix()])
test.assertEqual(other.getNumberOfDOFs(), rows)
test.assertTrue(isinstance(other, CA.DOFNumbering))
""")


def test_arithmetic_of_matrices(tmp_path):
    runner(tmp_path, HELD)("""
made = ASSE_MATRICE(MATR_ELEM=CALC_MATR_ELEM(MODELE=model, CHAM_MATER=field, OPTION="RIGI_MECA"), NUME_DDL=NUME_DDL(MODELE=model))
dense = made.toNumpy()
values, rows, columns, size = made.getValuesWithDescription(1e-3)
test.assertTrue(abs(values).min() >= 1e-3 and size == 18)
test.assertAlmostEqual(abs((2.0 * made - made).toNumpy() - dense).max(), 0.0, 12)
test.assertAlmostEqual(np.linalg.norm(made.toNumpy() @ expected.toNumpy() - (made * expected).toNumpy()), 0.0, 12)
test.assertAlmostEqual(made.norm("NORM_INFINITY") / abs(dense).sum(axis=1).max(), 1.0, 12)
other = made.copy()
other.setValues([0, 1, 1], [1, 0, 0], [1.0, 2.0, 3.0])
test.assertEqual(other.toNumpy()[1, 0], 5.0)
test.assertFalse(other.isSymmetric())
other.transpose()
test.assertEqual(other.toNumpy()[0, 1], 5.0)
other.symmetrize()
test.assertEqual(other.toNumpy()[0, 1], 3.0)
test.assertEqual(made.toNumpy()[0, 0], dense[0, 0])
right = computation.getNeumannForces()
given = CA.AssemblyMatrixDisplacementReal(problem)
given.assemble(computation.getElasticStiffnessMatrix(with_dual=False), problem.getDirichletBCs())
values = computation.getDirichletBC()
values.setValues(0.5)
given.applyDirichletBC(values, right)
flags = np.array(given.getDirichletBCDOFs()[:18], bool)
test.assertAlmostEqual(abs(right.toNumpy()[flags] - 0.5).max(), 0.0, 12)
""")


def test_element_matrices_of_several_options(tmp_path):
    runner(tmp_path, HELD)("""
damped = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0, RHO=3.0, AMOR_ALPHA=0.5, AMOR_BETA=2.0))
heavy = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=damped))
moving = CA.DiscreteComputation(CA.PhysicalProblem(model, heavy))
mass, stiffness = moving.getMechanicalMassMatrix(False), moving.getElasticStiffnessMatrix()
ones = np.ones(18)
total = moving.getMassMatrix(assembly=True).toNumpy()
test.assertAlmostEqual(ones @ total @ ones, 2 * 3.0, 12)
damping = moving.getDampingMatrix(mass, stiffness, assembly=True).toNumpy()
test.assertAlmostEqual(abs(damping - 0.5 * moving.getLinearStiffnessMatrix(assembly=True).toNumpy() - 2.0 * total).max(), 0.0, 12)
test.assertEqual(stiffness.getElementaryTerms()[0].getOption(), "RIGI_MECA")
test.assertTrue(stiffness.hasElementaryTerms() and not computation.getDualStiffnessMatrix().hasElementaryTerms())
mass.addElementaryTerm(moving.getMechanicalMassMatrix(False).getElementaryTerms())
twice = CA.AssemblyMatrixDisplacementReal()
twice.assemble([mass])
test.assertAlmostEqual(abs(twice.toNumpy() - 2.0 * total).max(), 0.0, 12)
vector = computation.getNeumannForces(assembly=False)
test.assertAlmostEqual((vector.assemble(numbering) - computation.getNeumannForces()).norm(), 0.0, 12)
""")


HEAT = (
    SQUARE
    + """
model = CA.Model(mesh)
model.addModelingOnMesh(CA.Physics.Thermal, CA.Modelings.Planar)
model.build()
test.assertTrue(model.isThermal() and model.getPhysics() == CA.Physics.Thermal and not model.isAxis())
lam = DEFI_FONCTION(NOM_PARA="TEMP", VALE=(0.0, 2.0, 100.0, 12.0), PROL_DROITE="LINEAIRE")
beta = DEFI_FONCTION(NOM_PARA="TEMP", VALE=(0.0, 0.0, 100.0, 300.0), PROL_DROITE="LINEAIRE")
metal = DEFI_MATERIAU(THER_NL=_F(LAMBDA=lam, BETA=beta))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
hot = AFFE_CHAR_THER(MODELE=model, TEMP_IMPO=_F(GROUP_MA="LEFT", TEMP=50.0), ECHANGE=_F(GROUP_MA="RIGHT", COEF_H=4.0, TEMP_EXT=10.0))
problem = CA.PhysicalProblem(model, field)
problem.addLoad(hot)
problem.computeDOFNumbering()
problem.computeBehaviourProperty({"RELATION": "THER_NL", "TOUT": "OUI"})
computation = CA.DiscreteComputation(problem)
start = CA.FieldOnNodesReal(problem.getDOFNumbering())
start.setValues({"TEMP": 20.0})
step = start * 0
"""
)


def test_newton_for_heat_that_depends_on_the_temperature(tmp_path):
    # in one direction, (2 T + T^2/20)' is constant between 50 at the left, and 4 (T - 10) at the right
    runner(tmp_path, HEAT)("""
dual = computation.getDualLinearConductivityMatrix()
solver = CA.MumpsSolver()
for turn in range(12):
    now = start + step
    matrix = CA.AssemblyMatrixTemperatureReal(problem)
    tangent = computation.getTangentConductivityMatrix(start, step, with_dual=False)
    matrix.assemble([tangent, computation.getThermalExchangeMatrix(), dual], problem.getListOfLoads())
    state, flux, inside = computation.getInternalThermalForces(start, step)
    residual = computation.getThermalExchangeForces(now) - inside - computation.getDualForces(now)
    residual = residual + computation.getImposedDualBC(0.0) - computation.getDualPrimal(now)
    solver.factorize(matrix)
    step = step + solver.solve(residual, computation.getIncrementalDirichletBC(0.0, now))
test.assertAlmostEqual(residual.norm("NORM_INFINITY"), 0.0, 8)
warm = (start + step).toSimpleFieldOnNodes()
right = warm[mesh.getNodesFromCells("RIGHT")[0], "TEMP"]
test.assertAlmostEqual(4.0 * (right - 10.0), 2.0 * (50.0 - right) + (2500.0 - right**2) / 20.0, 6)
fluxes = flux.toSimpleFieldOnCells().FLUX.values.compressed()
test.assertAlmostEqual(sum(fluxes) / len(fluxes), 4.0 * (right - 10.0), 2)
stored = computation.getNonLinearCapacityForces(start, 0 * start)
test.assertAlmostEqual(sum(stored.getValues()), 60.0, 10)
capacity = CA.AssemblyMatrixTemperatureReal(problem)
capacity.assemble(computation.getTangentCapacityMatrix(start, step))
test.assertAlmostEqual(sum((capacity * (0 * start + start)).getValues()), 60.0, 10)
""")


def test_loads_of_harmonics_are_refused():
    with pytest.raises(NotImplementedError, match="harmonic"):
        DiscreteComputation(None).getNeumannForces(0.0, mode=2)
