"""DEFI_FICHIER: units tied to files and freed again."""

import pytest

from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run


def test_units_come_and_go(tmp_path):
    around = Surroundings(tmp_path)
    unit = run("DEFI_FICHIER", around, FICHIER="REPE_OUT/curve.txt", ACCES="NEW")
    around.files.append(unit, "1\n")
    assert run("DEFI_FICHIER", around, ACTION="LIBERER", UNITE=unit) is None
    assert (tmp_path / "out/REPE_OUT/curve.txt").read_text() == "1\n"
    assert run("DEFI_FICHIER", around, UNITE=80, FICHIER="x.med", TYPE="BINARY") is None
    assert around.files.unit_of("x.med") == 80
    run("DEFI_FICHIER", around, ACTION="LIBERER", FICHIER="x.med")
    with pytest.raises(Refused, match="no logical unit stands for x.med"):
        run("DEFI_FICHIER", around, ACTION="LIBERER", FICHIER="x.med")
    with pytest.raises(Refused, match="no file nowhere.txt"):
        run("DEFI_FICHIER", around, UNITE=39, FICHIER="nowhere.txt", ACCES="OLD")


def test_a_file_called_as_its_unit_is_still_read_from_it(tmp_path):
    around = Surroundings(tmp_path)
    run("DEFI_FICHIER", around, UNITE=38, FICHIER="./fort.38")
    around.files.append(38, "text\n")
    run("DEFI_FICHIER", around, ACTION="LIBERER", UNITE=38)
    assert around.files.path(38).read_text() == "text\n"
