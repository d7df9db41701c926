"""Laws that a step starts from anew: what they answer before anything moves."""

import numpy as np
import pytest

from pyaster_lite.behaviours._restarting import Restarting
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import Step
from pyaster_lite.fe.element import PointState

STIFF = np.array([[3.0, 1.0, 1.0, 0.0], [1.0, 3.0, 1.0, 0.0], [1.0, 1.0, 3.0, 0.0], [0.0, 0.0, 0.0, 2.0]])
LOSS = 0.25


class Slow(Restarting):
    """Elastic in what stress strains, a share of its stress being lost over a step."""

    def respond(self, strain, state, data, continuum):
        """The strain that stress causes is what is left of the strain without that of the surroundings."""
        return (strain - data.free) @ STIFF * (1 - LOSS), state.internal + 1.0, STIFF * (1 - LOSS)


class Data:
    """Points whose strains without stress go from `before` to `free`."""

    surroundings = True

    def __init__(self, before, free, predicting):
        self.before, self.free, self.step = before, free, Step(0.0, 1.0, predicting)


@pytest.fixture
def points(monkeypatch):
    """Strains without stress are those of `Data`."""

    def told(data, components, before=False, first=False):
        return data.before if before else data.free

    monkeypatch.setattr("pyaster_lite.behaviours._law.anelastic_strain", told)
    strain = np.array([[[0.1, 0.2, 0.3, 0.4]]])
    free = np.array([[[0.01, 0.01, 0.01, 0.0]]])
    return strain, free, PointState(strain, np.zeros((1, 1, 4)), np.zeros((1, 1, 1)))


class Continuum:
    """Of four strains."""

    strains = ("XX", "YY", "ZZ", "XY")


def test_a_step_starts_from_what_the_law_loses_and_from_strains_without_stress(points):
    strain, free, state = points
    stress, internal, tangent = Slow().integrate(strain, state, Data(free, 3 * free, True), Continuum)
    still = (strain - free) @ STIFF * (1 - LOSS)
    assert stress == pytest.approx(still - 2 * free @ STIFF * (1 - LOSS))
    assert internal == pytest.approx(state.internal) and tangent == pytest.approx(STIFF * (1 - LOSS))


def test_what_follows_is_the_laws_own_answer(points):
    strain, free, state = points
    stress, internal, _ = Slow().integrate(2 * strain, state, Data(free, 3 * free, False), Continuum)
    assert stress == pytest.approx((2 * strain - 3 * free) @ STIFF * (1 - LOSS)) and internal == pytest.approx(state.internal + 1)


@pytest.mark.parametrize(
    "word",
    [
        "BETON_AGEING", "BETON_BURGER", "Barcelone", "CSSM", "DRUCK_PRAG_N_A", "ELAS_HYPER_VISC", "ENDO_LOCA_EXP", "ENDO_LOCA_TC", "GTN",
        "GonfElas", "HYPER_HILL", "Iwan", "KICHENIN_NL", "MCC", "MetaAcierEPIL_PT", "MohrCoulombAS", "NLH_CSRM", "VISC_GTN",
        "VISC_ISOT_NL", "VMIS_ISOT_NL",
    ],
)  # fmt: skip
def test_laws_of_mechanical_strains_alone_restart(word):
    assert BEHAVIOURS[word].restarts


@pytest.mark.parametrize("word", ["VMIS_ISOT_LINE", "DRUCK_PRAGER", "ROUSSELIER", "MAZARS"])
def test_others_do_not(word):
    assert not getattr(BEHAVIOURS[word], "restarts", False)
