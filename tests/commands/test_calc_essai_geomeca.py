"""CALC_ESSAI_GEOMECA: what goes wrong with its data; comm/soil_laboratory.comm has its numbers."""

from math import pi

import numpy as np
import pytest

from pyaster_lite.commands._laboratory import _course, _last_cycle

from .meshes import diagnostics

SOIL = "MAT = DEFI_MATERIAU(ELAS=_F(E=1.0e8, NU=0.25))"


class Level:
    NB_INST, NB_CYCLE, TYPE_CHARGE = 40, 2, "SINUSOIDAL"


@pytest.mark.parametrize(
    "words, text",
    [
        ("ESSAI_TRIA_DR_M_D=_F(PRES_CONF=(1.0e5, 2.0e5), EPSI_IMPOSE=1.0e-3)", "1 strains are given for 2 pressures"),
        ("ESSAI_TRIA_DR_M_D=_F(PRES_CONF=1.0e5, EPSI_IMPOSE=1.0e-3, NOM_CMP='V7')", "there is no V7 among INST"),
        (
            "ESSAI_CISA_DR_C_D=_F(PRES_CONF=1.0e5, GAMMA_IMPOSE=1.0e-4, NB_CYCLE=1, TABLE_RESU=CO('T'))",
            "the test makes 2 tables, 1 are named",
        ),
        ("ESSAI_TRIA_DR_C_D=_F(PRES_CONF=1.0e5, EPSI_MAXI=1e-3, EPSI_MINI=1e-3, NB_CYCLE=1)", "0.001 must exceed EPSI_MINI"),
        ("ESSAI_ISOT_DR_C_F=_F(PRES_CONF=1.0e5, SIGM_IMPOSE=2e5, SIGM_DECH=(1e5, 2e5))", "1 stresses are needed"),
    ],
)
def test_refused(tmp_path, words, text):
    deck = f"CALC_ESSAI_GEOMECA(MATER=MAT, COMPORTEMENT=_F(RELATION='ELAS'), {words})"
    assert any(text in told for told in diagnostics(tmp_path, SOIL, deck))


def test_the_damping_of_a_lagging_spring():
    """Shear a sine, stress later by an angle: the loop has the area pi sin(angle), twice the heights cos(angle)."""
    times, shape = _course(Level, 4 * Level.NB_CYCLE + 1)
    instants = 10.0 / Level.NB_INST * np.arange(Level.NB_INST * (4 * Level.NB_CYCLE + 1) + 1)
    gamma = 1e-3 * np.interp(instants, times, shape)
    stress = 5.0 * np.sin(pi / 20.0 * instants + 0.2)
    ratio, damping = _last_cycle(Level, gamma, stress, 1e-3)
    assert ratio == pytest.approx(5.0e3 * np.cos(0.2), rel=1e-12)
    assert damping == pytest.approx(np.tan(0.2) / 2, rel=1e-3)
