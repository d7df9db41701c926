"""What a step with contact costs when the model grows away from it: `python benchmarks/contact_size.py`.

A shoe rubs on a table (as in SDNV104, 11 nodes in contact, DYNA_NON_LINE) while unknowns are added where nothing touches: in more rows
of cells between the foot and the top of the shoe ("tall shoe"), or in a block that stands beside it ("block"). For each algorithm
and each size: the milliseconds of one step, split into contact, solutions and the rest. Each figure is the
difference of a long and a short run, so that neither reading nor the one factorisation counts. One thread: OMP_NUM_THREADS=1.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "meshes"))

from make_meshes import Body, Mail  # noqa: E402

import pyaster_lite  # noqa: E402

ACROSS = 10
SHORT, LONG = 10, 40
TWICE = 'REAC_GEOM="CONTROLE", NB_ITER_GEOM=2'
RUBS = 'FROTTEMENT="COULOMB", ZONE=_F(COULOMB=0.3'
ALGORITHMS = {
    "PENALISATION": f'{TWICE}, {RUBS}, ALGO_CONT="PENALISATION", E_N=2.1e8, E_T=2.1e11, COEF_MATR_FROT=0.9',
    "LAGRANGIEN": f'{TWICE}, {RUBS}, ALGO_CONT="LAGRANGIEN"',
    "CONTRAINTE": f'{TWICE}, ZONE=_F(ALGO_CONT="CONTRAINTE"',
    "GCP": f'{TWICE}, RESI_ABSO=1e-12, ZONE=_F(ALGO_CONT="GCP"',
    "CONTINUE": f'FORMULATION="CONTINUE", ALGO_RESO_CONT="POINT_FIXE", {RUBS}',
}
DECK = """
DEBUT()
MA = LIRE_MAILLAGE(FORMAT="ASTER")
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
MA = MODI_MAILLAGE(reuse=MA, MAILLAGE=MA, ORIE_PEAU=_F(GROUP_MA_PEAU=("FOOT", "TOP", "LEFT", "GROUND")))
ST = DEFI_MATERIAU(ELAS=_F(E=2.1e11, NU=0.0, RHO=7000.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=ST))
FIXED = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_MA={held}, DX=0.0, DY=0.0))
PUSH = AFFE_CHAR_MECA(MODELE=MO, PRES_REP=(_F(GROUP_MA="TOP", PRES=7e4), _F(GROUP_MA="LEFT", PRES=2e5 / {height})))
CO = DEFI_CONTACT(MODELE=MO, {algorithm},
                  GROUP_MA_MAIT="GROUND", GROUP_MA_ESCL="FOOT"))
RAMP = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 0.07, 1.0), PROL_DROITE="CONSTANT")
TIMES = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A={steps} * 0.01, NOMBRE={steps}))
U = DYNA_NON_LINE(MODELE=MO, CHAM_MATER=CM, EXCIT=(_F(CHARGE=FIXED), _F(CHARGE=PUSH, FONC_MULT=RAMP)), CONTACT=CO,
                  COMPORTEMENT=_F(RELATION="ELAS"), INCREMENT=_F(LIST_INST=TIMES), CONVERGENCE=_F(ITER_GLOB_MAXI=50),
                  SCHEMA_TEMPS=_F(SCHEMA="HHT", FORMULATION="DEPLACEMENT", ALPHA=-0.3, MODI_EQUI="NON"))
FIN()
"""


def write_mesh(path: Path, kind: str, extra: int) -> float:
    """A mesh with about `extra` unknowns away from the contact; gives the height of the shoe."""
    mail = Mail("contact size", 2)
    rows = max(ACROSS, extra // (2 * (ACROSS + 1))) if kind == "tall shoe" else ACROSS
    shoe = Body(mail, (0.0, 0.0), (1.0, 1.0), ACROSS, rows, False)
    table = Body(mail, (-0.1, -0.1), (4.1, 0.1), 1, 1, False)
    shoe.fill("SHOE")
    table.fill("TABLE")
    for body, sides in ((shoe, ("FOOT", "RIGHT", "TOP", "LEFT")), (table, ("BOTTOM", "RIGHT", "GROUND", "SIDE"))):
        for which, group in zip(("bottom", "right", "top", "left"), sides):
            body.side(which, group)
    if kind == "block":
        across = round((extra / 2) ** 0.5)
        block = Body(mail, (10.0, 0.0), (5.0, 5.0), across, across, False)
        block.fill("BLOCK")
        block.side("bottom", "STAND")
    mail.write(path)
    return 1.0


def measure(folder: Path, kind: str, extra: int, algorithm: str, steps: int) -> dict:
    """Seconds of each phase of a run, those of all of it, its iterations and its unknowns."""
    height = write_mesh(folder / "size.mail", kind, extra)
    held = '("TABLE", "STAND")' if kind == "block" else '"TABLE"'
    (folder / "size.comm").write_text(DECK.format(held=held, height=height, algorithm=ALGORITHMS[algorithm], steps=steps))
    start = time.perf_counter()
    study = pyaster_lite.run(folder / "size.comm")
    whole = time.perf_counter() - start
    result = study["U"]
    iterations = sum(result.parameter("ITER_GLOB", order) for order in result.orders[1:])
    return dict(study.times, whole=whole, iterations=iterations, unknowns=result.model.dofs.size)


def least(runs: list[dict]) -> dict:
    """The least of each figure: what other work on the machine adds is not counted."""
    return {word: min(run[word] for run in runs) for word in runs[0]}


def main():
    """Print one line per algorithm and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--algorithms", nargs="*", default=list(ALGORITHMS), choices=list(ALGORITHMS))
    parser.add_argument("--sizes", nargs="*", type=int, default=[1000, 3000, 10000, 30000])
    parser.add_argument("-n", type=int, default=3, help="runs of each case, of which the least figures count")
    chosen = parser.parse_args()
    print(f"{'algorithm':<14} {'grows':<10} {'unknowns':>9} {'iterations':>11} {'contact':>9} {'solution':>9} {'rest':>9}   ms per step")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for algorithm in chosen.algorithms:
            for kind in ("block", "tall shoe"):
                for extra in chosen.sizes:
                    short, long = (
                        least([measure(folder, kind, extra, algorithm, steps) for _ in range(chosen.n)]) for steps in (SHORT, LONG)
                    )
                    per_step = {
                        word: (long[word] - short[word]) / (LONG - SHORT) for word in ("contact", "solution", "whole", "iterations")
                    }
                    rest = per_step["whole"] - per_step["contact"] - per_step["solution"]
                    figures = " ".join(f"{1e3 * value:9.2f}" for value in (per_step["contact"], per_step["solution"], rest))
                    print(f"{algorithm:<14} {kind:<10} {long['unknowns']:9d} {per_step['iterations']:11.1f} {figures}", flush=True)


if __name__ == "__main__":
    main()
