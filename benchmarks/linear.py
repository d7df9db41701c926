"""Linear studies of a cube of HEXA8 or HEXA20, with the share of each phase: `python benchmarks/linear.py [--cases WORD ...]`.

A unit cube is clamped at x = 0 and pulled along z by 1e6 N/m2 on x = 1: its statics (MECA_STATIQUE), its 40 smallest frequencies
(CALC_MODES) and 1000 steps of its motion (DYNA_VIBRA, NEWMARK). Each case: the wall and the processor seconds of the whole process,
those of code_aster and the ratio of both, the share of all that is neither factorisation nor solution, how far the result is from
code_aster's, the wall seconds of each phase. code_aster's seconds are measured in the same run where --code-aster names its `run_aster`;
else they are those of version 17 (sequential, MUMPS, one thread) on a machine of the same kind. One thread: OMP_NUM_THREADS=1.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.io.med_write import write_mesh

HEXA20 = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (0, 0, 2), (2, 0, 2), (2, 2, 2), (0, 2, 2), (1, 0, 0), (2, 1, 0),
          (1, 2, 0), (0, 1, 0), (0, 0, 1), (2, 0, 1), (2, 2, 1), (0, 2, 1), (1, 0, 2), (2, 1, 2), (1, 2, 2), (0, 1, 2)]  # fmt: skip
QUAD8 = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1)]
HEAD = """
DEBUT()
MA = LIRE_MAILLAGE(FORMAT="MED", UNITE=20)
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="3D"))
ST = DEFI_MATERIAU(ELAS=_F(E=2.1e11, NU=0.3, RHO=7800.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=ST))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_MA="HELD", DX=0.0, DY=0.0, DZ=0.0))
PULL = AFFE_CHAR_MECA(MODELE=MO, FORCE_FACE=_F(GROUP_MA="END", FZ=-1.0e6))
"""
MATRICES = """
ASSEMBLAGE(MODELE=MO, CHAM_MATER=CM, CHARGE=HELD, NUME_DDL=CO("NU"),
           MATR_ASSE=(_F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA")),
           VECT_ASSE=_F(VECTEUR=CO("F"), OPTION="CHAR_MECA", CHARGE=PULL))
"""
BOTTOM = 'TEST_RESU(RESU=_F(RESULTAT=R, NUME_ORDRE={order}, NOM_CHAM="DEPL", NOM_CMP="DZ", TYPE_TEST="MIN", VALE_CALC={value}))\nFIN()\n'
STATICS = HEAD + "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CM, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PULL)))\n" + BOTTOM
MODES = HEAD + MATRICES + """
R = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=40), SOLVEUR_MODAL=_F(METHODE="SORENSEN"))
TEST_RESU(RESU=_F(RESULTAT=R, NUME_MODE=1, PARA="FREQ", VALE_CALC={value}))
FIN()
"""  # fmt: skip
MOTION = HEAD + MATRICES + """
TI = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=0.01, NOMBRE=1000))
ONE = DEFI_CONSTANTE(VALE=1.0)
R = DYNA_VIBRA(TYPE_CALCUL="TRAN", BASE_CALCUL="PHYS", MATR_MASS=M, MATR_RIGI=K, INCREMENT=_F(LIST_INST=TI),
               SCHEMA_TEMPS=_F(SCHEMA="NEWMARK"), EXCIT=_F(VECT_ASSE=F, FONC_MULT=ONE), ARCHIVAGE=_F(PAS_ARCH=100))
