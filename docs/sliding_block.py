"""Draws docs/block_sliding.svg: `python docs/sliding_block.py`.

Position and velocity of the block of comm/block_sliding.comm over time, computed by impulses, against the exact motion; shaded while it
sticks.
"""

import sys
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

from pyaster_lite.study.plots import STYLE  # noqa: E402

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "benchmarks"))
from block_sliding import motion  # noqa: E402

DRAWN, MARKED = 20, 100
"""So many steps for one point of a line, and for one mark."""


def main():
    """Two curves above one another."""
    t, x, v, (exact_x, exact_v) = motion(10000)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], exact_v[1:] == 0.0, [False]]).astype(int)))
    with matplotlib.rc_context(STYLE | {"svg.hashsalt": "block"}):
        figure, axes = pyplot.subplots(2, 1, figsize=(6.6, 4.6), sharex=True, layout="constrained")
        axes[0].set_title("Block on a frictional table, pushed with 8 cos t (shaded: it sticks)")
        for ax, found, exact, unit, scale in zip(axes, (v, x), (exact_v, exact_x), ("velocity, mm/s", "position, mm"), (1e3, 1e3)):
            ax.grid(True)
            for start, end in edges.reshape(-1, 2):
                ax.axvspan(t[start], t[min(end, len(t) - 1)], color="#e4e4e4", linewidth=0)
            ax.plot(t[::DRAWN], scale * exact[::DRAWN], color="#333333", linewidth=1, label="exact")
            ax.plot(t[::MARKED], scale * found[::MARKED], "o", color="#c44e52", markersize=3, label="SCHEMA='MOREAU', h = 1 ms")
            ax.set_ylabel(unit)
        axes[0].legend(loc="lower left", bbox_to_anchor=(0.4, 0.0))
        axes[1].set_xlabel("t, s")
        figure.savefig(HERE / "block_sliding.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
