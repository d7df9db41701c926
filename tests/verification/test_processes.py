"""Processes that run the command line, started anew or forked from one that is loaded: the same to whoever calls."""

import sys

import pytest

from pyaster_lite.verification.processes import Call, Fresh, Nursery, process

SPOILING = "import os\nimport numpy\nnumpy.spoiled = True\nos.environ['SPOILED'] = '1'\n"
LOOKING = "import os\nimport numpy\nif hasattr(numpy, 'spoiled') or 'SPOILED' in os.environ:\n    raise ValueError('spoiled')\n"


@pytest.fixture(params=[Fresh, pytest.param(Nursery, marks=pytest.mark.skipif(sys.platform != "linux", reason="forks"))])
def one(request):
    """A process of each kind."""
    started = request.param()
    yield started
    started.kill()


@pytest.fixture
def run(one, tmp_path):
    """Runs a deck in that process; (exit code, what it printed)."""

    def run(body, limit=120.0):
        (tmp_path / "deck.comm").write_text(f"DEBUT()\n{body}\nFIN()\n")
        log = tmp_path / "log.txt"
        code = one.run(Call(["run", "deck.comm", "--output", str(tmp_path)], str(tmp_path), str(log)), limit)
        return code, log.read_text()

    return run


def test_calls_follow_each_other_and_share_nothing(run):
    assert run(SPOILING)[0] == 0
    code, said = run(LOOKING + "TEST_FONCTION(VALEURS=1)")
    assert code == 2 and "VALEURS" in said
    code, said = run(LOOKING)
    assert code == 0 and "VALEURS" not in said


def test_a_call_that_takes_too_long_is_stopped(one, run):
    assert run("while True:\n    pass", limit=1.0)[0] is None
    assert one.alive is isinstance(one, Fresh)


def test_a_call_that_ends_itself_tells_its_signal(run):
    assert run("import os\nimport signal\nos.kill(os.getpid(), signal.SIGTERM)")[0] == -15
    assert run("")[0] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
def test_forking_is_chosen_where_it_is_safe():
    one = process()
    try:
        assert isinstance(one, Nursery)
    finally:
        one.kill()
    assert not one.alive
