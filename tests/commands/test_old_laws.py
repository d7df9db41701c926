"""COMPORTEMENT as older versions wrote it, where today's words call laws otherwise."""

import pytest

from pyaster_lite import api
from pyaster_lite.diagnostics import Refused

HOOKE = """
@DSL DefaultDSL;
@Behaviour Hooke;
@MaterialProperty stress young;
@MaterialProperty real poisson;
@Integrator {
  const auto mu = computeMu(young, poisson);
  sig = computeLambda(young, poisson) * trace(eto + deto) * StrainStensor::Id() + 2 * mu * (eto + deto);
  if (computeTangentOperator_) {
    Dt = computeLambda(young, poisson) * Stensor4::IxI() + 2 * mu * Stensor4::Id();
  }
}
"""
POINT = """
CREA_LIB_MFRONT(UNITE_MFRONT=38, UNITE_LIBRAIRIE=39)
SOFT = DEFI_MATERIAU(ELAS=_F(E=2.0, NU=0.25), MFRONT=_F(LISTE_COEF=(2.0, 0.25)))
TIMES = DEFI_LIST_REEL(VALE=(0.0, 1.0))
RAMP = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 1.0))
STATE = SIMU_POINT_MAT(
    COMPORTEMENT=_F(RELATION="MFRONT", NOM_ROUTINE="asterhooke", UNITE_LIBRAIRIE=%s),
    MATER=SOFT,
    INCREMENT=_F(LIST_INST=TIMES),
    SIGM_IMPOSE=_F(SIXX=RAMP),
)
TEST_TABLE(TABLE=STATE, NOM_PARA="EPXX", FILTRE=_F(NOM_PARA="INST", VALE=1.0), VALE=0.5)
"""


def test_a_law_is_found_behind_the_unit_of_its_library(tmp_path):
    (tmp_path / "deck.comm").write_text(POINT % 39)
    (tmp_path / "deck.38").write_text(HOOKE)
    study = api.run(tmp_path / "deck.comm", output=tmp_path / "out")
    assert all(row.passed for row in study.tests) and study.tests
    assert any("UNITE_LIBRAIRIE is now COMPORTEMENT/COMPOR_MFRONT" in d.message for d in study.diagnostics)


def test_a_library_that_nothing_was_kept_in_is_missing(tmp_path):
    (tmp_path / "deck.comm").write_text(POINT % 40)
    (tmp_path / "deck.38").write_text(HOOKE)
    with pytest.raises(Refused, match="there are no compiled libraries"):
        api.run(tmp_path / "deck.comm", output=tmp_path / "out")
