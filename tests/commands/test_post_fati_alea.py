"""POST_FATI_ALEA against the closed forms of Basquin's line, and against the rule of trapezes on other curves."""

from math import gamma, pi, sqrt

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

LINE = "DEFI_MATERIAU(FATIGUE=_F(A_BASQUIN=2.0e-10, BETA_BASQUIN=3.0))"
CURVE = "DEFI_MATERIAU(FATIGUE=_F(WOHLER=C))"


@pytest.fixture
def damage(tmp_path):
    def run(material, words):
        curve = "C = DEFI_FONCTION(NOM_PARA='SIGM', INTERPOL='LOG', VALE=(1., 5.0e9, 1000., 5.0), PROL_DROITE='LINEAIRE')"
        (tmp_path / "deck.comm").write_text(
            f"{curve}\nM = {material}\nT = POST_FATI_ALEA(MATER=M, DOMMAGE='WOHLER', {words})\n"
        )
        return pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")["T"]

    return run


def test_levels_under_basquin(damage):
    table = damage(LINE, "MOMENT_SPEC_0=400., MOMENT_SPEC_2=9.0e4, COMPTAGE='NIVEAU', DUREE=10.")
    # the rate of upward crossings of zero by the mean of the damage of Rayleigh's amplitudes
    expected = 10.0 * sqrt(9.0e4 / 400.0) / (2 * pi) * 2e-10 * (sqrt(2.0) * 20.0) ** 3 * gamma(2.5)
    assert table["DOMMAGE", 1] == pytest.approx(expected, rel=1e-4)
    assert table["MOMENT_SPEC_4", 1] is None and table["DUREE", 1] == 10.0


def test_peaks_of_a_narrow_band_are_levels(damage):
    # a signal of one pulsation w: moments w^2 and w^4 by the variance
    near = damage(LINE, "MOMENT_SPEC_0=400., MOMENT_SPEC_2=400.*225., MOMENT_SPEC_4=400.*225.**2*1.0000001, COMPTAGE='PIC', DUREE=10.")
    levels = damage(LINE, "MOMENT_SPEC_0=400., MOMENT_SPEC_2=9.0e4, COMPTAGE='NIVEAU', DUREE=10.")
    assert near["DOMMAGE", 1] == pytest.approx(levels["DOMMAGE", 1], rel=1e-3)


def test_a_curve_that_is_the_same_line(damage):
    words = "MOMENT_SPEC_0=400., MOMENT_SPEC_2=9.0e4, COMPTAGE='NIVEAU'"
    table = damage(CURVE, words)
    # below the first point of a curve that ends there nothing is damaged, which is next to nothing here
    assert table["DOMMAGE", 1] == pytest.approx(damage(LINE, words)["DOMMAGE", 1], rel=1e-5)


def test_moments_of_a_table_and_what_is_refused(damage):
    moments = {"LAMBDA_00": [400.0, 100.0], "LAMBDA_02": [9.0e4, 9.0e3], "LAMBDA_04": [3.0e7, 2.0e6]}
    rows = ", ".join(f"_F(PARA='{name}', LISTE_R={values})" for name, values in moments.items())
    table = damage(f"{LINE}\nROWS = CREA_TABLE(LISTE=({rows}))", "TABL_POST_ALEA=ROWS, COMPTAGE='PIC'")
    assert table.n_rows == 2 and table["MOMENT_SPEC_4", 2] == 2.0e6 and table["DOMMAGE", 1] > table["DOMMAGE", 2] > 0.0
    with pytest.raises(Refused, match="needs MOMENT_SPEC_4"):
        damage(LINE, "MOMENT_SPEC_0=400., MOMENT_SPEC_2=9.0e4, COMPTAGE='PIC'")
