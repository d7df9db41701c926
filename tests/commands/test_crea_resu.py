"""CREA_RESU and EXTR_RESU on small fields; COPIER and IMPR_CO."""

import numpy as np
import pytest

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.dofs import Dofs

from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    found = Surroundings(tmp_path)
    found.reused = None
    return found


@pytest.fixture
def mesh():
    made = Mesh([[0, 0], [1, 0], [3, 0.0]], [CellBlock("SEG2", np.array([[0, 1], [1, 2]], np.int32), np.array([0, 1]))], {}, {})
    made.name = "MESH"
    return made


def temperature(mesh, value):
    field = NodeField(mesh, "TEMP_R", ("TEMP",), np.full((3, 1), float(value)))
    field.name = f"T{value:g}"
    return field


def fill(around, kind, *occurrences, **more):
    return run("CREA_RESU", around, OPERATION="AFFE", TYPE_RESU=kind, AFFE=occurrences, **more)


def at(mesh, value, name="TEMP", **where):
    return {"NOM_CHAM": name, "CHAM_GD": temperature(mesh, value), **where}


def refused(*args, **words):
    with pytest.raises(Refused) as caught:
        fill(*args, **words)
    return str(caught.value)


def test_instants(around, mesh):
    listed = NumberList([2.0, 3.0, 4.0, 5.0])
    made = fill(around, "EVOL_THER", at(mesh, 10, INST=(0.0, 1.0)), at(mesh, 20, LIST_INST=listed, NUME_INIT=2, NUME_FIN=3))
    assert made.kind == "evol_ther" and made.orders == [1, 2, 3, 4] and made.times.tolist() == [0, 1, 3, 4]
    assert made.values("TEMP", "TEMP")[:, 0].tolist() == [10, 10, 20, 20]


def test_loads_that_a_result_answers_to(around, mesh):
    heat, course = Concept(), Function([0.0, 1.0], [0.0, 2.0], Properties(parameter="INST"))
    heat.kind, heat.name = "char_ther", "HEAT"
    made = fill(around, "EVOL_THER", at(mesh, 10, INST=0.0), EXCIT=[{"CHARGE": heat, "FONC_MULT": course}])
    (acting,) = made.excitations
    assert acting.load is heat and acting.course is course and acting.acts_at(1) and not acting.follows


def test_enriched(around, mesh):
    made = fill(around, "EVOL_THER", at(mesh, 10, INST=(0.0, 1.0)))
    around.reused = made
    fill(around, "EVOL_THER", at(mesh, 5, INST=1.001, PRECISION=0.01), at(mesh, 7, INST=2.0), RESULTAT=made)
    assert made.values("TEMP", "TEMP")[:, 0].tolist() == [10, 5, 7] and made.times.tolist() == [0, 1.001, 2]
    assert len(around.warnings) == 1 and "replaced" in around.warnings[0]


def test_functions_of_time_and_place(around, mesh):
    field = NodeField(mesh, "TEMP_F", ("TEMP",), np.array([[0.0], [1.0], [1.0]]))
    in_time, in_place = (Function([0.0, 10.0], [0.0, 100.0], Properties(parameter=word)) for word in ("INST", "X"))
    field.functions = (in_time, in_place)
    made = fill(around, "EVOL_THER", {"NOM_CHAM": "TEMP", "CHAM_GD": field, "INST": (1.0, 2.0)})
    assert made.values("TEMP", "TEMP").tolist() == [[10, 10, 30], [20, 10, 30]]
    assert made.field("TEMP", 1).quantity == "TEMP_R" and not made.field("TEMP", 1).functions


def test_wrong_words(around, mesh):
    assert "does not hold fields DEPL" in refused(around, "EVOL_THER", at(mesh, 1, "DEPL", INST=0.0))
    assert "does not hold fields TEMP" in refused(around, "EVOL_NOLI", at(mesh, 1, INST=0.0))
    listed = NumberList([0.0, 1.0])
    assert "comes before" in refused(around, "EVOL_THER", at(mesh, 1, LIST_INST=listed, NUME_INIT=2, NUME_FIN=1))
    assert "reuse" in refused(around, "EVOL_THER", at(mesh, 1, INST=0.0), RESULTAT=Result("evol_ther", mesh))


def test_load_cases_and_harmonics(around, mesh):
    shape = NodeField(mesh, "DEPL_R", ("DX",), np.ones((3, 1)))
    made = fill(around, "MULT_ELAS", *({"NOM_CHAM": n, "CHAM_GD": shape, "NOM_CAS": "WIND"} for n in ("DEPL", "FORC_NODA")))
    assert made.orders == [1] and made.parameter("NOM_CAS", 1) == "WIND" and made.has_field("FORC_NODA", 1)
    made = fill(around, "FOURIER_ELAS", {"NOM_CHAM": "DEPL", "CHAM_GD": shape, "NUME_MODE": 2, "TYPE_MODE": "ANTI"})
    assert made.parameter("NUME_MODE", 1) == 2 and made.parameter("TYPE_MODE", 1) == "ANTI" and not made.excitations
    wind = Concept()
    wind.kind = "char_meca"
    made = fill(around, "MULT_ELAS", *({"NOM_CHAM": "DEPL", "CHAM_GD": shape, "NOM_CAS": n, "CHARGE": (wind,)} for n in ("A", "B")))
    assert [(each.load, each.orders) for each in made.excitations] == [(wind, (1,)), (wind, (2,))]


