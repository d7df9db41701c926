"""Names of correctors in MED files."""

import pytest

from pyaster_lite.commands._corrector_names import WIDTH, from_file, in_file


@pytest.mark.parametrize("name", ("CORR_MECA11_MEMB", "CORR_DILA_FLEX", "CORR_MECA31_CT", "CORR_DILA", "CORR_MECA12"))
def test_names_come_back(name):
    short = in_file(name)
    assert len(short) <= WIDTH and short.startswith("Z")
    assert from_file(short.ljust(WIDTH, "_") + "DEPL", "DEPL") == name


def test_other_fields_are_no_correctors():
    assert from_file("ZME11_MBDEPL", "TEMP") is None and from_file("RESU____DEPL", "DEPL") is None
