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


@pytest.mark.parametrize("algorithm", [None, "NEWTON", "SPECIFIQUE"])
def test_skeletons_are_integrated_as_their_law_alone(algorithm):
    words = {"ALGO_INTE": algorithm, "RESI_INTE": 1e-8, "ITER_INTE_MAXI": 30}
    skeleton = told("D_PLAN_HM", "KIT_HM", ("LETK", "LIQU_SATU", "HYDR_UTIL"), **words).behaviour.skeleton
    assert (skeleton.algorithm, skeleton.precision, skeleton.tries) == (algorithm or "NEWTON", 1e-8, 30)


def test_an_algorithm_of_another_law_is_refused():
    with pytest.raises(ValueError, match="ALGO_INTE: this law is for NEWTON"):
        told("D_PLAN_HM", "KIT_HM", ("LETK", "LIQU_SATU", "HYDR_UTIL"), ALGO_INTE="BRENT")
