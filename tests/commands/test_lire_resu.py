"""LIRE_CHAMP and LIRE_RESU read back what IMPR_RESU wrote, and I-DEAS files."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.model import ElementGroup, Model
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.io.errors import FileProblem

from .meshes import GRID
from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    found = Surroundings(tmp_path)
    found.reused = None
    return found


def build(family, cell, edge):
    """Two reference cells side by side, the second one first in the numbering, and one edge or face."""
    nodes = reference_cell(cell).nodes
    count = len(nodes)
    second = nodes + np.array([9.0] + [0.0] * (nodes.shape[1] - 1))
    cells = CellBlock(cell, np.array([np.arange(count, 2 * count), np.arange(count)], np.int32), np.array([0, 1]))
    skin = CellBlock(edge, np.arange(reference_cell(edge).nodes.shape[0], dtype=np.int32)[None], np.array([2]))
    mesh = Mesh(np.vstack([nodes, second]), [cells, skin], {}, {"LEFT": np.array([1])}, space_dimension=nodes.shape[1])
    groups = [ElementGroup(family, MODELISATIONS[family].element(block.type), block.cells, mesh) for block in (cells, skin)]
    model = Model(mesh, "MECANIQUE", groups)
    mesh.name, model.name = "MESH", "MODEL"
    return model


FAMILIES = [
    ("D_PLAN", "QUAD8", "SEG3"),
    ("D_PLAN", "TRIA6", "SEG3"),
    ("3D", "TETRA10", "TRIA3"),
    ("3D", "HEXA8", "QUAD4"),
    ("3D", "PENTA6", "TRIA3"),
]


@pytest.fixture(params=FAMILIES, ids=[family[1] for family in FAMILIES])
def model(request):
    return build(*request.param)


def numbered(model, quantity, place, names):
    """A field whose values tell cells, points and components apart."""
    if place == "NOEU":
        values = np.arange(model.mesh.n_nodes * len(names), dtype=float).reshape(-1, len(names))
        return NodeField(model.mesh, quantity, names, values)
    element, cells = model.groups[0].element, model.groups[0].cells
    points = {"ELGA": len(element.rule()) if hasattr(element, "rule") else 1, "ELNO": len(element.components), "ELEM": 1}[place]
    values = np.arange(len(cells) * points * len(names), dtype=float).reshape(len(cells), points, -1) + 1
    return ElementField(model.mesh, quantity, place, [ElementBlock(cells, values, names, element)])


STRESSES = ("SIXX", "SIYY", "SIZZ", "SIXY")


def result_of(model, **fields):
    made = Result("evol_noli", model.mesh, model)
    for order in (1, 2):
        made.store(order, {"INST": order / 2}, fields if order == 2 else {k: f * 3.0 for k, f in fields.items()})
    made.name = "RESU"
    return made


def write(around, **words):
    pytest.importorskip("medcoupling")
    run("IMPR_RESU", around, FORMAT="MED", UNITE=80, RESU=words)


@pytest.mark.parametrize("kind", ["NOEU_DEPL_R", "ELGA_SIEF_R", "ELNO_SIEF_R", "ELEM_SIEF_R"])
def test_one_field(around, model, kind):
    place, quantity = kind[:4], kind[5:]
    names = ("DX", "DY") if place == "NOEU" else STRESSES
    field = numbered(model, quantity, place, names)
    write(around, CHAM_GD=field, NOM_CHAM_MED="FIELD")
    words = {} if place == "NOEU" else {"MODELE": model}
    read = run("LIRE_CHAMP", around, UNITE=80, MAILLAGE=model.mesh, NOM_MED="FIELD", TYPE_CHAM=kind, NOM_CMP_IDEM="OUI", **words)
    assert read.quantity == quantity
    for name in names:
        assert np.array_equal(read.component(name), field.component(name), equal_nan=True)


def test_components_steps_and_zeros(around):
    model = build("D_PLAN", "QUAD8", "SEG3")
    write(around, RESULTAT=result_of(model, DEPL=numbered(model, "DEPL_R", "NOEU", ("DX", "DY"))))
    words = dict(UNITE=80, MAILLAGE=model.mesh, NOM_MED="RESU____DEPL", TYPE_CHAM="NOEU_DEPL_R", NOM_CMP="DZ", NOM_CMP_MED="DY")
    read = run("LIRE_CHAMP", around, **words, INST=1.0)
    assert read.components == ("DZ",) and read.values[:3, 0].tolist() == [1, 3, 5]
    assert run("LIRE_CHAMP", around, **words, NUME_PT=1, NUME_ORDRE=1).values[0, 0] == 3
    for wrong, text in (({"INST": 7.0}, "no step"), ({}, "2 steps"), ({"NOM_MAIL_MED": "OTHER", "INST": 1.0}, "stands on the mesh MESH")):
        with pytest.raises(Refused, match=text):
            run("LIRE_CHAMP", around, **words, **wrong)
    with pytest.raises(FileProblem, match="no field is called NOBODY"):
        run("LIRE_CHAMP", around, **{**words, "NOM_MED": "NOBODY"})
    with pytest.raises(FileProblem, match="has no component DQ"):
        run("LIRE_CHAMP", around, **{**words, "NOM_CMP_MED": "DQ"}, INST=1.0)


def test_points_that_the_model_does_not_have(around):
    model = build("D_PLAN", "QUAD8", "SEG3")
    write(around, CHAM_GD=numbered(model, "SIEF_R", "ELGA", STRESSES), NOM_CHAM_MED="FIELD")
    other = build("D_PLAN_SI", "QUAD8", "SEG3")
    with pytest.raises(FileProblem, match="9 points in a cell QUAD8, the elements of the model have 4"):
        run("LIRE_CHAMP", around, UNITE=80, MAILLAGE=other.mesh, NOM_MED="FIELD", TYPE_CHAM="ELGA_SIEF_R", NOM_CMP_IDEM="OUI", MODELE=other)


def test_result(around, model):
    fields = {
        "DEPL": numbered(model, "DEPL_R", "NOEU", ("DX", "DY")),
        "SIEF_ELGA": numbered(model, "SIEF_R", "ELGA", STRESSES),
        "VARI_ELGA": numbered(model, "VARI_R", "ELGA", ("V1", "V2")),
        "CONT_NOEU": numbered(model, "INFC_R", "NOEU", ("CONT", "JEU", "RN")),
        "DIVU": numbered(model, "EPSI_R", "NOEU", ("EPXX", "EPYY")),
    }
    write(around, RESULTAT=result_of(model, **fields))
    wanted = [{"NOM_CHAM": name, "NOM_RESU": "RESU"} for name in fields]
    words = dict(TYPE_RESU="EVOL_NOLI", FORMAT="MED", UNITE=80, MODELE=model, FORMAT_MED=wanted)
    read = run("LIRE_RESU", around, TOUT_ORDRE="OUI", **words)
    assert read.kind == "evol_noli" and read.orders == [1, 2] and read.times.tolist() == [0.5, 1.0] and read.model is model
    for name, field in fields.items():
        for component in field.components:
            assert np.array_equal(read.field(name, 2).component(component), field.component(component), equal_nan=True)
    late = run("LIRE_RESU", around, INST=1.0, **words)
    assert late.orders == [1] and late.times.tolist() == [1.0]
    assert run("LIRE_RESU", around, NUME_ORDRE=2, **words).orders == [2]
    around.reused = late
    with pytest.raises(Refused, match="is there already"):
        run("LIRE_RESU", around, NUME_ORDRE=1, RESULTAT=late, **words)


def test_zeros_where_the_file_says_nothing(around):
    model = build("D_PLAN", "QUAD8", "SEG3")
    write(around, CHAM_GD=numbered(model, "SIEF_R", "ELGA", STRESSES), NOM_CHAM_MED="FIELD", GROUP_MA="LEFT")
    wanted = {"NOM_CHAM": "SIEF_ELGA", "NOM_CHAM_MED": "FIELD"}
    words = dict(TYPE_RESU="EVOL_ELAS", FORMAT="MED", UNITE=80, MODELE=model, TOUT_ORDRE="OUI", FORMAT_MED=wanted)
    assert run("LIRE_RESU", around, **words).field("SIEF_ELGA", 1).at_cell(0, "SIXX").tolist() == [0.0] * 9
    assert run("LIRE_RESU", around, PROL_ZERO="NON", **words).field("SIEF_ELGA", 1).at_cell(0, "SIXX") is None


UNIVERSAL = """    -1
    55
