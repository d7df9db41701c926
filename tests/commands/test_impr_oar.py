"""IMPR_OAR writes tables of cuts as OAR reads them."""

import pytest

from pyaster_lite.concepts.table import Table
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def cuts(instants=(0.0, 1.0), **columns):
    """Two cuts of two points, at instants."""
    count = 4 * len(instants)
    table = {
        "INTITULE": ("K16", ["ONE", "ONE", "TWO", "TWO"] * len(instants)),
        "ABSC_CURV": ("R", [0.0, 0.5] * (count // 2)),
        "INST": ("R", [instant for instant in instants for _ in range(4)]),
        **{name: ("R", [float(start + i) for i in range(count)]) for name, start in columns.items()},
    }
    made = Table(table)
    made.name = "CUTS"
    return made


def test_stresses_of_loads(around):
    run("IMPR_OAR", around, TABL_MECA={"TORSION": cuts(SIXX=10, SIYZ=20), "PRESSION": cuts(SIXX=50)}, UNITE=31, TITRE="ELBOW")
    lines = [line.strip() for line in around.printed.splitlines()]
    assert "; ELBOW" in lines and lines.count("SIGM_T") == 2 and lines.count("SIGM_P") == 2
    start = lines.index("SIGM_T")
    assert lines[start - 4 : start - 2] == ["0.000000e+00", "5.000000e-01"]
    # of the last instant, what the table lacks being nothing
    assert [float(word) for word in lines[start + 2].split()] == [14.0, 0.0, 0.0, 0.0, 0.0, 24.0]
    assert lines.index("SIGM_T") < lines.index("SIGM_P")


def test_temperatures_with_stresses_where_both_are_known(around):
    class Model:
        kind, name = "modele_sdaster", "MODEL"

        def isMechanical(self):
            return True

        def getModelisationName(self):
            return "D_PLAN"

    level = {"TEMP": cuts((0.0, 1.0, 2.0), TEMP=20), "CONTRAINTE": cuts((0.0, 2.0), SIXX=1, SIZZ=2)}
    run("IMPR_OAR", around, TABL_THER=level, UNITE=31, MODELE=Model())
    lines = [line.strip() for line in around.printed.splitlines()]
    assert "1.0" in around.warnings[0] and "; INSTANT 1.0" not in lines
    row = lines[lines.index("; INSTANT 2.0") + 3]
    # in the plane the stress across comes second
    assert [float(word) for word in row.split()] == [28.0, 5.0, 6.0, 0.0, 0.0, 0.0, 0.0]


def test_a_table_of_something_else(around):
    table = Table({"X": ("R", [1.0])})
    with pytest.raises(Refused, match="has no column INTITULE"):
        run("IMPR_OAR", around, TABL_MECA={"TORSION": table}, UNITE=31)
