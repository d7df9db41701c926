"""DEFI_MATERIAU/TABLE: laws whose parameters are columns of a table."""

import pytest

from pyaster_lite.concepts.table import Table
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run

COLUMNS = {
    "TEMP": ("R", [20.0, 520.0]),
    "E": ("R", [2e11, 1e11]),
    "NU": ("R", [0.2, 0.3]),
    "ALPHA": ("R", [1e-5, 1e-5]),
    "TEMP_DEF_ALPHA": ("R", [20.0, 20.0]),
    "REMARK": ("K8", ["a", "b"]),
}


def made(tmp_path, columns, **words):
    table = {"TABLE": Table(columns), "NOM_PARA": "TEMP", "COMPOR": ("ELAS_FO",), **words}
    return run("DEFI_MATERIAU", Surroundings(tmp_path), TABLE=table, THER={"LAMBDA": 54.6, "RHO_CP": 3.71e6})


def test_columns_that_the_law_knows_are_functions_or_numbers(tmp_path):
    material = made(tmp_path, COLUMNS, PROL_DROITE="CONSTANT")
    law = material.laws["ELAS_FO"]
    assert law["E"](270.0) == pytest.approx(1.5e11) and law["NU"](600.0) == pytest.approx(0.3)
    assert law["TEMP_DEF_ALPHA"] == 20.0 and law["PRECISION"] == 1.0 and "REMARK" not in law
    assert set(material.laws) == {"ELAS_FO", "THER"}


def test_what_lacks_is_told(tmp_path):
    with pytest.raises(Refused, match="ELAS_FO needs a column NU"):
        made(tmp_path, {name: column for name, column in COLUMNS.items() if name != "NU"})
    with pytest.raises(Refused, match="the table has no column IRRA"):
        made(tmp_path, COLUMNS, NOM_PARA="IRRA")