one
two
three
four
five
         1         4         3         8         {nature}         3
         2         4         0         {order}
  {frequency}  2.00000E+00  1.00000E-02  0.00000E+00
         1
{first}
         2
{second}
    -1
"""


def universal(folder, *orders, nature=2):
    def line(*values):
        return "".join(f"{value:13.5E}" for value in values)

    real = (line(1, 2, 3), line(4, 5, 6))
    pairs = (line(1, 10, 2, 20, 3, 30), line(4, 40, 5, 50, 6, 60))
    first, second = pairs if nature == 5 else real
    texts = [UNIVERSAL.format(order=o, frequency=f"{10.0 * o:.5E}", nature=nature, first=first, second=second) for o in orders]
    (folder / "case.19").write_text("".join(texts))


MODAL = dict(
    NOM_CHAM="DEPL",
    NUME_DATASET=55,
    RECORD_6=(1, 4, 3, 8),
    POSI_ORDRE=(7, 4),
    POSI_FREQ=(8, 1),
    POSI_NUME_MODE=(7, 4),
    POSI_MASS_GENE=(8, 2),
    POSI_AMOR_GENE=(8, 3),
    NOM_CMP=("DX", "XXX", "DZ"),
)


def test_modes_of_a_universal_file(around, tmp_path):
    universal(tmp_path, 1, 2, 4)
    mesh = build("D_PLAN", "QUAD8", "SEG3").mesh
    words = dict(FORMAT="IDEAS", UNITE=19, MAILLAGE=mesh, NOM_CHAM="DEPL", FORMAT_IDEAS=MODAL)
    read = run("LIRE_RESU", around, TYPE_RESU="MODE_MECA", TOUT_ORDRE="OUI", **words)
    assert isinstance(read, Modes) and read.orders == [1, 2, 4] and read.frequencies.tolist() == [10, 20, 40]
    assert read.field("DEPL", 4).components == ("DX", "DZ") and read.field("DEPL", 4).values[:2].tolist() == [[1, 3], [4, 6]]
    assert read.parameter("RIGI_GENE", 1) == pytest.approx(2 * (2 * np.pi * 10) ** 2)
    assert read.parameter("AMOR_GENE", 1) == pytest.approx(2 * 0.01 * 2 * 2 * np.pi * 10)
    assert run("LIRE_RESU", around, TYPE_RESU="MODE_MECA", FREQ=20.0, **words).orders == [2]
    with pytest.raises(FileProblem, match="needs complex values"):
        run("LIRE_RESU", around, TYPE_RESU="MODE_MECA_C", TOUT_ORDRE="OUI", **words)
    universal(tmp_path, 3, nature=5)
    read = run("LIRE_RESU", around, TYPE_RESU="MODE_MECA_C", TOUT_ORDRE="OUI", **words)
    assert read.field("DEPL", 3).quantity == "DEPL_C" and read.field("DEPL", 3).values[1].tolist() == [4 + 40j, 6 + 60j]


def test_stresses_of_a_universal_file_at_the_nodes_of_cells(around):
    model = build("D_PLAN", "QUAD8", "SEG3")
    cells = np.concatenate([group.cells for group in model.groups if group.cell_type == "QUAD8"])
    values = np.arange(8.0 * 3 * len(cells)).reshape(len(cells), 8, 3)
    stress = ElementField(model.mesh, "SIEF_R", "ELNO", [ElementBlock(cells, values, ("SIXX", "SIYY", "SIXY"))])
    result = Result("evol_elas", model.mesh)
    result.store(3, {"INST": 2.5}, {"SIGM_ELNO": stress})
    run("IMPR_RESU", around, FORMAT="IDEAS", UNITE=19, RESU={"RESULTAT": result})
    layout = dict(NUME_DATASET=57, RECORD_6=(1, 4, 4, 2, 2, 6), POSI_ORDRE=(7, 4), POSI_INST=(8, 1))
    level = dict(layout, NOM_CHAM="SIGM_ELNO", NOM_CMP=("SIXX", "SIXY", "SIYY", "XXX", "XXX", "XXX"))
    words = dict(FORMAT="IDEAS", UNITE=19, NOM_CHAM="SIGM_ELNO", FORMAT_IDEAS=level, TYPE_RESU="EVOL_ELAS", TOUT_ORDRE="OUI")
    read = run("LIRE_RESU", around, MODELE=model, **words)
    field = read.field("SIGM_ELNO", 3)
    assert read.orders == [3] and field.location == "ELNO" and set(field.components) == {"SIXX", "SIXY", "SIYY"}
    for name in field.components:
        np.testing.assert_allclose(field.component(name, cells), stress.component(name, cells))
    with pytest.raises(Refused, match="give MODELE"):
        run("LIRE_RESU", around, MAILLAGE=model.mesh, **words)
    path = around.files.path(19)
    path.write_text(path.read_text().replace("         1         1         8         6", "         1         1        99         6"))
    with pytest.raises(FileProblem, match="expected 6 values at each of the 99 nodes of the cell 1"):
        run("LIRE_RESU", around, MODELE=model, **words)


def test_universal_files_that_are_cut_short(around, tmp_path):
    universal(tmp_path, 1)
    path = tmp_path / "case.19"
    path.write_text(path.read_text().replace("  6.00000E+00", ""))
    mesh = build("D_PLAN", "QUAD8", "SEG3").mesh
    words = dict(FORMAT="IDEAS", UNITE=19, MAILLAGE=mesh, NOM_CHAM="DEPL", FORMAT_IDEAS=MODAL, TYPE_RESU="MODE_MECA", TOUT_ORDRE="OUI")
    with pytest.raises(FileProblem, match="case.19:13: expected a node and 3 values"):
        run("LIRE_RESU", around, **words)
    path.write_text("nothing\n")
    with pytest.raises(FileProblem, match="no universal file"):
        run("LIRE_RESU", around, **words)


DECK = """DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
HELD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_MA="LEFT", DX=0.0, DY=0.0))
PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_INTERNE=_F(TOUT="OUI", FX=1.0))
RAMP = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 1.0))
TIMES = DEFI_LIST_REEL(VALE=(0.0, 1.0))
LOADS = (_F(CHARGE=HELD), _F(CHARGE=PUSH, FONC_MULT=RAMP))
LAW = _F(RELATION="ELAS", DEFORMATION="PETIT")
MOVED = STAT_NON_LINE(MODELE=MODEL, CHAM_MATER=FIELD, EXCIT=LOADS, COMPORTEMENT=LAW, INCREMENT=_F(LIST_INST=TIMES))
IMPR_RESU(FORMAT="MED", UNITE=81, RESU=_F(RESULTAT=MOVED))
AGAIN = LIRE_RESU(
    TYPE_RESU="EVOL_NOLI", FORMAT="MED", UNITE=81, MODELE=MODEL, CHAM_MATER=FIELD, EXCIT=LOADS, COMPORTEMENT=LAW, TOUT_ORDRE="OUI",
    FORMAT_MED=(_F(NOM_RESU="MOVED", NOM_CHAM="DEPL"), _F(NOM_RESU="MOVED", NOM_CHAM="SIEF_ELGA")),
)
MOVED = CALC_CHAMP(reuse=MOVED, RESULTAT=MOVED, FORCE="REAC_NODA")
AGAIN = CALC_CHAMP(reuse=AGAIN, RESULTAT=AGAIN, FORCE="REAC_NODA")
FIN()
"""


def test_a_result_that_is_read_knows_its_loads_and_laws(tmp_path):
    (tmp_path / "d.comm").write_text(DECK)
    (tmp_path / "d.mail").write_text(GRID)
    study = pyaster_lite.run(tmp_path / "d.comm", output=tmp_path, units={20: tmp_path / "d.mail", 81: tmp_path / "d.med"})
    wanted, found = (study[name].field("REAC_NODA", 1).values for name in ("MOVED", "AGAIN"))
    np.testing.assert_allclose(found, wanted, atol=1e-12)
    assert abs(np.nansum(wanted[:, 0]) + 4.0) < 1e-9 and [law.relation for law in study["AGAIN"].laws] == ["ELAS"]
