"""Problems that a deck's Python assembles and solves itself, on hybrid elements."""

import pytest

import pyaster_lite

DECK = """
from code_aster.Commands import *
from code_aster import CA

CA.init("--test")
test = CA.TestCase()
mesh = CREA_MAILLAGE(MAILLAGE=CA.Mesh.buildSquare(refine=1), MODI_HHO=_F(TOUT="OUI"))
mater = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=DEFI_MATERIAU(THER=_F(LAMBDA=2.0, RHO_CP=3.0))))
model = AFFE_MODELE(
    MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MODELISATION="PLAN_HHO", FORMULATION="QUADRATIQUE", PHENOMENE="THERMIQUE")
)
u = FORMULE(VALE="X**2 + X*Y", NOM_PARA=("X", "Y"))
bc = AFFE_CHAR_CINE_F(MODELE=model, THER_IMPO=_F(GROUP_MA=("LEFT", "RIGHT", "TOP", "BOTTOM"), TEMP=u))
load = AFFE_CHAR_THER(MODELE=model, SOURCE=_F(GROUP_MA="SURFACE", SOUR=-4.0))
problem = CA.PhysicalProblem(model, mater)
problem.addDirichletBC(bc)
problem.addLoad(load)
problem.computeDOFNumbering()
disc = CA.DiscreteComputation(problem)
stiffness = disc.getLinearStiffnessMatrix(assembly=True)
mass = disc.getMassMatrix(assembly=True)
solver = CA.MumpsSolver()
solver.factorize(stiffness)
found = solver.solve(disc.getVolumetricForces(), disc.getDirichletBC())
hho = CA.HHO(problem)
exact = hho.projectOnHHOSpace(u)
"""


@pytest.fixture
def solved(tmp_path):
    path = tmp_path / "deck.comm"
    path.write_text(DECK + "cells = hho.projectOnHHOCellSpace(2.0)\nlinear = hho.projectOnLagrangeSpace(found)\n")
    return pyaster_lite.run(path, output=tmp_path / "out")


def test_a_quadratic_temperature_is_found_exactly(solved):
    found, exact = solved["found"], solved["exact"]
    assert (found - exact).norm() < 1e-12 * exact.norm()


def test_matrices_multiply_fields_and_add_up(solved):
    mass, cells, stiffness, exact = (solved[name] for name in ("mass", "cells", "stiffness", "exact"))
    assert (mass * cells).dot(cells) == pytest.approx(3.0 * 4.0)
    both = 2.0 * stiffness - mass
    expected = 2.0 * (stiffness * exact).dot(cells) - (mass * exact).dot(cells)
    assert (both * exact).dot(cells) == pytest.approx(expected)


def test_polynomials_at_nodes(solved):
    field, mesh = solved["linear"], solved["mesh"]
    x, y = mesh.coordinates[:, 0], mesh.coordinates[:, 1]
    assert field.component("TEMP") == pytest.approx(x**2 + x * y, abs=1e-12)
    again = solved["hho"].projectOnHHOSpace(field)
    assert (again - solved["hho"].projectOnHHOSpace(field)).norm() == 0.0
    whole = solved["hho"].projectOnLagrangeSpace(again).component("TEMP")
    corners = [mesh.node_names.index(name) for name in mesh.node_names[:9]]
    assert whole[corners] == pytest.approx((x**2 + x * y)[corners], abs=0.2)


def test_polynomials_and_plain_unknowns_are_imposed_apart(tmp_path):
    path = tmp_path / "deck.comm"
    head = DECK.partition("model =")[0]
    path.write_text(
        head
        + """
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=(_F(GROUP_MA="SURFACE", MODELISATION="PLAN_HHO", FORMULATION="QUADRATIQUE", PHENOMENE="THERMIQUE"),
                                         _F(GROUP_MA="LEFT", MODELISATION="PLAN", PHENOMENE="THERMIQUE")))
name = ""
try:
    AFFE_CHAR_CINE(MODELE=model, THER_IMPO=_F(GROUP_MA="LEFT", TEMP=0.0))
except CA.AsterError as error:
    name = error.id_message
AFFE_CHAR_CINE(MODELE=model, THER_IMPO=_F(GROUP_MA="RIGHT", TEMP=0.0))
"""
    )
    assert pyaster_lite.run(path, output=tmp_path / "out")["name"] == "CHARGES_2"
