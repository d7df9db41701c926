"""NOM_VARI: internal variables by their names in what is followed and in tables."""

from .meshes import run

PULLED = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25), ECRO_LINE=_F(D_SIGM_EPSI=10.0, SY=0.5))",
    "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='LEFT', DX=0.0), _F(GROUP_MA='BOTTOM', DY=0.0), _F(NOEUD='N9', DX=0.03)))",
    "LI = DEFI_LIST_REEL(VALE=(0.0, 1.0))",
)
FOLLOWED = "_F(NOM_CHAM='VARI_ELGA', {0}, TOUT='OUI', EVAL_CHAM='MAX', EVAL_ELGA='MAX', TITRE='{1}')"


def solved(tmp_path, name):
    follow = f"({FOLLOWED.format(f'NOM_VARI={name!r}', 'NAME')}, {FOLLOWED.format(repr('V1').join(('NOM_CMP=', '')), 'NUMBER')})"
    return run(
        tmp_path,
        *PULLED,
        "RE = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CHMAT, EXCIT=_F(CHARGE=HELD), INCREMENT=_F(LIST_INST=LI),"
        f" COMPORTEMENT=_F(RELATION='VMIS_ISOT_LINE'), CONVERGENCE=_F(ITER_GLOB_MAXI=40), OBSERVATION={follow})",
        "OB = RECU_TABLE(CO=RE, NOM_TABLE='OBSERVATION')",
        "TB = CREA_TABLE(RESU=_F(RESULTAT=RE, TOUT='OUI', NOM_CHAM='VARI_ELGA', NOM_VARI='EPSPEQ', INST=1.0))",
    )


def test_a_variable_is_followed_and_put_into_tables_by_its_name(tmp_path):
    study = solved(tmp_path, "EPSPEQ")
    by_name, by_number = (
        [row["VALE"] for row in study["OB"].rows() if row["NOM_OBSERVATION"] == title and row["INST"] == 1.0]
        for title in ("NAME", "NUMBER")
    )
    assert by_name == by_number and by_name[0] > 1e-3
    assert [max(row["EPSPEQ"] for row in study["TB"].rows())] == by_name


def test_a_name_that_the_law_does_not_have_is_told(tmp_path):
    assert any("VARI_ELGA has no component SOFT" in told.message for told in solved(tmp_path, "SOFT").diagnostics)
