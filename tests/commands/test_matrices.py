"""From element matrices to assembled ones, by each way that decks take."""

import numpy as np
import pytest

from pyaster_lite.concepts.matrix import GeneralisedMatrix, GeneralisedVector
from pyaster_lite.diagnostics import Refused
from pyaster_lite.syntax.nodes import NewConcept
from tests.commands.runner import Surroundings, run
from tests.commands.test_model_data import model_of, plate


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


@pytest.fixture
def case(around):
    """A plate with material and supports."""
    model = model_of(around, plate(), (("SQUARES", "RIGHT"), "D_PLAN"))
    law = {"E": 2.0, "NU": 0.0, "RHO": 3.0, "AMOR_ALPHA": 0.1, "AMOR_BETA": 0.2, "AMOR_HYST": 0.05}
    steel = run("DEFI_MATERIAU", around, ELAS=law)
    field = run("AFFE_MATERIAU", around, MAILLAGE=model.mesh, AFFE=[{"TOUT": "OUI", "MATER": steel}])
    support = run("AFFE_CHAR_MECA", around, MODELE=model, DDL_IMPO=[{"GROUP_NO": "BOTTOM", "DX": 0.0}])
    push = run("AFFE_CHAR_MECA", around, MODELE=model, PRES_REP=[{"GROUP_MA": "RIGHT", "PRES": 4.0}])
    return {"MODELE": model, "CHAM_MATER": field}, support, push


def test_python_sees_the_multipliers_of_the_supports(around, case):
    """The null space of the rows that the multipliers have in a stiffness is what the supports let move."""
    data, support, _ = case
    rigidity = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA", CHARGE=support, **data)
    numbering = run("NUME_DDL", around, MATR_RIGI=rigidity)
    matrix = run("ASSE_MATRICE", around, MATR_ELEM=rigidity, NUME_DDL=numbering)
    whole, free, held = matrix.EXTR_MATR(), matrix.getDOFNumbering().getPhysicalDOFs(), numbering.getLagrangeDOFs()
    assert len(free) == 12 and len(held) == 6 and whole.shape == (18, 18) and numbering.getNumberOfDOFs() == 18
    np.testing.assert_allclose(whole, whole.T, rtol=1e-14, atol=1e-14)
    np.testing.assert_array_equal(whole[np.ix_(free, free)], matrix.matrix.toarray())
    of = [numbering.getNodeAndComponentFromDOF(row) for row in held]
    assert all(name == "LAGR:DX" for _, name in of) and of[::2] == of[1::2]
    assert numbering.getDictOfLagrangeDOFs() == {1: held[::2], 2: held[1::2]}
    doubled = run("COMB_MATR_ASSE", around, COMB_R=[{"MATR_ASSE": matrix, "COEF_R": 2.0}])
    assert doubled.toNumpy().any(axis=1).all()
    for row, (node, _) in zip(held, of):
        (unknown,) = np.flatnonzero(whole[row])
        assert (numbering.getNodeFromDOF(unknown), numbering.getComponentFromDOF(unknown)) == (node, "DX")
    values, rows, columns, size = matrix.EXTR_MATR(sparse=True)
    rebuilt = np.zeros((size, size))
    rebuilt[rows, columns] = values
    np.testing.assert_array_equal(rebuilt, whole)


def test_python_sees_no_rows_of_unknowns_that_kinematic_loads_give(around, case):
    """Their rows and columns are those of the identity, also in a sum; only the other supports have multipliers."""
    data, support, _ = case
    given = run("AFFE_CHAR_CINE", around, MODELE=data["MODELE"], MECA_IMPO=[{"GROUP_NO": "BOTTOM", "DY": 2.0}])
    rigidity = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA", CHARGE=support, **data)
    numbering = run("NUME_DDL", around, MATR_RIGI=rigidity)
    free = run("ASSE_MATRICE", around, MATR_ELEM=rigidity, NUME_DDL=numbering)
    matrix = run("ASSE_MATRICE", around, MATR_ELEM=rigidity, NUME_DDL=numbering, CHAR_CINE=given)
    doubled = run("COMB_MATR_ASSE", around, COMB_R=[{"MATR_ASSE": matrix, "COEF_R": 2.0}])
    rows = given.relations().matrix.indices
    others = np.setdiff1d(np.arange(18), rows)
    for found, factor in ((matrix.toNumpy(), 1.0), (doubled.toNumpy(), 2.0)):
        assert found.shape == (18, 18) and len(rows) == 3
        np.testing.assert_array_equal(found[rows], np.eye(18)[rows])
        np.testing.assert_array_equal(found[:, rows], np.eye(18)[:, rows])
        physical = others[others < 12]
        np.testing.assert_array_equal(found[np.ix_(physical, physical)], factor * free.toNumpy()[np.ix_(physical, physical)])


