"""Contract of the saved base: an object of every concept class comes back as it was, whatever the class holds."""

import importlib
import pkgutil
from pathlib import Path

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite import concepts
from pyaster_lite.concepts.base import Concept
from pyaster_lite.study import base
from pyaster_lite.study.encoding import Encoder

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def classes():
    for info in pkgutil.iter_modules(concepts.__path__):
        importlib.import_module(f"pyaster_lite.concepts.{info.name}")
    waiting, found = [Concept], set()
    while waiting:
        subclasses = waiting.pop().__subclasses__()
        found |= {cls for cls in subclasses if cls.__module__.startswith("pyaster_lite.concepts.")}
        waiting += subclasses
    return found


@pytest.fixture(scope="module")
def studies(tmp_path_factory):
    folder = tmp_path_factory.mktemp("decks")
    short = (ROOT / "comm/sdnv104b.comm").read_text().replace("_F(JUSQU_A=3.5, NOMBRE=350)", "_F(JUSQU_A=0.01, NOMBRE=1)")
    (folder / "short.comm").write_text(short.partition("first = dict")[0] + "FIN()\n")
    decks = {folder / "short.comm": "sdnv104b", ROOT / "comm/sdnd106a.comm": "sdnd106a", HERE / "every_concept.comm": "sdnv104b"}
    decks[ROOT / "comm/layered_cell.comm"] = "layered_cell"
    return [pyaster_lite.run(deck, units={20: ROOT / f"meshes/{mesh}.mail"}, output=folder) for deck, mesh in decks.items()]


def test_every_class_is_met(studies):
    made = {type(value) for study in studies for value in study.environment.values()}
    made |= {type(result.field(name, result.orders[-1])) for study in studies for result in study.environment.values()
             if hasattr(result, "field_names") for name in result.field_names()}  # fmt: skip
    missing = sorted(cls.__name__ for cls in classes() - made)
    assert not missing, f"make one of each in tests/study/every_concept.comm: {', '.join(missing)}"


def test_everything_comes_back(studies, tmp_path):
    for number, study in enumerate(studies):
        folder = tmp_path / str(number)
        assert base.save(folder, study.environment, study.order) == {}
        before, after = Encoder(), Encoder()
        loaded = base.load(folder)
        for name in loaded:
            assert before.encode(study.environment[name]) == after.encode(loaded[name]), name
        assert before.objects == after.objects
        for one, other in zip(before.arrays, after.arrays, strict=True):
            np.testing.assert_array_equal(one, other, strict=True)


def test_what_comes_back_works(studies, tmp_path):
    base.save(tmp_path, studies[2].environment)
    loaded = base.load(tmp_path)
    assert loaded["FORM"](0.5, 1.0) == 2.5 and loaded["FAMILY"](0.5, 0.5) == 0.5
    data = loaded["MODEL"].data(loaded["MATER"])
    now, then = (load.vector(data, 0.5) for load in (loaded["PUSH"], studies[2]["PUSH"]))
    np.testing.assert_array_equal(now, then)
