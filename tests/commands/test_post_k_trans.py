"""POST_K_TRANS: factors of modes weighed by their coordinates."""

import numpy as np
import pytest

from pyaster_lite.concepts.generalised import Transient
from pyaster_lite.concepts.table import Table
from pyaster_lite.diagnostics import Refused
from tests.commands.runner import Surroundings, run


class Front:
    kind, name = "fond_fissure", "FF"


def transient():
    times = np.array([0.0, 0.5, 1.0])
    values = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, -1.0]])
    made = Transient(None, None, None, np.array([0, 5, 10]), times, np.full(3, 0.1), values, values, values)
    made.name = "TRAN"
    return made


def factors(space):
    rows = []
    for mode, (k1, k2) in enumerate(((10.0, 1.0), (100.0, 2.0)), start=1):
        for point in range(2 if space else 1):
            row = {"NUME_MODE": mode, "K1": k1 + point, "K2": k2}
            rows.append(row | ({"NUM_PT": point + 1, "ABSC_CURV": 0.5 * point, "K3": -k2} if space else {}))
    return Table.from_rows(rows, {name: "I" if name in ("NUME_MODE", "NUM_PT") else "R" for name in rows[0]})


@pytest.mark.parametrize("space", [False, True])
def test_modes_are_weighed(tmp_path, space):
    around = Surroundings(tmp_path)
    given = {"RESU_TRANS": transient(), "K_MODAL": {"TABL_K_MODA": factors(space), "FOND_FISS": Front()}}
    whole = run("POST_K_TRANS", around, **given).cells
    step = 2 if space else 1
    assert whole["K1"][step::step] == [210.0, -70.0] and whole["K2"][step::step] == [5.0, 1.0]
    if space:
        assert whole["K1"][3] == 213.0 and whole["NUM_PT"][:2] == [0, 1] and whole["K3"][-1] == -1.0
    one = run("POST_K_TRANS", around, **given, INST=[0.5]).cells
    assert one["NUME_ORDRE"] == [5] * step and one["INST"] == [0.5] * step
    with pytest.raises(Refused):
        run("POST_K_TRANS", around, **given, NUME_ORDRE=[7])
