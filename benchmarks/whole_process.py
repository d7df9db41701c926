"""Times whole processes as a user would start them: `python benchmarks/whole_process.py [-n RUNS]`.

For each case: the median wall time of RUNS processes after one that warms the caches, its share of what code_aster 17
(sequential, MUMPS, one thread) took on a 2-core machine of the same kind, and the phases that the run itself accounts for.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
EMPTY = "DEBUT()\nFIN()\n"
CODE_ASTER = {"empty deck": 1.1, "sdnv104b": 26.5, "sdnv104e": 34.4, "sdnd106a": 3.1}


def cases(folder: Path):
    """(name, arguments) of every case; the empty deck is written into `folder`."""
    (folder / "empty.comm").write_text(EMPTY)
    yield "--version", ["--version"]
    yield "empty deck", [str(folder / "empty.comm")]
    for stem in ("sdnv104b", "sdnv104e", "sdnd106a"):
        yield stem, [str(ROOT / "comm" / f"{stem}.comm")]


def seconds(arguments, folder: Path) -> float:
    """Wall time of one process; its results go into `folder`."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "pyaster_lite", *arguments], cwd=folder, capture_output=True, text=True)
    elapsed = time.perf_counter() - start
    if done.returncode:
        sys.exit(f"{' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return elapsed


def main():
    """Print one line per case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=5, help="counted runs of each case")
    runs = parser.parse_args().n
    print(f"{'case':<12} {'median s':>9} {'min':>7} {'max':>7}  share of code_aster   phases")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for case, arguments in cases(folder):
            verdicts = folder / "verdicts.json"
            phases = ""
            if case != "--version":
                arguments = [*arguments, "--json", str(verdicts)]
            seconds(arguments, folder)
            taken = [seconds(arguments, folder) for _ in range(runs)]
            if verdicts.exists():
                times = json.loads(verdicts.read_text())["times"]
                phases = ", ".join(f"{phase} {value:.2f}" for phase, value in sorted(times.items(), key=lambda t: -t[1]))
            share = f"{statistics.median(taken) / CODE_ASTER[case]:.3f}" if case in CODE_ASTER else "-"
            print(f"{case:<12} {statistics.median(taken):9.2f} {min(taken):7.2f} {max(taken):7.2f}  {share:>19}   {phases}")


if __name__ == "__main__":
    main()
