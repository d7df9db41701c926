"""Processes of pyaster-lite, one for each call of its command line: started anew, or forked from one that has loaded what decks need.

To load Python, numpy, scipy and the commands takes half a second, more than most decks take themselves. A nursery does it once and forks
itself for each call; what one call had to load besides, the next ones find there.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import select
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass

PRELOADED = ("scipy.sparse.linalg", "pyaster_lite.study.run", "pyaster_lite.api", "pyaster_lite.cli")
"""What every deck loads."""
SHARED = ("pyaster_lite", "numpy", "scipy", "h5py", "medcoupling", "lark")
"""The packages whose modules a nursery loads after a child had to; a deck's own modules are not among them."""
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Call:
    """One run of the command line.

    arguments  as the shell would give them
    folder     where it runs;  log  the file that takes all it prints
    memory     bytes of private memory, 0 for no bound (a Nursery's only): beyond, it gets a MemoryError that it reports itself
    """

    arguments: list[str]
    folder: str
    log: str
    memory: int = 0


class Fresh:
    """Each call in a process that is started for it (any system)."""

    def __init__(self):
        self._process: subprocess.Popen | None = None

    @property
    def alive(self) -> bool:
        """Whether it takes another call."""
        return True

    def run(self, call: Call, limit: float) -> int | None:
        """The exit code (negative: the signal that ended it), None when it had to be stopped after `limit` seconds."""
        with open(call.log, "wb") as log:
            command = [sys.executable, "-m", "pyaster_lite", *call.arguments]
            self._process = _start(command, cwd=call.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        try:
            return self._process.wait(limit)
        except subprocess.TimeoutExpired:
            self.kill()
            return None

    def kill(self):
        """End what runs."""
        if self._process is not None:
            _kill(self._process)


class Nursery:
    """Each call in a child of a process that is loaded once; one call at a time (Linux)."""

    def __init__(self):
        self._process = _start([sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    @property
    def alive(self) -> bool:
        """Whether it takes another call: not after it was killed, or a call was stopped at its limit."""
        return self._process.poll() is None

    def run(self, call: Call, limit: float) -> int | None:
        """As Fresh.run."""
        open(call.log, "wb").close()
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(asdict(call)).encode() + b"\n")
        ended, _, _ = select.select([self._process.stdout], [], [], limit)
        code = self._process.stdout.readline() if ended else b""
        if code:
            return int(code)
        self.kill()
        return -signal.SIGKILL if ended else None

    def kill(self):
        """End it and what runs."""
        _kill(self._process)


def process() -> Fresh | Nursery:
    """The quickest kind that this system has: forking is safe for the libraries in use on Linux only."""
    return Nursery() if sys.platform == "linux" else Fresh()


def _start(command, **streams):
    return subprocess.Popen(command, env=os.environ | dict.fromkeys(THREADS, "1"), start_new_session=True, **streams)


def _kill(process):
    """End a process and whatever it started."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _serve():
    """The nursery: for each call that comes as a line, fork a child that does it, and say its exit code.

    Nothing comes while a child runs but the end of the input, when the caller is no more: then the child ends too.
    """
    with os.fdopen(os.dup(1), "wb", buffering=0) as answers:
        os.dup2(2, 1)
        _load(PRELOADED)
        for line in sys.stdin.buffer:
            gc.freeze()
            reading, writing = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(reading)
                _do(Call(**json.loads(line)), writing)
            os.close(writing)
            if sys.stdin in select.select([reading, sys.stdin], [], [])[0]:
                os.killpg(0, signal.SIGKILL)
            with open(reading, encoding="utf-8") as loaded:
                names = loaded.read().split()
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            with contextlib.suppress(BrokenPipeError):
                answers.write(b"%d\n" % code)
            _load(names)


def _do(call, loaded):
    """The call, in the child, which ends with it; the names of the modules that it loaded go to the descriptor `loaded`."""
    if call.memory:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (call.memory, call.memory))
    os.chdir(call.folder)
    with open(os.devnull, "rb") as nothing, open(call.log, "wb") as log:
        os.dup2(nothing.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    known, sys.argv = set(sys.modules), ["pyaster-lite", *call.arguments]
    try:
        runpy.run_module("pyaster_lite", run_name="__main__")
    finally:
        names = [name for name in sys.modules if name not in known and name.partition(".")[0] in SHARED]
        with open(loaded, "w", encoding="utf-8") as out:
            out.write("\n".join(names))


def _load(names):
    for name in names:
        with contextlib.suppress(Exception):
            importlib.import_module(name)


if __name__ == "__main__":
    _serve()
