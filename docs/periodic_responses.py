"""Draws docs/hbm_response.svg and docs/hbm_gap.svg: `python docs/periodic_responses.py`.

The mass of comm/hbm_one_mass.comm with its Jenkins element at several forces: response curves and hysteresis loops; the mass between
two stops of comm/hbm_gap.comm: stable and unstable responses.
"""

import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

import pyaster_lite  # noqa: E402
from pyaster_lite.study.plots import STYLE  # noqa: E402

ROOT = Path(__file__).parent.parent
FORCES = (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
SWEEP = """
for number, level in enumerate({forces}, 1):
    CURVE = DYNA_VIBRA(
        TYPE_CALCUL="HARM", BASE_CALCUL="PHYS", MATR_RIGI=K, MATR_MASS=M, MATR_AMOR=C,
        FREQ=(0.8 / (2.0 * pi), 1.8 / (2.0 * pi)), EXCIT=_F(CHARGE=FORCE, COEF_MULT=level),
        EQUI_HARM=_F(NB_HARM=9, BOUCLE="OUI"), CONTINUATION=_F(PAS=0.002, PAS_MAXI=0.003, NB_PAS_MAXI=2000), COMPORTEMENT=RUBS,
    )
    curves.append(CURVE.tables)
FIN()
"""
COLOURS = pyplot.get_cmap("viridis")


def study(stem, text):
    """The deck `text` with the mesh of a deck of comm/."""
    with tempfile.TemporaryDirectory() as name:
        deck = Path(name) / f"{stem}.comm"
        deck.write_text(text)
        return pyaster_lite.run(deck, units={20: ROOT / f"meshes/{stem}.mail"}, output=Path(name) / "out")


def save(figure, name):
    """Write a picture beside this script."""
    figure.savefig(Path(__file__).parent / name, metadata={"Date": None})
    pyplot.close(figure)


def label(axes, title, across, along):
    """Title and words of the axes."""
    axes.grid(True)
    axes.set_title(title)
    axes.set_xlabel(across)
    axes.set_ylabel(along)


def jenkins():
    """Curves and loops of the mass that rubs."""
    deck = (ROOT / "comm/hbm_one_mass.comm").read_text()
    head = deck[: deck.index("for level, w, moduli")]
    curves = study("hbm_one_mass", head + "curves = []\n" + SWEEP.format(forces=FORCES))["curves"]
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9.6, 3.8), layout="constrained", width_ratios=(6, 4))
    label(left, "Amplitude / force of a mass that rubs", "w", "first harmonic / F")
    label(right, "Friction over a period, at the peaks", "u", "force on the mass")
    for force, tables, shade in zip(FORCES, curves, (0.05 + 0.85 * i / (len(FORCES) - 1) for i in range(len(FORCES)))):
        rows = [row for row in tables["EQUI_HARM"].rows() if row["NUME_HARM"] == 1 and row["NOM_CMP"] == "T1"]
        left.plot(
            [6.283185307 * row["FREQ"] for row in rows],
            [row["DEPL_MODU"] / force for row in rows],
            color=COLOURS(shade),
            label=f"F = {force}",
        )
        peak = max(rows, key=lambda row: row["DEPL_MODU"])["NUME_ORDRE"]
        turn = [row for row in tables["BOUCLE"].rows() if row["NUME_ORDRE"] == peak]
        right.plot([row["DEPL_T"] for row in turn], [row["FT"] for row in turn], color=COLOURS(shade))
    left.legend()
    save(figure, "hbm_response.svg")


def gap():
    """The branch between two stops."""
    from pyaster_lite.study.periodic_plots import draw_periodic

    found = study("hbm_gap", (ROOT / "comm/hbm_gap.comm").read_text())
    save(draw_periodic(pyplot, "BRANCH", found["BRANCH"])["BRANCH_response"], "hbm_gap.svg")


if __name__ == "__main__":
    with matplotlib.rc_context(STYLE | {"svg.hashsalt": "hbm"}):
        jenkins()
        gap()
