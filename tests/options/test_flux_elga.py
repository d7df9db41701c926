"""FLUX at points: what tells its flow of heat."""

from tests.commands.meshes import run


def test_shells_of_lines_have_no_flow(tmp_path):
    study = run(
        tmp_path,
        "MB = CREA_MAILLAGE(MAILLAGE=MA, LINE_QUAD=_F(TOUT='OUI'))",
        "MO = AFFE_MODELE(MAILLAGE=MB, AFFE=_F(GROUP_MA='RIM', PHENOMENE='THERMIQUE', MODELISATION='COQUE_PLAN'))",
        "MAT = DEFI_MATERIAU(THER=_F(LAMBDA=1.0, RHO_CP=1.0))",
        "CM = AFFE_MATERIAU(MAILLAGE=MB, AFFE=_F(TOUT='OUI', MATER=MAT))",
        "CARA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='RIM', EPAIS=0.1))",
        "COLD = AFFE_CHAR_THER(MODELE=MO, TEMP_IMPO=_F(GROUP_MA='LEFT', TEMP_MIL=1.0))",
        "LIST = DEFI_LIST_REEL(VALE=0.0)",
        "R = THER_LINEAIRE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CARA, EXCIT=_F(CHARGE=COLD), TYPE_CALCUL='STAT', "
        "INCREMENT=_F(LIST_INST=LIST))",
        "R = CALC_CHAMP(reuse=R, RESULTAT=R, THERMIQUE='FLUX_ELGA')",
    )
    told = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert told == ["none of these elements has FLUX_ELGA yet"]
