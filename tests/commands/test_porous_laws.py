"""The words of COMPORTEMENT that kits take, and those that they do not."""

from types import SimpleNamespace

import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.commands._porous_laws import porous_part


def told(modelisation, relation, kit, **words):
    """The part of a QUAD8 that obeys a kit of LIQU_SATU; raises ValueError with the word that is refused."""
    given = {"RELATION": relation, "RELATION_KIT": kit, "PARM_THETA": 1.0, "DEFORMATION": "PETIT", "REGU_VISC": "NON", **words}
    refused = lambda word, why: ValueError(f"{word}: {why}")  # noqa: E731
    own = SimpleNamespace(**given, get=given.get, wrong=refused, mark_read=lambda *words: None)
    data = SimpleNamespace(owner=[0], materials=[{"coupling": "LIQU_SATU"}], has=lambda name: True)
    return porous_part({}, MODELISATIONS[modelisation].elements["QUAD8"], data, None, own)


def test_media_that_stay_still_take_any_deformation():
    assert told("D_PLAN_HS", "KIT_H", ("LIQU_SATU", "HYDR_UTIL"), DEFORMATION="PETIT_REAC").behaviour.skeleton is None


@pytest.mark.parametrize(("word", "value"), [("DEFORMATION", "PETIT_REAC"), ("REGU_VISC", "OUI")])
def test_media_that_move_take_small_strains_and_no_viscous_stress_beside(word, value):
    assert told("D_PLAN_HM", "KIT_HM", ("ELAS", "LIQU_SATU", "HYDR_UTIL")).behaviour.skeleton.linear
    with pytest.raises(ValueError, match=word):
        told("D_PLAN_HM", "KIT_HM", ("ELAS", "LIQU_SATU", "HYDR_UTIL"), **{word: value})
