"""Times harmonic balance against integration in time: `python benchmarks/harmonic_balance.py [--marched N] [--frequencies N]`.

A cantilever of solid elements (HEXA8, more than 20 000 unknowns) reduced to 20 modes rubs on 20 nodes of its top face: springs in
contact under a preload, which stick, slip and lift off while the tip is shaken along y and z. Harmonic balance (5 harmonics) sweeps
200 frequencies; the march takes the same contacts to the steady state at a few of them, from rest, and is counted for all.
"""

import argparse
import os
import tempfile
from math import pi
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import pyaster_lite  # noqa: E402

CELLS, SIZE = (60, 12, 9), (0.5, 0.05, 0.04)
CONTACTS = 20
LOW, HIGH = 100.0, 220.0
STEPS, PERIODS = 400, 80

DECK = """DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="3D"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=2.0e11, NU=0.3, RHO=7800.0))
MATTER = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
CLAMP = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO="ROOT", DX=0.0, DY=0.0, DZ=0.0))
SHAKE = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO="TIP", FY=150.0, FZ=60.0))
ASSEMBLAGE(
    MODELE=MODEL, CHAM_MATER=MATTER, CHARGE=CLAMP, NUME_DDL=CO("NUMBERS"),
    MATR_ASSE=(_F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA")),
    VECT_ASSE=_F(VECTEUR=CO("F"), OPTION="CHAR_MECA", CHARGE=SHAKE),
)
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=20))
PROJ_BASE(
    BASE=MODES, STOCKAGE="DIAG",
    MATR_ASSE_GENE=(_F(MATRICE=CO("KG"), MATR_ASSE=K), _F(MATRICE=CO("MG"), MATR_ASSE=M)),
    VECT_ASSE_GENE=_F(VECTEUR=CO("FG"), VECT_ASSE=F, TYPE_VECT="FORC"),
)
PLANE = DEFI_OBSTACLE(TYPE="PLAN_Z")
contacts = [
    dict(RELATION="DIS_CHOC", GROUP_NO_1="C%d" % (i + 1), OBSTACLE=PLANE, ORIG_OBST=(0.0, 0.0, {top} - 1.5e-4 - 1.0),
         NORM_OBST=(1.0, 0.0, 0.0), RIGI_NOR=2.0e5, RIGI_TAN=4.0e4, FROTTEMENT="COULOMB", COULOMB=0.3, UNIDIRECTIONNEL="OUI")
    for i in range({contacts})
]
"""
SWEEP = """
GRID = DEFI_LIST_REEL(VALE={frequencies})
SWEEP = DYNA_VIBRA(
    TYPE_CALCUL="HARM", BASE_CALCUL="GENE", MATR_RIGI=KG, MATR_MASS=MG, AMOR_MODAL=_F(AMOR_REDUIT=0.01), LIST_FREQ=GRID,
    EXCIT=_F(VECT_ASSE_GENE=FG, COEF_MULT=1.0), EQUI_HARM=_F(NB_HARM=5),
    COMPORTEMENT=[_F(FORC_PRECH=30.0, **c) for c in contacts],
)
"""
MARCH = """
from math import cos, pi
WAVE = FORMULE(NOM_PARA="INST", VALE="cos(2.0 * pi * {frequency!r} * INST)")
MARCH = DYNA_VIBRA(
    TYPE_CALCUL="TRAN", BASE_CALCUL="GENE", SCHEMA_TEMPS=_F(SCHEMA="DIFF_CENTRE"), MATR_RIGI=KG, MATR_MASS=MG,
    AMOR_MODAL=_F(AMOR_REDUIT=0.01), EXCIT=_F(VECT_ASSE_GENE=FG, FONC_MULT=WAVE),
    INCREMENT=_F(INST_INIT=0.0, INST_FIN={end!r}, PAS={step!r}, VERI_PAS="NON"),
    COMPORTEMENT=[_F(JEU=1.0, GLISSEUR="OUI", AMOR_TAN=0.0, **c) for c in contacts],
)
"""


