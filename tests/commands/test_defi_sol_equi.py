"""DEFI_SOL_EQUI: its pore pressures, the layers that it hands on, and what it refuses."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.commands._ground_column.equivalent import State
from pyaster_lite.commands._ground_column.half_space import half_space
from pyaster_lite.commands._ground_column.layers import Layers
from pyaster_lite.commands._ground_column.pore_pressure import byrne, weakened
from pyaster_lite.commands._ground_column.signals import Shaking
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.lists import NumberList

from .meshes import run

STRAINS = np.array([0.0, 1.0, 0.5, -2.0, -1.0, 3.0, -1.0, 0.0, 4.0])


def test_half_cycles_by_pairs():
    times, volumes, pressures = byrne(np.arange(9.0), STRAINS * 1e-3, 10.0)
    assert times.tolist() == [1.0, 3.0, 5.0, 6.0]
    c1 = 8.7 / 10.0**1.25
    first = 0.5 * 2e-3 * c1
    second = first + 0.5 * 3e-3 * c1 * np.exp(-0.4 / c1 * first / 3e-3)
    assert volumes[:3] == pytest.approx([0.0, first, second])
    assert pressures == pytest.approx(1.0 - np.exp(-260.0 * volumes))


def test_no_blows_no_pressure():
    _, volumes, pressures = byrne(np.arange(9.0), STRAINS, 0.0)
    assert not volumes.any() and not pressures.any()
    assert byrne(np.arange(3.0), np.ones(3), 10.0)[2].tolist() == [0.0]


def test_liquefied_ground_keeps_a_little():
    assert weakened(np.array([0.8, 0.8]), np.array([0.75, 0.96]), 2.0 / 3.0) == pytest.approx([0.8 * np.sqrt(0.5), 0.05])


def ground():
    curve = Function([1e-6, 1e-2], [1.0, 1.0], Properties("EPSI"))
    made = [np.array(values, float) for values in ([2.0, 6.0, 9.0], [1.0, 2.0, 3.0], [0.3] * 3, [1.0] * 3, [0.1] * 3)]
    return Layers(["A", "B", "C"], *made, np.ones(3, int), None, [curve], [curve])


def state():
    return State(np.array([0.5, 1.0, 3.0]), np.array([0.2, 0.1, 0.1]), np.array([0.5, 0.5]))


@pytest.mark.parametrize(
    "buried, receivers, thickness, sources",
    [
        (None, 2, [2, 4, 3, 0], [1, 0, 0, 0]),
        (1, 2, [1, 1, 4, 3, 0], [0, 1, 1, 0, 0]),
        (9, 4, [0.5] * 4 + [1.0] * 4 + [3, 0], [0, 0, 1, 0, 0, 0, 1, 0, 1, 0]),
    ],
)
def test_layers_handed_on(buried, receivers, thickness, sources):
    table = half_space(ground(), state(), buried, receivers)
    assert table.column("EPAIS") == pytest.approx(thickness)
    assert [cell == "OUI" for cell in table.column("SOURCE")] == [bool(one) for one in sources]
    assert table.column("SUBSTRATUM") == [None] * (len(thickness) - 1) + ["OUI"]
    assert table.column("E")[-2:] == [3.0, 3.0]


def test_back_from_frequency():
    """What the shaking is made of gives it back, but for what is cut; the pulse has the same of every frequency."""
    args = SimpleNamespace(FREQ_COUP=4.0, COEF_AMPL_ACCE=2.0)
    context = SimpleNamespace(run=lambda *_, DEBUT, INTERVALLE: _listed(DEBUT, **INTERVALLE[0]))
    t = np.arange(64) * 0.1
    signal = np.sin(2 * np.pi * t / 1.6) + 0.5
    shaking = Shaking(args, context, [Function(t, signal, Properties("INST", left="CONSTANT", right="CONSTANT"))], doubled=True)
    kept = shaking.spectra.T * shaking.filtered(shaking.frequencies)[:, None]
    assert shaking.history(kept)[:, 0] == pytest.approx(2.0 * (signal - 0.5), abs=1e-9)
    pulse = shaking.spectrum_of(shaking.pulse().y)
    inside = (shaking.frequencies > 0.0) & (shaking.frequencies < 4.0)
    assert abs(pulse[inside]) == pytest.approx(abs(pulse[1]), rel=1e-9)


def _listed(start, JUSQU_A, PAS):
    return NumberList(start + PAS * np.arange(round((JUSQU_A - start) / PAS) + 1))


COLUMN = (
    "A = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 0.1, 1.0, 0.2, 0.0, 0.3, 0.0))\n"
    "T = DEFI_SOL_EQUI(GROUP_MA_DROITE='D', GROUP_MA_GAUCHE='G', GROUP_MA_COL='C', GROUP_MA_SUBSTR='S', SURF='OUI', "
    "MATERIAU=_F(GAMMA=(1.0e-6, 1.0e-2), G_GMAX=(1.0, 0.5), D=(0.01, 0.1)), COUCHE=("
    "_F(GROUP_MA='L1', EPAIS=1.0, E=1.0e8, NU=0.3, RHO=2000.0, AMOR_HYST=0.02, NUME_MATE={material}), "
    "_F(GROUP_MA='L2', EPAIS=1.0, E=1.0e9, NU=0.3, RHO=2000.0, AMOR_HYST=0.02, NUME_MATE=1)), {words})"
)


@pytest.mark.parametrize(
    "material, words, told",
    [
        (2, "FONC_SIGNAL=A", "there is no MATERIAU 2"),
        (1, "FONC_SIGNAL=A, CORRECTION='BYRNE'", "needs N1"),
        (1, "DSP=A, DUREE=1.0, UNITE_RESU_DSP=60", "does not know DSP yet"),
        (1, "FONC_SIGNAL_X=A, FONC_SIGNAL_Y=A, FONC_SIGNAL_Z=A, GROUP_MA_ARRETE_1='E', GROUP_MA_ARRETE_2='F'", "need a MAILLAGE"),
    ],
)
def test_refused(tmp_path, material, words, told):
    study = run(tmp_path, COLUMN.format(material=material, words=words))
    assert any(told in one.message for one in study.diagnostics)
