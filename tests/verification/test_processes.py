"""Processes that run the command line, started anew or forked from one that is loaded: the same to whoever calls."""

import contextlib
import subprocess
import sys
import time
from pathlib import Path

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
def test_a_child_ends_with_its_caller(tmp_path):
    (tmp_path / "deck.comm").write_text("DEBUT()\nimport os, time\nopen('number', 'w').write(str(os.getpid()))\ntime.sleep(600)\nFIN()\n")
    code = "from pyaster_lite.verification.processes import *\nNursery().run(Call(['deck.comm'], '.', 'log'), 600)"
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path) as caller:
        number = _eventually(lambda: int((tmp_path / "number").read_text()))
        caller.kill()
    assert _eventually(lambda: _ended(number))


def _ended(number):
    """Whether a process is no more, or waits only for its end to be heard."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def _eventually(look):
    """What `look` gives, as soon as it gives something."""
    for _ in range(600):
        with contextlib.suppress(OSError, ValueError):
            if seen := look():
                return seen
        time.sleep(0.1)
    return None


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
def test_forking_is_chosen_where_it_is_safe():
    one = process()
    try:
        assert isinstance(one, Nursery)
    finally:
        one.kill()
    assert not one.alive
