"""Modes of a closed column of fluid: those of a pipe, whatever unknowns the fluid has."""

import pytest

import pyaster_lite

CELERITY, LENGTH, N = 340.0, 1.0, 8
DECK = """DEBUT()
LINE = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=LINE, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="2D_FLUIDE", FORMULATION="KIND"))
FLUID = DEFI_MATERIAU(FLUIDE=_F(RHO=1.3, CELE_R=340.0))
FIELD = AFFE_MATERIAU(MAILLAGE=LINE, AFFE=_F(TOUT="OUI", MATER=FLUID))
ASSEMBLAGE(
    MODELE=MODEL, CHAM_MATER=FIELD, NUME_DDL=CO("ROWS"),
    MATR_ASSE=(_F(MATRICE=CO("STIFF"), OPTION="RIGI_MECA"), _F(MATRICE=CO("MASS"), OPTION="MASS_MECA")),
)
MODES = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, SEARCH)
FIN()
"""
CENTRE = 'OPTION="CENTRE", CALC_FREQ=_F(FREQ=150.0, NMAX_FREQ=1)'
BAND = 'OPTION="BANDE", CALC_FREQ=_F(FREQ=(90.0, 250.0))'


@pytest.mark.parametrize("search", (CENTRE, BAND))
@pytest.mark.parametrize("kind", ("U_P_PHI", "U_P", "U_PSI"))
def test_half_a_wave_in_a_closed_column(tmp_path, kind, search):
    nodes = "\n".join(f"{side}{i} {i * LENGTH / N} {y}" for side, y in (("A", 0.0), ("B", 0.1)) for i in range(N + 1))
    cells = "\n".join(f"Q{i} A{i} A{i + 1} B{i + 1} B{i}" for i in range(N))
    (tmp_path / "column.mail").write_text(f"COOR_2D\n{nodes}\nFINSF\nQUAD4\n{cells}\nFINSF\nFIN\n")
    deck = tmp_path / "column.comm"
    deck.write_text(DECK.replace("KIND", kind).replace("SEARCH", search))
    study = pyaster_lite.run(deck, output=tmp_path / "out", units={20: tmp_path / "column.mail"})
    assert study["MODES"].frequencies == pytest.approx([CELERITY / (2 * LENGTH)], rel=1e-2)