def test_step_by_step_or_at_once_gives_the_same(around, case):
    data, support, push = case
    rigidity = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA", CHARGE=support, **data)
    mass = run("CALC_MATR_ELEM", around, OPTION="MASS_MECA", **data)
    numbering = run("NUME_DDL", around, MATR_RIGI=rigidity)
    k, m = (run("ASSE_MATRICE", around, MATR_ELEM=part, NUME_DDL=numbering) for part in (rigidity, mass))
    f = run("ASSE_VECTEUR", around, VECT_ELEM=run("CALC_VECT_ELEM", around, OPTION="CHAR_MECA", CHARGE=push), NUME_DDL=numbering)
    assert len(numbering.relations) == 3 and len(m.relations) == 3
    assert k.matrix.shape == (12, 12) and m.matrix.sum() == pytest.approx(2 * 2.0 * 3.0)
    rows = [{"MATRICE": NewConcept(n), "OPTION": o} for n, o in (("M", "MASS_MECA"), ("K", "RIGI_MECA"), ("C", "AMOR_MECA"))]
    vector = {"VECTEUR": NewConcept("F"), "OPTION": "CHAR_MECA", "CHARGE": push}
    run("ASSEMBLAGE", around, CHARGE=support, NUME_DDL=NewConcept("N"), MATR_ASSE=rows, VECT_ASSE=vector, **data)
    made = around.created
    np.testing.assert_allclose(made["K"].toNumpy(), k.toNumpy(), atol=1e-15)
    np.testing.assert_allclose(made["C"].matrix.toarray(), (0.1 * k.matrix + 0.2 * m.matrix).toarray(), atol=1e-14)
    np.testing.assert_allclose(made["F"].values, f.values)
    assert np.nansum(f.component("DX")) == pytest.approx(-4.0)
    assert made["K"].option == "RIGI_MECA" and made["K"].model is data["MODELE"]


def test_some_cells_only(around, case):
    data, _, _ = case
    mass = run("CALC_MATR_ELEM", around, OPTION="MASS_MECA", GROUP_MA="LEFT", **data)
    numbering = run("NUME_DDL", around, MODELE=data["MODELE"])
    assert run("ASSE_MATRICE", around, MATR_ELEM=mass, NUME_DDL=numbering).matrix.sum() == pytest.approx(6.0)
    assert len(numbering.relations) == 0


def test_kinematic_loads_join_the_relations_of_the_matrix(around, case):
    data, _, _ = case
    fixed = run("AFFE_CHAR_CINE", around, MODELE=data["MODELE"], MECA_IMPO=[{"GROUP_NO": "CORNER", "DX": 1.0, "DY": 0.0}])
    rigidity = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA", **data)
    numbering = run("NUME_DDL", around, MATR_RIGI=rigidity)
    assert len(run("ASSE_MATRICE", around, MATR_ELEM=rigidity, NUME_DDL=numbering, CHAR_CINE=fixed).relations) == 2


