"""IMPR_RESU: what lands in the files for each format and each selection."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused
from pyaster_lite.io import aster_mail

from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


@pytest.fixture
def result():
    blocks = [
        CellBlock("QUAD4", np.array([[0, 1, 2, 3]], np.int32), np.array([0])),
        CellBlock("SEG2", np.array([[0, 3]], np.int32), np.array([1])),
    ]
    mesh = Mesh(
        [[0, 0], [1, 0], [1, 1], [0, 1.0]],
        blocks,
        {"LEFT": np.array([0, 3])},
        {"GM7": np.array([0]), "EDGE": np.array([1])},
        space_dimension=2,
    )
    mesh.name = "MESH"
    made = Result("evol_noli", mesh)
    made.name = "UPM"
    values = np.array([[1.0, np.nan], [1, 2], [3, 4], [5, 6]])
    for order in range(3):
        stress = ElementBlock(np.array([0]), np.full((1, 4, 2), 10.0 * order), ("SIXX", "SIYY"))
        fields = {
            "DEPL": NodeField(mesh, "DEPL_R", ("DX", "DY"), values * order),
            "SIEF_ELNO": ElementField(mesh, "SIEF_R", "ELNO", [stress]),
        }
        made.store(order, {"INST": 0.1 * order, "ITER_GLOB": order}, fields)
    return made


def text(around, unit=8):
    return around.files.path(unit).read_text()


def test_text_of_chosen_fields_orders_and_components(around, result):
    run(
        "IMPR_RESU",
        around,
        FORMAT="RESULTAT",
        RESU={"RESULTAT": result, "NOM_CHAM": "DEPL", "INST": (0.1, 0.3), "GROUP_NO": "LEFT", "FORMAT_R": "1PE12.5"},
    )
    lines = [line.split() for line in text(around).split("------>")[1].splitlines() if line]
    assert lines == [
        ["UPM", "DEPL,", "NUME_ORDRE", "1,", "INST", "0.1"],
        ["NODE", "DX"],
        ["N1", "1.00000E+00"],
        ["NODE", "DX", "DY"],
        ["N4", "5.00000E+00", "6.00000E+00"],
    ]
    assert around.warnings == ["UPM has nothing at INST 0.3"]


def test_text_of_a_field_at_nodes_of_elements(around, result):
    run(
        "IMPR_RESU",
        around,
        FORMAT="RESULTAT",
        UNITE=6,
        RESU={"RESULTAT": result, "NOM_CHAM": "SIEF_ELNO", "NUME_ORDRE": 2, "NOM_CMP": "SIYY", "FORMAT_R": "F6.2", "IMPR_COOR": "OUI"},
    )
    lines = [line.split() for line in around.printed.splitlines()]
    assert ["M1", "X", "Y", "SIYY"] in lines and ["N3", "1.00", "1.00", "20.00"] in lines


def test_bounds_extremes_and_parameters(around, result):
    words = {"RESULTAT": result, "NOM_CHAM": "DEPL", "NUME_ORDRE": 1, "FORMAT_R": "F5.1"}
    run("IMPR_RESU", around, FORMAT="RESULTAT", UNITE=6, RESU={**words, "BORNE_INF": 3.0, "BORNE_SUP": 5.5})
    assert [line.split() for line in around.printed.splitlines()][-2:] == [["N3", "3.0", "4.0"], ["N4", "5.0"]]
    around.printed = ""
    run("IMPR_RESU", around, FORMAT="RESULTAT", UNITE=6, RESU={**words, "VALE_MAX": "OUI", "VALE_MIN": "OUI"})
    lines = [line.split() for line in around.printed.splitlines()]
    assert ["greatest", "DY", "6.0", "at", "N4"] in lines and ["least", "DX", "1.0", "at", "N1", "and", "1", "more"] in lines
    around.printed = ""
    run(
        "IMPR_RESU",
        around,
        FORMAT="RESULTAT",
        UNITE=6,
        RESU={"RESULTAT": result, "TOUT_CHAM": "NON", "NOM_PARA": ("INST", "ITER_GLOB"), "FORM_TABL": "OUI"},
    )
    lines = [line.split() for line in around.printed.splitlines()]
    assert ["NUME_ORDRE", "INST", "ITER_GLOB"] in lines and ["2", "2.00000E-01", "2"] in lines


def test_med_names_steps_and_restrictions(around, result):
    mc = pytest.importorskip("medcoupling")
    run(
        "IMPR_RESU",
        around,
        RESU=[{"RESULTAT": result, "LIST_INST": NumberList([0.1, 0.2])}, {"CHAM_GD": named(result.field("DEPL", 2), "FIELD")}],
    )
    path = str(around.files.path(80))
    fields = mc.MEDFileFields(path)
    assert path.endswith("case.80.rmed") and list(mc.GetMeshNames(path)) == ["MESH"]
    assert list(fields.getFieldsNames()) == ["FIELD", "UPM_____DEPL", "UPM_____SIEF_ELNO"]
    assert fields.getFieldWithName("UPM_____DEPL").getTimeSteps() == [(1, 1, 0.1), (2, 2, 0.2)]
    run("IMPR_RESU", around, RESU={"RESULTAT": result, "NOM_CHAM": "DEPL", "NOM_CHAM_MED": "U", "GROUP_MA": "EDGE", "NOM_CMP": "DX"})
    field = mc.MEDFileFields(path).getFieldWithName("U")[1]
    array, profile = field.getFieldWithProfile(mc.ON_NODES, 0, mc.MEDFileMesh.New(path))
    assert profile.getValues() == [0, 3] and array.toNumPyArray().ravel().tolist() == [1, 5]
    run("IMPR_RESU", around, RESU={"RESULTAT": result, "NOM_RESU_MED": "R", "NUME_ORDRE": 0})
    assert "R_______DEPL" in mc.MEDFileFields(path).getFieldsNames()


def named(concept, name):
    concept.name = name
    return concept


def test_complex_fields(around, result):
    result.store(5, {"FREQ": 2.0}, {"VITE": NodeField(result.mesh, "DEPL_C", ("DX",), np.array([[1 + 2j], [np.nan], [3 - 4j], [0]]))})
    with pytest.raises(Refused, match="give PARTIE"):
        run("IMPR_RESU", around, RESU={"RESULTAT": result, "NOM_CHAM": "VITE", "NUME_ORDRE": 5})
    run("IMPR_RESU", around, FORMAT="RESULTAT", UNITE=6, RESU={"RESULTAT": result, "NOM_CHAM": "VITE", "FREQ": 2.0, "FORMAT_R": "F4.1"})
    assert "real part" in around.printed and "imaginary part" in around.printed and "-4.0" in around.printed
    around.printed = ""
    run(
        "IMPR_RESU",
        around,
        FORMAT="RESULTAT",
        UNITE=6,
        RESU={"RESULTAT": result, "NOM_CHAM": "VITE", "FREQ": 2.0, "PARTIE": "MODULE", "FORMAT_R": "F4.1"},
    )
    assert [line.split() for line in around.printed.splitlines()][-3:] == [["N1", "2.2"], ["N3", "5.0"], ["N4", "0.0"]]


def test_the_mesh_as_text_reads_back(around, result):
    run("IMPR_RESU", around, FORMAT="ASTER", RESU={"MAILLAGE": result.mesh})
    again = aster_mail.read_mesh(around.files.path(26))
    assert np.array_equal(again.coordinates, result.mesh.coordinates) and again.cell_names == ["M1", "M2"]
    assert again.node_group("LEFT").tolist() == [0, 3] and again.cell_group("EDGE").tolist() == [1]
    assert again.cell_nodes(0).tolist() == [0, 1, 2, 3]


def test_gmsh(around, result):
    run("IMPR_RESU", around, FORMAT="GMSH", RESU={"MAILLAGE": result.mesh, "TYPE_CHAM": "SCALAIRE"})
    assert "1 3 7 7 4 1 2 3 4" in text(around, 37).splitlines() and "2 1 10002 10002 2 1 4" in text(around, 37).splitlines()
    run(
        "IMPR_RESU",
        around,
        FORMAT="GMSH",
        UNITE=38,
        RESU={"RESULTAT": result, "NOM_CHAM": "DEPL", "NUME_ORDRE": (1, 2), "TYPE_CHAM": "VECT_2D", "NOM_CMP": ("DX", "DY")},
    )
    lines = [line.split() for line in text(around, 38).splitlines()]
    assert lines[:5] == [["$PostFormat"], ["1.2", "0", "8"], ["$EndPostFormat"], ["$View"], ["UPM_DEPL_VECTEUR", "2"]]
    # One segment and one quadrangle with vectors, four numbers of texts, two instants
    assert [line[1] for line in lines[5:13]] == ["0", "1", "0", "1", "0", "0", "0", "0"] and lines[13] == ["0"] * 4
    assert [float(own) for own in lines[14]] == [0.1, 0.2] and lines[-1] == ["$EndView"]
    ends = [[float(own) for own in line] for line in lines[15:22]]
    assert ends == [[0, 0], [0, 1], [0, 0], [1, 0, 0], [5, 6, 0], [2, 0, 0], [10, 12, 0]]
    run("IMPR_RESU", around, FORMAT="GMSH", VERSION=1.0, UNITE=39, RESU={"RESULTAT": result, "NOM_CHAM": "DEPL", "NOM_CMP": "DX"})
    lines = [line.split() for line in text(around, 39).splitlines()]
    # The quadrangle is two triangles; there are four shapes and no texts
    assert lines[1][0] == "1.0" and [line[0] for line in lines[5:9]] == ["0", "1", "2", "0"]
    with pytest.raises(Refused, match="not both"):
        run("IMPR_RESU", around, FORMAT="GMSH", RESU=[{"MAILLAGE": result.mesh}, {"RESULTAT": result}])


def test_groups_of_nodes_leave_fields_on_cells_whole_in_a_med_file(around, result):
    pytest.importorskip("medcoupling")
    from pyaster_lite.io.med_fields import MedFields

    for unit, groups in enumerate(({"GROUP_NO": "LEFT"}, {"GROUP_MA": "EDGE"}), start=71):
        run("IMPR_RESU", around, FORMAT="MED", UNITE=unit, RESU={"RESULTAT": result, "NUME_ORDRE": 1, "NOM_RESU_MED": "R"} | groups)
        with MedFields(around.files.path(unit)) as fields:
            assert ("R_______SIEF_ELNO" in fields.names) == ("GROUP_NO" in groups)


def test_groups_that_are_not_there_are_only_told(around, result):
    said = {"RESULTAT": result, "NOM_CHAM": "DEPL", "NUME_ORDRE": 1}
    for number, format in enumerate(("MED", "RESULTAT", "GMSH", "IDEAS")):
        word = "GROUP_MA" if format == "GMSH" else "GROUP_NO"
        run("IMPR_RESU", around, FORMAT=format, UNITE=60 + number, RESU=said | {word: "LEFTT"})
        assert " group LEFTT" in around.warnings[-1] and around.warnings[-1].endswith("nothing is written of it")
    assert "DX" not in text(around, 61)
    run("IMPR_RESU", around, FORMAT="RESULTAT", UNITE=64, RESU=said | {"GROUP_NO": ("LEFTT", "LEFT")})
    assert "did you mean LEFT?" in around.warnings[-1]
    assert "N4" in text(around, 64) and "N3" not in text(around, 64)


def test_refusals(around, result):
    with pytest.raises(Refused, match="FORMAT"):
        run("IMPR_RESU", around, FORMAT="CASTEM", RESU={"RESULTAT": result})
    with pytest.raises(Refused, match="does not take 'DEPLL'"):
        run("IMPR_RESU", around, RESU={"RESULTAT": result, "NOM_CHAM": "DEPLL"})
    run("IMPR_RESU", around, RESU={"RESULTAT": result, "NOM_CHAM": "VITE"})
    assert around.warnings[-1] == "UPM has no field VITE at any order asked for"


def test_ideas_mesh_and_fields_are_read_again(around, result):
    from pyaster_lite.io.ideas import read_mesh
    from pyaster_lite.io.ideas_results import IdeasResults

    corners = np.array([[0, 1, 2, 3, 4, 5, 6, 7]], np.int32)
    points = [[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5], [2, 0.5]]
    blocks = [CellBlock("QUAD8", corners, np.array([0])), CellBlock("PYRAM5", np.array([[0, 1, 2, 3, 8]], np.int32), np.array([1]))]
    mesh = Mesh(points, blocks, {"LEFT": np.array([0, 3])}, {"BODY": np.array([0])}, space_dimension=2)
    run("IMPR_RESU", around, FORMAT="IDEAS", RESU={"MAILLAGE": mesh})
    again = read_mesh(around.files.path(30))
    assert again.coordinates[:, :2].tolist() == mesh.coordinates[:, :2].tolist() and again.n_cells == 1
    assert again.blocks[0].nodes.tolist() == corners.tolist() and again.node_groups["LEFT"].tolist() == [0, 3]
    assert again.cell_groups["BODY"].tolist() == [0] and "PYRAM5" in around.warnings[0]
    run("IMPR_RESU", around, FORMAT="IDEAS", UNITE=31, RESU={"RESULTAT": result, "NUME_ORDRE": 2})
    at_nodes, *others = (file := IdeasResults(around.files.path(31))).datasets
    assert [int(word) for word in at_nodes.description] == [1, 4, 3, 8, 2, 6]
    assert at_nodes.word(7, 4) == "2" and float(at_nodes.word(8, 1)) == 0.2
    labels, table = file.values(at_nodes)
    assert labels == ["1", "2", "3", "4"] and table[:, :2].tolist() == [[2, 0], [2, 4], [6, 8], [10, 12]]
    assert [other.number for other in others] == [57] and [int(word) for word in others[0].description] == [1, 4, 4, 2, 2, 6]
    lines = around.files.path(31).read_text().splitlines()
    assert lines[-6].split() == ["1", "1", "4", "6"] and [float(word) for word in lines[-2].split()] == [20, 0, 20, 0, 0, 0]


def test_ideas_modes_means_and_other_quantities(around, result):
    from pyaster_lite.io.ideas_results import IdeasResults

    mesh = result.mesh
    stress = ElementBlock(np.array([0]), np.array([[[1.0], [2.0], [3.0], [6.0]]]), ("N",))
    inside = ElementField(mesh, "SIEF_R", "ELGA", [stress])
    heat = NodeField(mesh, "TEMP_R", ("TEMP",), np.arange(4.0)[:, None])
    wave = NodeField(mesh, "DEPL_C", ("DX",), (np.arange(4.0) + 2j)[:, None])
    shown = [{"CHAM_GD": named(field, "F")} for field in (inside, heat, wave)]
    shown[0] |= {"GROUP_MA": "GM7", "NOM_CMP": ("N", "VY")}
    run("IMPR_RESU", around, FORMAT="IDEAS", UNITE=32, RESU=shown)
    file = IdeasResults(around.files.path(32))
    temperature, motion = (own for own in file.datasets if own.number == 55)
    assert [own.number for own in file.datasets if own.number != 55] == [56]
    assert [int(word) for word in temperature.description] == [2, 1, 1, 5, 2, 1] and temperature.number == 55
    assert file.values(motion)[1][1].tolist() == [1 + 2j, 0, 0, 0, 0, 0]
    lines = around.files.path(32).read_text().splitlines()
    start = lines.index("    56")
    assert lines[1].split() == ["151", "%TITRE"] and lines[start + 9].split() == ["1", "1"] and float(lines[start + 10]) == 3.0
    assert [line.strip() for line in lines].count("-1") == 12


def test_ideas_beams_come_with_a_section(around):
    mesh = Mesh([[0, 0], [1, 0]], [CellBlock("SEG2", np.array([[0, 1]], np.int32), np.array([0]))], {}, {}, space_dimension=2)
    run("IMPR_RESU", around, FORMAT="IDEAS", UNITE=33, RESU={"MAILLAGE": mesh})
    lines = around.files.path(33).read_text().splitlines()
    numbers = [line.split()[0] for before, line in zip(lines, lines[1:]) if before.strip() == "-1" and line.strip() != "-1"]
    assert numbers == ["151", "775", "2411", "2412", "2477"]
    assert sum(float(word) for line in lines for word in line.split() if "E" in word and word[0].isdigit()) == 1.0
    assert [line.split() for line in lines if line.split() == ["0", "1", "1"]]