TEST_RESU(RESU=_F(RESULTAT=R, INST=0.01, NOM_CHAM="DEPL", NOM_CMP="DZ", TYPE_TEST="MIN", VALE_CALC={value}))
FIN()
"""  # fmt: skip
CASES = {
    "statics 14^3 HEXA8": (STATICS, 14, 1, -3.364712698730e-05, 1.6),
    "statics 24^3 HEXA8": (STATICS, 24, 1, -3.396714803457e-05, 4.7),
    "statics 36^3 HEXA8": (STATICS, 36, 1, -3.409939243040e-05, 22.7),
    "statics 12^3 HEXA20": (STATICS, 12, 2, -3.412585538091e-05, 3.1),
    "statics 22^3 HEXA20": (STATICS, 22, 2, -3.422264608456e-05, 29.3),
    "modes 24^3 HEXA8": (MODES, 24, 1, 552.5646298421825, 19.4),
    "motion 24^3 HEXA8": (MOTION, 24, 1, -6.434029548263e-05, 76.9),
}
SOLVING = ("factorisation", "solution", "modes", "time steps", "solver")


def cube(n: int, degree: int) -> Mesh:
    """n^3 cells of a degree, with the faces x = 0 (HELD) and x = 1 (END)."""
    stride = 2 * n + 1
    corners = 2 * np.stack(np.meshgrid(*3 * [np.arange(n)], indexing="ij"), axis=-1).reshape(-1, 1, 3)
    sides = 2 * np.stack(np.meshgrid(*2 * [np.arange(n)], indexing="ij"), axis=-1).reshape(-1, 1, 2)
    solids = corners + np.array(HEXA20[: 8 if degree == 1 else 20])
    faces = sides + np.array(QUAD8[: 4 if degree == 1 else 8])
    places = [solids] + [np.insert(faces, 0, at, axis=2) for at in (0, 2 * n)]
    numbers = [place @ (stride**2, stride, 1) for place in places]
    used, flat = np.unique(np.concatenate([number.ravel() for number in numbers]), return_inverse=True)
    pieces = np.split(flat, np.cumsum([number.size for number in numbers])[:-1])
    solid, held, end = (piece.reshape(number.shape).astype(np.int32) for piece, number in zip(pieces, numbers))
    coordinates = np.stack(np.unravel_index(used, 3 * (stride,)), axis=1) / (2.0 * n)
    count = len(solid)
    face_cells = count + np.arange(2 * len(held))
    kinds = ("HEXA8", "QUAD4") if degree == 1 else ("HEXA20", "QUAD8")
    blocks = [CellBlock(kinds[0], solid, np.arange(count)), CellBlock(kinds[1], np.concatenate((held, end)), face_cells)]
    return Mesh(coordinates, blocks, cell_groups={"HELD": face_cells[: len(held)], "END": face_cells[len(held) :]})


def write(case: str, folder: Path):
    """The mesh and the deck of a case."""
    deck, n, degree, value, _ = CASES[case]
    write_mesh(folder / "cube.med", cube(n, degree), "CUBE")
    (folder / "cube.comm").write_text(deck.format(value=value, order=1))


def code_aster_seconds(run_aster: str, folder: Path) -> float:
    """Processor seconds of code_aster on the deck that lies in the folder."""
    export = folder / "cube.export"
    export.write_text("P time_limit 3600\nP memory_limit 8000\nF comm cube.comm D 1\nF mmed cube.med D 20\n")
    used = processor_seconds()
    done = subprocess.run([run_aster, str(export)], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"code_aster ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr}")
    return processor_seconds() - used


def run(case: str, folder: Path):
    """(wall seconds, processor seconds, {phase: seconds}, difference by the reference) of one process."""
    write(case, folder)
    command = [sys.executable, "-m", "pyaster_lite", "cube.comm", "--unit", "20=cube.med", "--json", "cube.json", "-q"]
    start, used = time.perf_counter(), processor_seconds()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    wall = time.perf_counter() - start
    if done.returncode not in (0, 1):
        sys.exit(f"{case} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    verdicts = json.loads((folder / "cube.json").read_text())
    return wall, processor_seconds() - used, verdicts["times"], verdicts["tests"][0]["difference"]


def processor_seconds() -> float:
    """Those of the processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main():
    """Print one line per case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", nargs="*", default=[""], help="only cases whose names hold one of these")
    parser.add_argument("--code-aster", metavar="RUN_ASTER", help="the start script of a code_aster to be timed beside")
    options = parser.parse_args()
    print(f"{'case':<20} {'wall s':>7} {'cpu s':>7} {'code_aster':>10} {'ratio':>6} {'other':>6} {'difference':>10}   phases")
    with tempfile.TemporaryDirectory() as name:
        for case in (case for case in CASES if any(word in case for word in options.cases)):
            wall, cpu, times, difference = run(case, Path(name))
            other = 1.0 - sum(times.get(phase, 0.0) for phase in SOLVING) / wall
            phases = ", ".join(f"{phase} {value:.2f}" for phase, value in sorted(times.items(), key=lambda t: -t[1]) if value > 0.05)
            theirs = code_aster_seconds(options.code_aster, Path(name)) if options.code_aster else CASES[case][-1]
            print(
                f"{case:<20} {wall:7.1f} {cpu:7.1f} {theirs:10.1f} {cpu / theirs:6.2f} {other:6.2f} {difference:10.1e}   {phases}",
                flush=True,
            )


if __name__ == "__main__":
    main()
