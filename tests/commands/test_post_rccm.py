"""POST_RCCM on fields made by hand."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.material import Material
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run

NAMES = ("N", "VY", "VZ", "MT", "MFY", "MFZ")


@pytest.fixture
def result():
    """Two beams on a line, at two storage orders: MT = 3, MFY = 4 in one way, then less in the other."""
    mesh = Mesh(
        [[0.0, 0], [1, 0], [3, 0]], [CellBlock("SEG2", np.array([[0, 1], [1, 2]], np.int32), np.array([0, 1]))], {}, {"A": np.array([0])}
    )
    made = Result("evol_elas", mesh)
    made.name = "RESU"
    for order, factor in ((1, 1.0), (2, -0.5)):
        values = np.zeros((2, 2, 6))
        values[..., 3], values[..., 4] = 3.0 * factor, 4.0 * factor
        block = ElementBlock(np.array([0, 1]), values, NAMES)
        made.store(order, {"INST": float(order)}, {"EFGE_ELNO": ElementField(mesh, "SIEF_R", "ELNO", [block])})
    return made


def asked(result, tmp_path, zone, **source):
    words = dict(TYPE_RESU_MECA="B3600", OPTION="MOMENT_EQUIVALENT", ZONE_ANALYSE=zone, RESU_MECA=source)
    return run("POST_RCCM", Surroundings(tmp_path), **words)


def test_the_largest_moments_over_the_orders(result, tmp_path):
    table = asked(result, tmp_path, {"TOUT": "OUI"}, RESULTAT=result, TOUT_ORDRE="OUI")
    assert table.column("MAILLE") == ["1", "1", "2", "2"] and table.column("NOEUD") == ["1", "2", "2", "3"]
    assert table.column("MT") == [3.0] * 4 and table.column("MEQ") == pytest.approx([5.0] * 4)
    assert table.column("ABSC_CURV") == [None] * 4


def test_one_order_of_one_group_with_places_along_the_line(result, tmp_path):
    result.mesh.abscissa = np.array([[0.0, 1.0, np.nan, np.nan], [1.0, 3.0, np.nan, np.nan]])
    table = asked(result, tmp_path, {"GROUP_MA": "A"}, RESULTAT=result, NUME_ORDRE=2)
    assert table.column("MFY") == [-2.0, -2.0] and table.column("ABSC_CURV") == [0.0, 1.0]


def test_a_field_that_is_none_of_beams(result, tmp_path):
    block = ElementBlock(np.array([0]), np.zeros((1, 2, 1)), ("SIXX",))
    other = ElementField(result.mesh, "SIEF_R", "ELNO", [block])
    other.name = "CHAMP"
    with pytest.raises(Refused, match="no field EFGE_ELNO of beams"):
        asked(result, tmp_path, {"TOUT": "OUI"}, CHAM_GD=other)


def about_a_singularity(stresses, radius=2.0):
    """SIZZ at two angles 90 degrees apart on a circle, by instant."""
    chord = 2.0 * radius * np.sin(np.pi / 4)
    rows = [
        {"INST": float(t), "ABSC_CURV": x, "ANGLE": angle, "SIZZ": value}
        for t, values in enumerate(stresses)
        for x, angle, value in zip((0.0, chord), (0.0, 90.0), values)
    ]
    made = Table.from_rows(rows, dict.fromkeys(("INST", "ABSC_CURV", "ANGLE", "SIZZ"), "R"))
    made.name = "TABLE"
    return made


def starting(tmp_path, *transients, **words):
    steel = Material({"RCCM": {"A_AMORC": 100.0, "B_AMORC": -0.5, "D_AMORC": 2.0, "R_AMORC": 2.0}}, {})
    given = [dict(TABL_SIGM_THETA=table, NB_OCCUR=n, TOUT_INST="OUI") for table, n in transients]
    surroundings = Surroundings(tmp_path)
    table = run("POST_RCCM", surroundings, TYPE_RESU_MECA="EVOLUTION", OPTION="AMORCAGE", MATER=steel, TRANSITOIRE=given, **words)
    return table, surroundings.warnings


def test_what_starts_a_crack_counts_the_mean_stress_of_cycles_in_tension(tmp_path):
    table, warnings = starting(tmp_path, (about_a_singularity([(0.0, -50.0), (100.0, 50.0), (50.0, 20.0)]), 3))
    assert table.column("THETA") == [0.0, 90.0] and not warnings
    # From 0 to 100 three times at the first angle; what is left of the third instant finds no partner
    assert table.column("FACT_AMORCAGE")[0] == pytest.approx(3 * 1.0)
    assert table.column("FACT_AMORCAGE")[1] == pytest.approx(3 * 1.0)
    table, _ = starting(tmp_path, (about_a_singularity([(50.0, 10.0), (100.0, 10.0)]), 2))
    assert table.column("FACT_AMORCAGE") == pytest.approx([2 * (50.0 / (1.0 - 0.5 / 2.0) / 100.0) ** 2, 0.0])


def test_points_off_the_circle_are_told(tmp_path):
    _, warnings = starting(tmp_path, (about_a_singularity([(0.0, 0.0), (1.0, 1.0)], radius=3.0), 1))
    assert "at 3 from the singularity" in warnings[0]


def test_limits_of_one_load_need_neither_cycles_nor_a_curvature(tmp_path):
    """The words of other rules change nothing: PM is the mean."""
    rows = [dict(INST=1.0, ABSC_CURV=x, COOR_X=x, COOR_Y=0.0, SIXX=30.0, SIYY=0.0, SIZZ=0.0, SIXY=0.0) for x in (0.0, 0.5, 1.0)]
    table = Table.from_rows(rows, dict.fromkeys(rows[0], "R"))
    table.name = "TABLE"
    words = dict(OPTION="PM_PB", TYPE_KE="KE_MECA", RAYON_MOYEN=-1.0, SY_MAX=200.0, MATER=Material({"RCCM": {"SM": 100.0}}, {}))
    load = dict(TABL_RESU_MECA=table, TOUT_INST="OUI")
    found = run("POST_RCCM", Surroundings(tmp_path), TYPE_RESU_MECA="EVOLUTION", TRANSITOIRE=load, **words)
    assert [value for value in found.column("PM") if value is not None] == pytest.approx([30.0, 30.0])


def test_a_wall_of_revolution_at_both_ends(tmp_path):
    """Of a line out from the axis the hoop stress keeps its direction; the bending at the ends differs along the axis."""
    x = np.linspace(0.0, 2.0, 201)
    rows = [{"INST": t, "ABSC_CURV": own, "COOR_X": 3.0 + own, "COOR_Y": 0.0, "SIXX": 0.0, "SIYY": t * own, "SIZZ": 0.0, "SIXY": 0.0}
            for t in (0.0, 1.0) for own in x.tolist()]  # fmt: skip
    table = Table.from_rows(rows, dict.fromkeys(rows[0], "R"))
    table.name = "TABLE"
    steel = Material({"RCCM": {"SM": 100.0}}, {})
    words = dict(TYPE_RESU_MECA="EVOLUTION", OPTION=("PM_PB", "SN"), MATER=steel, AXIS="OUI")
    found = run("POST_RCCM", Surroundings(tmp_path), TRANSITOIRE=dict(TABL_RESU_MECA=table, TOUT_INST="OUI"), **words)
    (first, last) = (value for value in found.column("PB") if value is not None)
    off = 2.0**2 / (12.0 * 4.0)
    assert (first, last) == pytest.approx((1.0 + off, 1.0 - off), rel=1e-4)
    # Force by hoops of 2 pi r: the mean of x (3 + x) over that of (3 + x)
    mean = (3.0 * 2.0 + 8.0 / 3.0) / 8.0
    known = {name: [value for value in found.column(name) if value is not None] for name in ("PM", "SN")}
    assert known["PM"] == pytest.approx([mean, mean], rel=1e-4)
    assert known["SN"] == pytest.approx([mean - 1.0 - off, mean + 1.0 - off], rel=1e-3, abs=1e-4)