def test_modes(around, mesh):
    shapes = [NodeField(mesh, "DEPL_R", ("DX", "DY"), np.arange(6.0).reshape(3, 2) * k) for k in (1, 2)]
    occurrences = [{"NOM_CHAM": "DEPL", "CHAM_GD": shape, "NUME_MODE": i, "FREQ": 10.0 * i} for i, shape in enumerate(shapes, 1)]
    made = fill(around, "MODE_MECA", *occurrences)
    assert isinstance(made, Modes) and made.shapes.shape == (6, 2) and made.frequencies.tolist() == [10, 20]
    assert made.field("DEPL", 2).values.tolist() == shapes[1].values.tolist() and made.parameter("TYPE_DEFO", 1) == "PROPRE"
    fixed = fill(around, "MODE_MECA", {"NOM_CHAM": "DEPL", "CHAM_GD": shapes[0], "NUME_MODE": 1, "AXE": "Y"})
    assert fixed.parameter("NOEUD_CMP", 1) == "ACCE    Y       " and fixed.parameter("COEF_Y", 1) == 1.0
    some = run("EXTR_RESU", around, RESULTAT=made, ARCHIVAGE={"NUME_MODE": 2})
    assert some.orders == [2] and some.field("DEPL", 2).values.tolist() == shapes[1].values.tolist()
    made.rescale(2, 3.0, "MASS_GENE")
    assert some.field("DEPL", 2).values.tolist() == shapes[1].values.tolist()


def test_end_to_end(around, mesh):
    first = fill(around, "EVOL_THER", at(mesh, 1, INST=(0.0, 1.0)))
    second = fill(around, "EVOL_THER", at(mesh, 2, INST=(0.0, 2.0)))
    first.name, second.name = "FIRST", "SECOND"
    occurrences = [{"RESULTAT": first}, {"RESULTAT": second, "TRANSLATION": 1.0}]
    made = run("CREA_RESU", around, OPERATION="ASSE", TYPE_RESU="EVOL_THER", ASSE=occurrences)
    assert made.times.tolist() == [0, 1, 3] and made.values("TEMP", "TEMP")[:, 0].tolist() == [1, 2, 2]
    with pytest.raises(Refused, match="must rise"):
        run("CREA_RESU", around, OPERATION="ASSE", TYPE_RESU="EVOL_THER", ASSE=[{"RESULTAT": first}, {"RESULTAT": second}])


@pytest.fixture
def transient(mesh):
    made = Result("dyna_trans", mesh)
    for order in range(1, 7):
        field = NodeField(mesh, "DEPL_R", ("DX",), np.full((3, 1), float(order)))
        made.store(order, {"INST": order / 10}, {"DEPL": field, "VITE": field})
    made.name = "MOTION"
    return made


@pytest.mark.parametrize(
    ("words", "orders"),
    [
        ({"PAS_ARCH": 2}, [2, 4, 6]),
        ({"LIST_ARCH": NumberList([1, 5, 40])}, [1, 5]),
        ({"LIST_INST": NumberList([0.2, 0.6])}, [2, 6]),
        ({"NUME_ORDRE": (4, 1)}, [1, 4]),
    ],
)
def test_storage_orders_taken(around, transient, words, orders):
    made = run("EXTR_RESU", around, RESULTAT=transient, ARCHIVAGE=words)
    assert made.kind == "dyna_trans" and made.orders == orders and made.times.tolist() == [order / 10 for order in orders]
    assert made.values("DEPL", "DX")[:, 0].tolist() == orders and transient.orders == [1, 2, 3, 4, 5, 6]


def test_fields_taken(around, transient):
    assert run("EXTR_RESU", around, RESULTAT=transient, ARCHIVAGE={"PAS_ARCH": 1, "CHAM_EXCLU": "VITE"}).field_names() == ["DEPL"]
    assert run("EXTR_RESU", around, RESULTAT=transient, ARCHIVAGE={"PAS_ARCH": 1, "NOM_CHAM": "VITE"}).field_names() == ["VITE"]
    with pytest.raises(Refused, match="nothing at INST 7"):
        run("EXTR_RESU", around, RESULTAT=transient, ARCHIVAGE={"INST": 7.0})


def test_copy_and_dump(around, transient, mesh):
    transient.kind = "evol_elas"
    made = run("COPIER", around, CONCEPT=transient)
    made.truncate_after(2)
    made.field("DEPL", 1).values[:] = 99
    assert len(transient.orders) == 6 and transient.field("DEPL", 1).values[0, 0] == 1 and made.mesh is mesh
    run("IMPR_CO", around, CONCEPT={"NOM": transient}, UNITE=6)
    assert around.printed.startswith("MOTION: evol_elas\n") and "mesh: MESH (maillage_sdaster)" in around.printed