def test_hysteretic_stiffness_is_complex(around, case):
    data, _, _ = case
    rigidity = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA", **data)
    damped = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA_HYST", RIGI_MECA=rigidity, **data)
    numbering = run("NUME_DDL", around, MATR_RIGI=rigidity)
    k = run("ASSE_MATRICE", around, MATR_ELEM=rigidity, NUME_DDL=numbering)
    h = run("ASSE_MATRICE", around, MATR_ELEM=damped, NUME_DDL=numbering)
    assert (damped.kind, h.kind) == ("matr_elem_depl_c", "matr_asse_depl_c")
    np.testing.assert_allclose(h.matrix.toarray(), k.matrix.toarray() * (1 + 0.05j), atol=1e-15)
    part = run("COMB_MATR_ASSE", around, COMB_R={"MATR_ASSE": h, "COEF_R": 2.0, "PARTIE": "IMAG"})
    np.testing.assert_allclose(part.matrix.toarray(), 0.1 * k.matrix.toarray(), atol=1e-15)
    whole = run("COMB_MATR_ASSE", around, COMB_C=[{"MATR_ASSE": k, "COEF_C": 1j}, {"MATR_ASSE": k, "COEF_R": 3.0}])
    assert whole.kind == "matr_asse_depl_c"
    np.testing.assert_allclose(whole.matrix.toarray(), k.matrix.toarray() * (3 + 1j), atol=1e-15)


def test_modal_damping_from_reduced_dampings(around):
    k = GeneralisedMatrix("matr_asse_gene_r", None, np.array([4.0, 9.0, -1.0]))
    m = GeneralisedMatrix("matr_asse_gene_r", None, np.ones(3))
    made = run("COMB_MATR_ASSE", around, CALC_AMOR_GENE={"RIGI_GENE": k, "MASS_GENE": m, "AMOR_REDUIT": (0.05, 0.1)})
    np.testing.assert_allclose(made.matrix, [0.2, 0.6, 0.0])


def test_what_does_not_belong_together_is_refused(around, case):
    data, support, _ = case
    other = model_of(around, plate(), ("SQUARES", "D_PLAN"))
    with pytest.raises(Refused, match="was made on another model"):
        run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA", MODELE=other, CHARGE=support)
    row = {"MATRICE": NewConcept("H"), "OPTION": "RIGI_MECA_HYST"}
    with pytest.raises(Refused, match="RIGI_MECA_HYST asks for RIGI_MECA"):
        run("ASSEMBLAGE", around, NUME_DDL=NewConcept("N"), MATR_ASSE=row, **data)
    with pytest.raises(Refused, match="needs a matrix to number"):
        run("ASSEMBLAGE", around, NUME_DDL=NewConcept("N"), VECT_ASSE={"VECTEUR": NewConcept("F"), "OPTION": "CHAR_MECA"}, **data)


def test_damping_is_built_on_the_matrices_that_are_given(around, case):
    data, _, _ = case
    stiff = {"E": 10.0, "NU": 0.0, "RHO": 6.0}
    other = run(
        "AFFE_MATERIAU", around, MAILLAGE=data["MODELE"].mesh, AFFE=[{"TOUT": "OUI", "MATER": run("DEFI_MATERIAU", around, ELAS=stiff)}]
    )
    of_other = {"MODELE": data["MODELE"], "CHAM_MATER": other}
    rigidity, mass = (run("CALC_MATR_ELEM", around, OPTION=option, **of_other) for option in ("RIGI_MECA", "MASS_MECA"))
    damping = run("CALC_MATR_ELEM", around, OPTION="AMOR_MECA", RIGI_MECA=rigidity, MASS_MECA=mass, **data)
    hysteretic = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA_HYST", RIGI_MECA=rigidity, **data)
    numbering = run("NUME_DDL", around, MODELE=data["MODELE"])
    k, m, c, h = (
        run("ASSE_MATRICE", around, MATR_ELEM=part, NUME_DDL=numbering).toNumpy() for part in (rigidity, mass, damping, hysteretic)
    )
    np.testing.assert_allclose(c, 0.1 * k + 0.2 * m, atol=1e-14)
    np.testing.assert_allclose(h, k * (1 + 0.05j), atol=1e-14)
    with pytest.raises(Refused, match="needs MASS_MECA too"):
        run("CALC_MATR_ELEM", around, OPTION="AMOR_MECA", RIGI_MECA=rigidity, **data)


