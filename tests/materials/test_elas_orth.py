"""ELAS_ORTH_FO and ELAS_ISTR_FO: what depends on the temperature, point by point."""

import numpy as np
import pytest

from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.diagnostics import Refused

from ..commands.runner import Surroundings, run

ORTH = dict(E_L=10.0, E_T=8.0, E_N=6.0, NU_LT=0.1, NU_LN=0.2, NU_TN=0.15, G_LT=4.0, G_LN=3.0, G_TN=2.0)
ISTR = dict(E_L=10.0, E_N=6.0, NU_LT=0.1, NU_LN=0.2, G_LN=3.0)


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def flat(value):
    return Function([0.0], [value])


def line(cold, warm):
    return Function([0.0, 100.0], [cold, warm], Properties("TEMP", "E"))


def properties(around, law, **words):
    return run("DEFI_MATERIAU", around, **{law: words}).properties


@pytest.mark.parametrize("law, words", [("ELAS_ORTH", ORTH), ("ELAS_ISTR", ISTR)])
def test_functions_give_at_each_point_what_numbers_give(around, law, words):
    still = properties(around, f"{law}_FO", **{word: flat(value) for word, value in words.items()})
    assert still["elasticity"] == pytest.approx(properties(around, law, **words)["elasticity"])
    varying = {word: line(value, 0.5 * value) for word, value in words.items()}
    made = properties(around, f"{law}_FO", **varying)["elasticity"]({"TEMP": np.array([[0.0, 100.0]])})
    half = properties(around, law, **{word: 0.5 * value for word, value in words.items()})["elasticity"]
    assert made.shape == (1, 2, 6, 6)
    assert made[0, 0] == pytest.approx(still["elasticity"]) and made[0, 1] == pytest.approx(half)


def test_expansions_along_the_axes(around):
    words = {word: flat(value) for word, value in ORTH.items()}
    made = properties(around, "ELAS_ORTH_FO", **words, ALPHA_L=line(1e-5, 3e-5), ALPHA_N=flat(2e-5), TEMP_DEF_ALPHA=20.0)["expansion"]
    surroundings = {"TEMP": np.array([[0.0, 100.0]]), "TEMP_REF": np.array([[20.0, 20.0]])}
    assert made(surroundings)[0] == pytest.approx(np.array([[1e-5, 0.0, 2e-5], [3e-5, 0.0, 2e-5]]))
    none = properties(around, "ELAS_ORTH_FO", **words)["expansion"]
    assert none.tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(Refused, match="TEMP_DEF_ALPHA"):
        properties(around, "ELAS_ORTH_FO", **words, ALPHA_L=flat(1e-5))
    with pytest.raises(Refused, match="stable material"):
        properties(around, "ELAS_ORTH_FO", **words | {"E_T": flat(-1.0)})
