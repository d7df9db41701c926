"""Plane stress by iteration: the same as the laws that know it, with a consistent tangent."""

import numpy as np
import pytest

from pyaster_lite.behaviours._plane_stress import Condensed, Leeway, in_plane_stress
from pyaster_lite.behaviours._regularised import Regularised
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import PlaneStress, Space
from tests.behaviours.steel import STEEL, E, at_rest, points
from tests.behaviours.test_contract import LAWS, free, material, strains
from tests.served.decks import METAL, runner

FLAT = PlaneStress()
DRAWN = """
strip = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="C_PLAN"))
steel = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25), ECRO_LINE=_F(D_SIGM_EPSI=10.0, SY=0.5), ECRO_NL=_F(R0=0.5, RH=1000.0 / 90.0))
made = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=steel))
hold = AFFE_CHAR_CINE(MODELE=strip, MECA_IMPO=(_F(GROUP_MA="LEFT", DX=0.0), _F(GROUP_MA="BOTTOM", DY=0.0)))
pull = AFFE_CHAR_CINE(MODELE=strip, MECA_IMPO=_F(GROUP_MA="RIGHT", DX=0.05, DY=0.02))


def drawn(law):
    return STAT_NON_LINE(
        MODELE=strip, CHAM_MATER=made, EXCIT=(_F(CHARGE=hold), _F(CHARGE=pull)),
        COMPORTEMENT=_F(RELATION=law, DEFORMATION="GROT_GDEP"), INCREMENT=_F(LIST_INST=DEFI_LIST_REEL(VALE=(0.0, 1.0))),
        CONVERGENCE=_F(RESI_GLOB_RELA=1e-11, ITER_GLOB_MAXI=30),
    )
"""
CORNERED = ("RANKINE", "MOHR_COULOMB")
"""Laws whose corners may stop the iteration."""


@pytest.mark.parametrize("word", [w for w in LAWS if BEHAVIOURS[w].plane_stress])
def test_the_law_s_own_plane_stress_is_found(word):
    law, data = BEHAVIOURS[word], points(material(word))
    strain = strains(FLAT, 4e-3)
    found, variables, _ = Condensed(law).integrate(strain, at_rest(Condensed(law), FLAT), data, FLAT)
    stress, internal, _ = law.integrate(strain, at_rest(law, FLAT), data, FLAT)
    np.testing.assert_allclose(found, stress, atol=1e-8 * abs(stress).max())
    np.testing.assert_allclose(variables[..., :-1], internal, atol=1e-7 * max(1.0, abs(internal).max()))


CONDENSED = [w for w in LAWS if not BEHAVIOURS[w].plane_stress and not getattr(BEHAVIOURS[w], "secant", False) and w not in CORNERED]
"""Laws that are condensed and whose own tangents are derivatives."""