@pytest.fixture
def numbering(mesh):
    made = Concept()
    made.kind, made.dofs = "nume_ddl_sdaster", Dofs(np.array([[1, 1], [1, 0], [1, 1]], bool), ("DX", "DY"))
    made.model = Concept()
    made.model.mesh = mesh
    return made


def converted(around, kind="EVOL_CHAR", **words):
    return run("CREA_RESU", around, OPERATION="CONV_RESU", TYPE_RESU=kind, CONV_RESU={"NOM_CHAM_INIT": "DEPL", **words})


def test_fields_as_forces(around, transient, numbering):
    made = converted(around, RESU_INIT=transient, NUME_DDL=numbering, INST=(0.2, 0.4), COEF=-2.0)
    assert made.kind == "evol_char" and made.orders == [1, 2] and made.times.tolist() == [0.2, 0.4]
    assert made.field("FORC_NODA", 2).component("DX").tolist() == [-8.0] * 3
    assert np.nan_to_num(made.field("FORC_NODA", 2).component("DY"), nan=9.0).tolist() == [0, 9, 0]
    words = dict(RESU_INIT=transient, NUME_DDL=numbering, LIST_INST=NumberList([0.1, 0.3]))
    assert converted(around, "DYNA_TRANS", **words).field("DEPL", 2).component("DX").tolist() == [3.0] * 3
    assert converted(around, "DYNA_TRANS", **words, DDL_EXCLUS="DX").field("DEPL", 2).component("DX").tolist() == [0.0] * 3
    with pytest.raises(Refused, match="nothing at INST 0.25"):
        converted(around, **{**words, "LIST_INST": NumberList([0.25])})
    with pytest.raises(Refused, match="has no field ACCE"):
        converted(around, **words, NOM_CHAM_INIT="ACCE")


def test_a_wave_reaches_nodes_later(around, transient, numbering, mesh):
    mesh.node_groups["ALL"] = np.arange(3)
    wave = dict(GROUP_NO_INTERF="ALL", DIRECTION=(2.0, 0.0, 0.0), VITE_ONDE=9.9, COOR_REFE=(0.0, 0.0, 0.0))
    made = converted(around, RESU_INIT=transient, NUME_DDL=numbering, INST=(0.1, 0.2, 0.3, 0.4), **wave)
    assert [made.field("FORC_NODA", order).component("DX").tolist() for order in (1, 4)] == [[1, 0, 0], [4, 3, 1]]


def test_laws_of_the_motion_as_forces(around, transient, numbering):
    push, along = Concept(), Concept()
    push.kind = along.kind = "formule"
    push.evaluate = lambda DX, DY, INST, **_: DX**2 + DY + INST
    along.evaluate = lambda DX, **_: -DX
    made = converted(around, RESU_INIT=transient, NUME_DDL=numbering, INST=(0.2, 0.4), FONC_DX=push, COEF=2.0)
    assert made.field("FORC_NODA", 2).component("DX").tolist() == [32.8] * 3
    same = converted(around, "DYNA_TRANS", RESU_INIT=transient, NUME_DDL=numbering, INST=(0.2,), FONC_DX=push, FONC_DY=along)
    assert np.nan_to_num(same.field("DEPL", 1).component("DY"), nan=9.0).tolist() == [-2, 9, -2]
    with pytest.raises(Refused, match="GROUP_NO_INTERF"):
        converted(around, RESU_INIT=transient, NUME_DDL=numbering, INST=(0.2,), FONC_DX=push, GROUP_NO_INTERF="ALL")


def test_forces_of_a_stiffness_and_a_damping(around, transient, numbering):
    matrices = [Concept() for _ in range(2)]
    for matrix, value in zip(matrices, (3.0, 10.0)):
        matrix.kind, matrix.name = "matr_asse_depl_r", "MATRIX"
        matrix.dofs, matrix.model, matrix.matrix = numbering.dofs, numbering.model, value * np.eye(numbering.dofs.size)
    words = dict(OPERATION="KUCV", TYPE_RESU="EVOL_CHAR")
    level = dict(RESU_INIT=transient, MATR_AMOR=matrices[1], LIST_INST=NumberList([0.2, 0.5]))
    made = run("CREA_RESU", around, **words, KUCV=level | {"MATR_RIGI": matrices[0]})
    speeds = [transient.field("VITE", order).component("DX") for order in (2, 5)]
    assert made.orders == [1, 2] and made.times.tolist() == [0.2, 0.5]
    for order, speed, place in zip((1, 2), speeds, (2.0, 5.0)):
        assert made.field("FORC_NODA", order).component("DX").tolist() == (10.0 * speed + 3.0 * place).tolist()
    made = run("CREA_RESU", around, **words, KUCV=level)
    assert made.field("FORC_NODA", 1).component("DX").tolist() == (10.0 * speeds[0]).tolist()
