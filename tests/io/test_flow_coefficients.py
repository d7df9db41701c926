"""Tables of what flows do to tubes."""

import pytest

from pyaster_lite.io.flow_coefficients import known_bundles, read_bundles


def test_a_table_is_read(tmp_path):
    path = tmp_path / "table"
    path.write_text("1\n1\n12\n2\n0.5D0 1.0D0 0.6 2.0\n" + "0 " * 7 + "1.5D1 0 0 0\n" + "0 " * 7 + "-2 0 0 1\n*****\n")
    limits, rows, validity = read_bundles(path)[1, 12]
    assert limits.tolist() == [0.5, 1.0] and validity == (0.6, 2.0)
    assert rows[:, 7].tolist() == [15.0, -2.0] and rows[1, 10] == 1.0


def test_a_table_that_ends_early_is_refused(tmp_path):
    path = tmp_path / "table"
    path.write_text("2\n1\n12\n1\n0.5 0.6 2.0\n" + "0 " * 11)
    with pytest.raises(ValueError):
        read_bundles(path)


@pytest.mark.parametrize("which", ["damping", "stiffness"])
def test_the_known_tables_are_whole(which):
    tables = known_bundles(which)
    assert (1, 1001) in tables and (2, 1004) in tables
    for limits, rows, validity in tables.values():
        assert rows.shape == (len(limits), 11) and validity[0] < validity[1] and (limits[1:] > limits[:-1]).all()
