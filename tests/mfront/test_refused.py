"""Texts that are refused, with the place where they go wrong."""

import pytest

from pyaster_lite.mfront.errors import MFrontError
from tests.mfront.written import MISES, found

CASES = {
    "law.mfront:8:21: hardeming is not known here": MISES.replace("f = seq - hardening", "f = seq - hardeming").replace(
        "  f =", "          f ="
    ),
    "law.mfront:4:1: there is no directive @Limit yet": MISES.replace("@MaterialProperty stress limit", "@Limit stress limit"),
    "law.mfront:2:6: there is no DSL Magic yet": MISES.replace("IsotropicPlasticMisesFlow", "Magic"),
    "law.mfront:9:13: there is no function sigmoid yet": MISES.replace("df_dseq = 1", "df_dseq = sigmoid(p)"),
    "law.mfront:9:16: ; is not understood here": MISES.replace("df_dseq = 1;", "df_dseq = 1 +;"),
    "law.mfront:2:6: a law of IsotropicPlasticMisesFlow needs a block @FlowRule": MISES.partition("@FlowRule")[0],
}


@pytest.mark.parametrize("message", CASES)
def test_the_place_is_told(message):
    with pytest.raises(MFrontError) as refused:
        found(CASES[message])
    assert str(refused.value) == message