@pytest.mark.parametrize("word", CONDENSED)
def test_the_tangent_is_consistent(word):
    law, data = in_plane_stress(BEHAVIOURS[word]), points(material(word))
    first = strains(FLAT, 2e-3, seed=1)
    stress, internal, _ = law.integrate(first, at_rest(law, FLAT), data, FLAT)
    state, strain = PointState(first, stress, internal), 1.5 * first
    found, _, tangent = law.integrate(strain, state, data, FLAT)
    assert not found[..., 2].any()
    for j in free(FLAT):
        step = np.zeros(4)
        step[j] = 1e-7
        ahead, behind = (law.integrate(strain + s * step, state, data, FLAT)[0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-7, np.broadcast_to(tangent, (*found.shape, 4))[..., j], atol=1e-5 * E)


def test_a_law_that_answers_anew_starts_a_step_where_its_surroundings_bring_it():
    """Without a strain, the stress of a step is what the law answers when it does not predict."""
    law, n = in_plane_stress(BEHAVIOURS["VMIS_ISOT_NL"]), len(FLAT.strains)
    assert law.restarts and in_plane_stress(Regularised(BEHAVIOURS["VMIS_ISOT_NL"], False)).restarts
    around = {"TEMP": np.full((2, 3), 50.0), "TEMP_REF": np.zeros((2, 3))}
    given = ElementData(np.zeros(2, int), np.zeros((2, 8, 3)), [STEEL], np.zeros(2, int), {}, lambda t: around)
    still, state = np.zeros((2, 3, n)), at_rest(law, FLAT)
    ahead, internal, _ = law.integrate(still, state, given.between(0.0, 1.0, True), FLAT)
    found, _, _ = law.integrate(still, state, given.between(0.0, 1.0), FLAT)
    assert abs(found).max() > 0.0 and not internal.any()
    np.testing.assert_allclose(ahead, found, atol=1e-9 * abs(found).max())


def test_what_stress_across_is_borne_stays_and_the_next_response_of_the_step_goes_on_from_there():
    law, data = Condensed(BEHAVIOURS["VMIS_ISOT_NL"], Leeway(1e-3, relative=True)), points(material("VMIS_ISOT_NL"))
    strain, state = strains(FLAT, 4e-3), at_rest(law, FLAT)
    first, internal, _ = law.integrate(strain, state, data, FLAT)
    left, most = abs(first[..., 2]), 1e-3 * abs(first).max(axis=-1)
    assert (left <= most).all() and left.any()
    again, _, _ = law.integrate(1.001 * strain, state, data, FLAT)
    direct, _, _ = Condensed(law.law, Leeway(1e-3, relative=True)).integrate(1.001 * strain, state, data, FLAT)
    assert abs(again - direct).max() > 0.0
    law.integrate(strain, state, data.between(0.0, 1.0, True), FLAT)
    np.testing.assert_array_equal(law.integrate(strain, state, data, FLAT)[1], internal)


def test_it_is_found_where_cells_turn_far_too(tmp_path):
    """A strip drawn in the plane hardens alike by a law that knows plane stress and by one that is iterated."""
    run = runner(tmp_path, METAL + DRAWN)
    study = run('known, sought = drawn("VMIS_ISOT_LINE"), drawn("VMIS_ISOT_NL")\ntest.assertEqual(len(known.getIndexes()), 2)')
    known, sought = (study[name].field("SIEF_ELGA", 1).blocks[0].values[..., 0] for name in ("known", "sought"))
    assert known.min() > 0.5
    np.testing.assert_allclose(sought, known, rtol=1e-8)


def test_what_is_borne_across_without_a_word_of_the_deck_stays(tmp_path):
    """A millionth of the largest stress, as in code_aster."""
    study = runner(tmp_path, METAL + DRAWN)('sought = drawn("VMIS_ISOT_NL")\ntest.assertEqual(len(sought.getIndexes()), 2)')
    stress = abs(study["sought"].field("SIEF_ELGA", 1).blocks[0].values)
    assert 0.0 < stress[..., 2].max() <= 1e-6 * stress.max()


def test_a_tangent_that_is_not_symmetric_is_told_in_plane_stress_too():
    """Else half of it alone would be factorised: creep turns what damage takes out of the line of the strain that it grows by."""
    crept = BEHAVIOURS["KIT_DDI"].of_kit(("BETON_UMLV", "ENDO_ISOT_BETON"))
    assert not crept.symmetric and not in_plane_stress(crept).symmetric
    assert in_plane_stress(BEHAVIOURS["VMIS_ISOT_NL"]).symmetric


@pytest.mark.parametrize("word", ["CSSM", "ENDO_ORTH_BETON", "MohrCoulombAS", "NLH_CSRM"])
def test_laws_whose_tangent_is_not_symmetric_tell_it(word):
    law, data = BEHAVIOURS[word], points(material(word))
    first = strains(Space(), 2e-3, seed=1)
    stress, internal, _ = law.integrate(first, at_rest(law, Space()), data, Space())
    tangent = law.integrate(1.5 * first, PointState(first, stress, internal), data, Space())[2]
    assert abs(tangent - tangent.swapaxes(-1, -2)).max() > 1e-4 * abs(tangent).max() and not law.symmetric
