"""The sliding block (comm/block_sliding.comm) by impulses: `python benchmarks/block_sliding.py [--stick STEPS] [-o PLOT]`.

Errors of position and velocity against the exact motion for shorter and shorter steps, with their orders: within the first slip, where
nothing happens between its ends, and over all ten seconds with their eight changes between slip and stick; drawn into PLOT.
With --stick, the block is pushed with 7.84 N, a little less than friction can hold, for so many steps instead: how far it moves.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import pyaster_lite  # noqa: E402

ROOT = Path(__file__).parent.parent
DECK = (ROOT / "comm/block_sliding.comm").read_text()
SLIP = 0.3
HELD = 7.84


def study(text: str):
    """The deck `text`, on the mesh of the block."""
    with tempfile.TemporaryDirectory() as name:
        deck = Path(name) / "block_sliding.comm"
        deck.write_text(text)
        return pyaster_lite.run(deck, units={20: ROOT / "meshes/block_sliding.mail"}, output=Path(name) / "out")


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """The text with words replaced, each of which must be there."""
    for old, new in pairs:
        if old not in text:
            sys.exit(f"comm/block_sliding.comm has changed: it has no {old!r}")
        text = text.replace(old, new)
    return text


def motion(steps: int):
    """Instants of ten seconds in so many steps, position and velocity (n,) of the block, and the exact ones."""
    head = DECK[: DECK.index("# the largest errors")]
    found = study(changed(head, ("steps = 10000", f"steps = {steps}"), ("PAS_ARCH=100", f"PAS_ARCH={steps}")) + "\nFIN()\n")
    values = {word: np.array(found[word]) for word in ("instants", "moved", "speed")}
    return values["instants"], values["moved"], values["speed"], np.array(found["motion"]).T


def errors(steps: int) -> np.ndarray:
    """The largest errors of position and of velocity in the first slip, then those over all."""
    instants, x, v, (exact_x, exact_v) = motion(steps)
    missed = np.abs([x - exact_x, v - exact_v])
    early = instants <= SLIP * (1 + 1e-9)
    return np.concatenate([missed[:, early].max(axis=1), missed.max(axis=1)])


def converge(sizes: list[float], plot: Path):
    """Print and draw how errors fall."""
    words = ("x, slip", "v, slip", "x, all", "v, all")
    print(f"{'h (s)':>9}" + "".join(f"{word:>12} order" for word in words))
    table = []
    for h in sizes:
        table.append(errors(round(10.0 / h)))
        orders = np.log(table[-2] / table[-1]) / np.log(sizes[len(table) - 2] / h) if len(table) > 1 else np.full(4, np.nan)
        print(f"{h:9.1e}" + "".join(f"{e:12.2e} {order:5.2f}" for e, order in zip(table[-1], orders)), flush=True)
    draw(np.array(sizes), np.array(table), words, plot)


def draw(sizes, table, words, plot):
    """Errors over the length of the step, beside the slope of second order."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    from pyaster_lite.study.plots import STYLE

    with matplotlib.rc_context(STYLE | {"svg.hashsalt": "block"}):
        figure, axes = pyplot.subplots(figsize=(5.6, 4.0), layout="constrained")
        axes.grid(True)
        axes.set_title("Sliding block by impulses: largest errors")
        axes.set_xlabel("length of the step, s")
        axes.set_ylabel("m, m/s")
        for column, word, mark in zip(table.T, words, ("o", "s", "o", "s")):
            axes.loglog(sizes, column, marker=mark, markersize=4, label=word, linestyle="--" if word.endswith("slip") else "-")
        axes.loglog(sizes, 0.3 * table[0, 0] * (sizes / sizes[0]) ** 2, color="#888888", linewidth=1, label="second order")
        axes.legend()
        figure.savefig(plot, metadata={"Date": None})


def stick(steps: int):
    """Print how far the block moves while it is held."""
    head = DECK[: DECK.index("FOLLOWED =")]
    observed = head.index("    OBSERVATION=")
    head = head[:observed] + head[head.index("    ARCHIVAGE=") :]
    text = changed(
        head,
        ("steps = 10000", f"steps = {steps}"),
        ("h = 10.0 / steps", "h = 1e-3"),
        ("JUSQU_A=10.0", "JUSQU_A=steps * h"),
        ('"cos(INST)"', f'"{HELD} / 8.0"'),
        ("PAS_ARCH=100", f"PAS_ARCH={max(steps // 10, 1)}"),
    )
    start = time.perf_counter()
    result = study(text + "\nFIN()\n")["SLIDE"]
    spent = time.perf_counter() - start
    for order in result.orders:
        u, v = (abs(np.nan_to_num(result.field(word, order).values)).max() for word in ("DEPL", "VITE"))
        print(f"t = {result.parameter('INST', order):8.1f} s: moved {u:.3e} m, velocity {v:.3e} m/s", flush=True)
    print(f"{steps} steps in {spent:.0f} s")


def main():
    """One of the two measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stick", type=int, metavar="STEPS", help="hold the block for so many steps")
    parser.add_argument("--sizes", type=float, nargs="*", default=[1e-2, 5e-3, 2e-3, 1e-3, 5e-4], help="lengths of the step (s)")
    parser.add_argument("-o", type=Path, default=ROOT / "docs/block_sliding_order.svg", help="where the plot goes")
    chosen = parser.parse_args()
    if chosen.stick:
        stick(chosen.stick)
    else:
        converge(chosen.sizes, chosen.o)


if __name__ == "__main__":
    main()
