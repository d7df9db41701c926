"""POST_ELEM INDIC_ENER and INDIC_SEUIL: nothing under a load that grows in proportion, and by hand once a bar is pushed back."""

import pytest

from pyaster_lite.diagnostics import Refused
from tests.served.decks import METAL, runner

PULLED = """
flat = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="C_PLAN"))
hold = AFFE_CHAR_CINE(MODELE=flat, MECA_IMPO=(_F(GROUP_MA="LEFT", DX=0.0), _F(GROUP_MA="BOTTOM", DY=0.0)))
pull = AFFE_CHAR_CINE(MODELE=flat, MECA_IMPO=_F(GROUP_MA="RIGHT", DX=0.05))
course = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 1.0, 2.0, 0.0))


def walked(law):
    return STAT_NON_LINE(
        MODELE=flat, CHAM_MATER=field, EXCIT=(_F(CHARGE=hold), _F(CHARGE=pull, FONC_MULT=course)), COMPORTEMENT=_F(RELATION=law),
        INCREMENT=_F(LIST_INST=DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))), CONVERGENCE=_F(RESI_GLOB_RELA=1e-11, ITER_GLOB_MAXI=20),
    )
"""


@pytest.fixture
def run(tmp_path):
    return runner(tmp_path, METAL + PULLED)


def test_proportion_is_kept_until_the_bar_is_pushed_back(run):
    study = run("""
found = walked("VMIS_ISOT_LINE")
energy = POST_ELEM(RESULTAT=found, NUME_ORDRE=(1, 2), INDIC_ENER=_F(TOUT="OUI"))
limit = POST_ELEM(RESULTAT=found, NUME_ORDRE=(1, 2), INDIC_SEUIL=_F(GROUP_MA="SURFACE"))
test.assertEqual(len(found.getIndexes()), 3)
""")
    young, rate, first = 100.0, 100.0 / 9.0, 0.5
    out = (young * 0.05 - first) / (young + rate)
    back = ((young - rate) * out - first) / (young + rate)
    assert study["limit"].column("INDIC_SEUIL") == pytest.approx([0.0, 1 - (out - back) / (out + back)], rel=1e-7)
    before, after = study["energy"].column("INDIC_ENER")
    assert before == 0.0 and 0.5 < after < 1.0


def test_kinematic_hardening_counts_from_the_centre(run):
    study = run("""
found = walked("VMIS_CINE_LINE")
limit = POST_ELEM(RESULTAT=found, NUME_ORDRE=1, INDIC_SEUIL=_F(TOUT="OUI"))
test.assertEqual(len(found.getIndexes()), 3)
""")
    young, poisson, rate, first = 100.0, 0.25, 100.0 / 9.0, 0.5
    out = (young * 0.05 - first) / (young + rate)
    pull = first + rate * out
    beside = -poisson * pull / young - 0.5 * out
    # Across, code_aster counts the strain of an elastic body
    across = -poisson / (1.0 - poisson) * (0.05 + beside) + poisson * pull / young
    slid = (1.5 * (out**2 + (0.5 * out) ** 2 + across**2)) ** 0.5
    work = (pull - rate * out / 1.5) * out - rate * out / 3.0 * 0.5 * out + rate * out / 3.0 * across
    assert study["limit"].column("INDIC_SEUIL") == pytest.approx([1 - work / ((first + rate * slid) * slid)], rel=1e-7)


def test_other_laws_are_refused(run):
    with pytest.raises(Refused, match="this indicator is there for VMIS_ISOT_LINE"):
        run('found = walked("VMIS_CINE_LINE")\nlimit = POST_ELEM(RESULTAT=found, INDIC_ENER=_F(TOUT="OUI"))')
