"""Fields of MED files of version 2: kinds of places that hold the steps."""

import h5py
import numpy as np
import pytest

from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.med_fields import MedFields, Step

FIRST, SECOND = f"{1:20d}{1:20d}", f"{2:20d}{1:20d}"


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "old.med"
    with h5py.File(path, "w") as file:
        about = file.create_group("INFOS_GENERALES")
        for word, number in (("MAJ", 2), ("MIN", 3), ("REL", 6)):
            about.attrs[word] = number
        field = file.create_group("CHA/FLOW")
        field.attrs["NCO"], field.attrs["NOM"], field.attrs["TYP"] = 2, b"x".ljust(16) + b"y".ljust(16), 6
        for place, key, time, profile, values in (
            ("MAI.TR3", FIRST, 0.5, "", [1.0, 2.0, 10.0, 20.0]),
            ("MAI.TR3", SECOND, 1.0, "SOME", [3.0, 30.0]),
            ("NOE", SECOND, 1.0, "", [4.0, 5.0, 6.0, 7.0]),
        ):
            step = field.require_group(f"{place}/{key}")
            step.attrs["MAI"], step.attrs["NDT"], step.attrs["NOR"], step.attrs["PDT"] = "SKIN", int(key[:20]), 1, time
            held = step.create_group("SKIN")
            held.attrs["NGA"], held.attrs["PFL"], held.attrs["GAU"] = 1, profile.ljust(32), " " * 32
            held["CO"] = np.array(values)
        file["PROFILS/SOME/PFL"] = np.array([2])
    return path


def test_steps_of_all_places_and_their_values(old):
    with MedFields(old) as file:
        first, second = file.steps("FLOW")
        assert (first, second) == (Step(1, 1, 0.5, FIRST), Step(2, 1, 1.0, SECOND))
        assert file.mesh_name("FLOW") == "SKIN" and file.components("FLOW") == ["x", "y"]
        (cells,) = file.parts("FLOW", first)
        assert (cells.place, cells.type) == ("CELL", "TRIA3") and cells.values[:, 0].tolist() == [[1.0, 10.0], [2.0, 20.0]]
        cells, nodes = file.parts("FLOW", second)
        assert cells.rows.tolist() == [1] and nodes.place == "NOEU" and nodes.values[:, 0].tolist() == [[4.0, 6.0], [5.0, 7.0]]


def test_a_field_without_values_is_damaged(old):
    with h5py.File(old, "a") as file:
        del file[f"CHA/FLOW/MAI.TR3/{FIRST}/SKIN/CO"]
    with MedFields(old) as file, pytest.raises(FileProblem, match="damaged"):
        file.parts("FLOW", file.steps("FLOW")[0])