def test_the_symmetric_part_of_a_matrix(around):
    mesh_model = model_of(around, plate(), (("SQUARES", "RIGHT"), "D_PLAN"))
    steel = run("DEFI_MATERIAU", around, ELAS={"E": 2.0, "NU": 0.0, "RHO": 3.0})
    field = run("AFFE_MATERIAU", around, MAILLAGE=mesh_model.mesh, AFFE=[{"TOUT": "OUI", "MATER": steel}])
    part = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA", MODELE=mesh_model, CHAM_MATER=field)
    rng = np.random.default_rng(0)
    part.blocks = [None if block is None else block + rng.standard_normal(block.shape) for block in part.blocks]
    numbering = run("NUME_DDL", around, MATR_RIGI=part)
    plain, even = (
        run("ASSE_MATRICE", around, MATR_ELEM=part, NUME_DDL=numbering, **more).matrix.toarray() for more in ({}, {"SYME": "OUI"})
    )
    assert abs(plain - plain.T).max() > 0.1
    np.testing.assert_allclose(even, (plain + plain.T) / 2, atol=1e-14)


def test_matrices_are_summed_where_they_are_of_one_numbering_and_give_the_same_unknowns(around, case):
    data, support, _ = case
    given = run("AFFE_CHAR_CINE", around, MODELE=data["MODELE"], MECA_IMPO=[{"GROUP_NO": "BOTTOM", "DY": 2.0}])
    rigidity = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA", CHARGE=support, **data)
    one, other = (run("NUME_DDL", around, MATR_RIGI=rigidity) for _ in range(2))
    one.name, other.name = "ONE", "OTHER"
    made = [
        run("ASSE_MATRICE", around, MATR_ELEM=rigidity, NUME_DDL=numbering, **kinematic)
        for numbering, kinematic in ((one, {}), (other, {}), (one, {"CHAR_CINE": given}))
    ]
    for second, known in ((made[1], "ALGELINE2_28"), (made[2], "ALGELINE2_10")):
        with pytest.raises(Refused) as refused:
            run("COMB_MATR_ASSE", around, COMB_R=[{"MATR_ASSE": matrix, "COEF_R": 1.0} for matrix in (made[0], second)])
        assert refused.value.id_message == known


def test_the_values_of_unknowns_given_by_kinematic_loads_are_asked_for(around, case):
    data, support, push = case
    given = run("AFFE_CHAR_CINE", around, MODELE=data["MODELE"], MECA_IMPO=[{"GROUP_NO": "BOTTOM", "DY": 2.0}])
    beside = run("AFFE_CHAR_CINE", around, MODELE=data["MODELE"], MECA_IMPO=[{"GROUP_NO": "BOTTOM", "DX": 2.0}])
    rigidity = run("CALC_MATR_ELEM", around, OPTION="RIGI_MECA", CHARGE=support, **data)
    numbering = run("NUME_DDL", around, MATR_RIGI=rigidity)
    matrix = run("ASSE_MATRICE", around, MATR_ELEM=rigidity, NUME_DDL=numbering, CHAR_CINE=given)
    f = run("ASSE_VECTEUR", around, VECT_ELEM=run("CALC_VECT_ELEM", around, OPTION="CHAR_MECA", CHARGE=push), NUME_DDL=numbering)
    values = {name: run("CALC_CHAR_CINE", around, NUME_DDL=numbering, CHAR_CINE=load) for name, load in (("own", given), ("not", beside))}
    for words, known in (({}, "ALGELINE3_41"), ({"CHAM_CINE": values["not"]}, "ALGELINE_32")):
        with pytest.raises(Refused) as refused:
            run("RESOUDRE", around, MATR=matrix, CHAM_NO=f, **words)
        assert refused.value.id_message == known
    found = run("RESOUDRE", around, MATR=matrix, CHAM_NO=f, CHAM_CINE=values["own"]).component("DY")
    assert np.count_nonzero(np.isclose(found, 2.0)) == 3


def test_python_gives_a_generalised_vector_other_values():
    vector = GeneralisedVector("vect_asse_gene_c", None, np.array([1.0 + 1j, 2.0]))
    vector.RECU_VECT_GENE(0.5 * vector.EXTR_VECT_GENE())
    assert vector.getValues() == [0.5 + 0.5j, 1.0]
    with pytest.raises(Exception, match="2 coordinates"):
        vector.RECU_VECT_GENE([1.0])