def mesh() -> str:
    """The cantilever as text in the ASTER format."""
    counts = [n + 1 for n in CELLS]
    number = np.arange(np.prod(counts)).reshape(counts)
    axes = [np.linspace(0.0, size, n) for size, n in zip(SIZE, counts)]
    lines = ["TITRE", "Cantilever", "FINSF", "%", "COOR_3D"]
    for (i, j, k), n in np.ndenumerate(number):
        lines.append(f" N{n} {axes[0][i]:.9g} {axes[1][j]:.9g} {axes[2][k]:.9g}")
    lines += ["FINSF", "%", "HEXA8"]
    cells = np.stack([number[a : counts[0] - 1 + a, b : counts[1] - 1 + b, c : counts[2] - 1 + c].ravel() for c in (0, 1)
                      for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))], axis=1)  # fmt: skip
    lines += [f" M{m} " + " ".join(f"N{n}" for n in nodes) for m, nodes in enumerate(cells)]
    lines += ["FINSF", "%"]
    middle = counts[1] // 2
    groups = {"ROOT": number[0].ravel(), "TIP": [number[-1, middle, counts[2] // 2]]}
    groups |= {f"C{i + 1}": [number[20 + i, middle, -1]] for i in range(CONTACTS)}
    for name, nodes in groups.items():
        rows = [nodes[i : i + 8] for i in range(0, len(nodes), 8)]
        lines += [f"GROUP_NO NOM={name}", *(" " + " ".join(f"N{n}" for n in row) for row in rows), "FINSF", "%"]
    return "\n".join([*lines, "FIN", ""])


def first_harmonic(study, frequency) -> np.ndarray:
    """(modes,) moduli of the first harmonic of the last marched period."""
    last = study["MARCH"].displacements[-STEPS:]
    turn = np.exp(-2j * pi * np.arange(STEPS) / STEPS)
    return abs(2.0 / STEPS * turn @ last)


def main():
    """Print what each way takes and how far they agree."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--marched", type=int, default=3, help="frequencies that are marched too")
    parser.add_argument("--frequencies", type=int, default=200)
    words = parser.parse_args()
    frequencies = np.linspace(LOW, HIGH, words.frequencies)
    head = DECK.format(top=SIZE[2], contacts=CONTACTS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "beam.mail").write_text(mesh())

        def run(text):
            deck = folder / "beam.comm"
            deck.write_text(head + text + "FIN()\n")
            return pyaster_lite.run(deck, units={20: folder / "beam.mail"}, output=folder / "out")

        balanced = run(SWEEP.format(frequencies=tuple(frequencies.tolist())))
        sweep = balanced["SWEEP"]
        taken = balanced.times["harmonic balance"]
        print(f"{balanced['MODEL'].dofs.size} unknowns, {sweep.displacements.shape[1]} modes, {CONTACTS} contacts, 5 harmonics")
        print(f"harmonic balance: {len(frequencies)} frequencies in {taken:.1f} s, {1e3 * taken / len(frequencies):.0f} ms each")
        shares = [row for row in sweep.tables["EQUI_HARM"].rows() if row["NUME_HARM"] == 1 and row["NOM_CMP"] == "T1"]
        slides, lifts = (np.mean([row[word] > 0.0 for row in shares]) for word in ("PART_GLIS", "PART_DECO"))
        print(f"contacts that slide {slides:.0%} of the sweep, that lift off {lifts:.0%}")
        marched = []
        for place in np.linspace(0, len(frequencies) - 1, words.marched + 2)[1:-1].astype(int):
            frequency = float(frequencies[place])
            study = run(MARCH.format(frequency=frequency, end=PERIODS / frequency, step=1.0 / frequency / STEPS))
            marched.append(study.times["time steps"])
            there, here = first_harmonic(study, frequency), abs(sweep.displacements[place])
            gap = np.linalg.norm(there - here) / np.linalg.norm(here)
            print(f"march at {frequency:.1f} Hz: {PERIODS} periods of {STEPS} steps in {marched[-1]:.1f} s, differs by {gap:.1e}")
        whole = np.mean(marched) * len(frequencies)
        print(f"march of all frequencies: {whole:.0f} s, {whole / taken:.0f} times harmonic balance")


if __name__ == "__main__":
    main()
