"""Laws are sorted by the method that they answer by: no other law may have one of these names by chance."""

from types import SimpleNamespace

import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.commands._laws import KINDS_OF_LAWS, _check_kind, _moving, _perturbation


@pytest.mark.parametrize("word", ["MAZARS", "ENDO_ISOT_BETON", "VMIS_ISOT_LINE", "GTN", "LEMAITRE"])
def test_laws_of_solids_are_of_no_other_kind(word):
    assert not [kind.name for kind in KINDS_OF_LAWS if hasattr(BEHAVIOURS[word], kind.method) and not kind.elsewhere]


@pytest.mark.parametrize(
    ("modelisation", "cell", "deformation"),
    [
        ("BARRE", "SEG2", "GROT_GDEP"),
        ("COQUE_AXIS", "SEG3", "GROT_GDEP"),
        ("COQUE_AXIS", "SEG3", "PETIT_REAC"),
        ("3D_JOINT", "HEXA8", "PETIT_REAC"),
    ],
)
def test_elements_that_follow_no_motion_take_some_words_for_small_strains(modelisation, cell, deformation):
    element, words = MODELISATIONS[modelisation].elements[cell], {"DEFORMATION": deformation, "RELATION": "ELAS"}
    assert _moving(SimpleNamespace(**words, get=words.get), element, BEHAVIOURS["ELAS"]) is element


@pytest.mark.parametrize(
    ("modelisation", "deformation", "law"),
    [("GRILLE_MEMBRANE", "PETIT_REAC", "VMIS_ISOT_LINE"), ("GRILLE_EXCENTRE", "GROT_GDEP", "ELAS"), ("MEMBRANE", "PETIT_REAC", "ELAS")],
)
def test_sheets_are_told_which_words_code_aster_refuses_them(modelisation, deformation, law):
    words = {"DEFORMATION": deformation, "RELATION": law}
    occurrence = SimpleNamespace(**words, get=words.get, wrong=lambda word, why: ValueError(word))
    with pytest.raises(ValueError, match="DEFORMATION"):
        _moving(occurrence, MODELISATIONS[modelisation].elements["TRIA3"], BEHAVIOURS[law])


def test_sheets_take_one_law_of_fibres_beside_their_own():
    sheet = MODELISATIONS["GRILLE_EXCENTRE"].elements["TRIA3"]

    def occurrence(law):
        words = {"DEFORMATION": "PETIT", "RELATION": law}
        return SimpleNamespace(**words, get=words.get, wrong=lambda word, why, help=None: ValueError(word))

    _check_kind(occurrence("VMIS_CINE_GC"), sheet)
    with pytest.raises(ValueError, match="RELATION"):
        _check_kind(occurrence("VMIS_ISOT_LINE"), sheet)


@pytest.mark.parametrize(
    ("modelisation", "cell", "told"),
    [("3D", "HEXA8", True), ("3D_SI", "HEXA8", False), ("DIS_T", "SEG2", False), ("POU_D_E", "SEG2", False)],
)
def test_tangents_are_told_by_differences_of_plain_solids_alone(modelisation, cell, told):
    words = {"TYPE_MATR_TANG": "PERTURBATION", "VALE_PERT_RELA": 1e-5}
    element = MODELISATIONS[modelisation].elements[cell]
    assert (_perturbation(SimpleNamespace(**words, get=words.get), element, BEHAVIOURS["ELAS"]) is not None) == told
