"""Back stresses of Chaboche: the yield criterion after a step, recovery, and what is refused."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import deviator, norm
from tests.behaviours.steel import STEEL, follow, points

METAL = STEEL | {"creep_exponent": 8.0, "creep_rate": 1e-9, "creep_hardening": 0.0}
PATH = [np.array([e, -0.4 * e, -0.3 * e, 0.5 * e, 0.2 * e, 0.0]) for e in (2e-3, 5e-3, -4e-3)]
SCALE = np.array([1, 1, 1, np.sqrt(2), np.sqrt(2), np.sqrt(2)])


@pytest.mark.parametrize("word,backs", [("VMIS_CIN1_CHAB", 1), ("VMIS_CIN2_CHAB", 2), ("VISC_CIN1_CHAB", 1), ("VISC_CIN2_CHAB", 2)])
def test_the_criterion_holds_after_each_step(word, backs):
    state, before = None, 0.0
    for strain in PATH:
        state, _ = follow(BEHAVIOURS[word], Space(), [strain], points(METAL, cells=1), state)
        v, m = state.internal[0, 0], {name[9:]: value for name, value in METAL.items() if name.startswith("chaboche_")}
        p = v[0]
        assert v[1] == 1.0 and p > before
        radius = m["last"] + (m["first"] - m["last"]) * np.exp(-m["rate"] * p)
        x = deviator(state.stress[0, 0])
        for i in range(backs):
            modulus = m[f"modulus_{i + 1}"] * (1 + (m["kinematic_ratio"] - 1) * np.exp(-m["kinematic_rate"] * p))
            x = x - 2 / 3 * modulus * v[2 + 6 * i : 8 + 6 * i] * SCALE
        drag = 1e9 * (p - before) ** (1 / 8) if "VISC" in word else 0.0
        assert np.sqrt(1.5) * norm(x) == pytest.approx(radius + drag, rel=1e-10)
        before = p


def test_hardening_of_lemaitre_is_refused():
    with pytest.raises(LawFailed, match="UN_SUR_M"):
        follow(BEHAVIOURS["VISC_CIN1_CHAB"], Space(), PATH[:1], points(STEEL, cells=1))
