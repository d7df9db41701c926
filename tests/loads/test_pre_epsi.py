"""PRE_EPSI on beams: curvatures about axes that VECT_N tells."""

import numpy as np

from tests.commands.meshes import diagnostics, in_space, run

SPACE = in_space(0.25)
MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='BOTTOM', PHENOMENE='MECANIQUE', MODELISATION='POU_D_E'))
CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA='BOTTOM', SECTION='RECTANGLE', CARA=('HY', 'HZ'), VALE=(0.1, 0.2)),
    ORIENTATION=_F(GROUP_MA='BOTTOM', CARA='ANGL_VRIL', VALE=25.0))
M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(NOEUD='N1', DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0))"""


def moved(tmp_path, given, command="AFFE_CHAR_MECA", more=()):
    study = run(
        tmp_path, MODEL, *more, f"L = {command}(MODELE=MO, PRE_EPSI=_F(GROUP_MA='BOTTOM', {given}))",
        "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=L)))", text=SPACE,
    )  # fmt: skip
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    return study["R"].field("DEPL", 1).values[:3]


def test_axes_told_by_the_third_own_axis_are_the_own_ones(tmp_path):
    x = np.array([1.0, 0.0, 0.25]) / np.hypot(1.0, 0.25)
    y, turn = np.array([0.0, 1.0, 0.0]), np.radians(25.0)
    third = tuple((np.cos(turn) * np.cross(x, y) - np.sin(turn) * y + 0.7 * x).tolist())
    own = moved(tmp_path, "EPX=1e-3, KY=2e-3, KZ=3e-3")
    np.testing.assert_allclose(moved(tmp_path, f"EPX=1e-3, KN1=2e-3, KN2=3e-3, VECT_N={third}"), own, atol=1e-15)
    about = moved(tmp_path, f"EPX=1e-3, KN1=-2e-3, KN2=-3e-3, VECT_N={tuple(-v for v in third)}")
    np.testing.assert_allclose(about, own, atol=1e-15)


def test_functions_along_the_line_are_read_at_the_middle_of_the_cells(tmp_path):
    more = (
        "MA = MODI_MAILLAGE(reuse=MA, MAILLAGE=MA, ABSC_CURV=_F(GROUP_MA='BOTTOM', GROUP_NO_ORIG='ORIGIN'))",
        "F = FORMULE(VALE='1e-3 * ABSC', NOM_PARA='ABSC')",
    )
    first = "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM='ORIGIN', NOEUD='N1'))"
    found = moved(tmp_path, "EPX=F", "AFFE_CHAR_MECA_F", (first, *more))
    length = np.hypot(1.0, 0.25)
    np.testing.assert_allclose(np.linalg.norm(found[2, :3]), 1e-3 * (0.5 + 1.5) * length**2, rtol=1e-12)


def test_a_direction_along_the_beam_is_refused(tmp_path):
    told = diagnostics(
        tmp_path, MODEL, "L = AFFE_CHAR_MECA(MODELE=MO, PRE_EPSI=_F(GROUP_MA='BOTTOM', KN1=1e-3, VECT_N=(4.0, 0.0, 1.0)))",
        "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=L)))", text=SPACE,
    )  # fmt: skip
    assert told == ["MECA_STATIQUE (R): PRE_EPSI: VECT_N lies along a beam"]


def test_the_stiffness_of_each_instant_holds_the_strains(tmp_path):
    study = run(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='BOTTOM', PHENOMENE='MECANIQUE', MODELISATION='BARRE'))",
        "CA = AFFE_CARA_ELEM(MODELE=MO, BARRE=_F(GROUP_MA='BOTTOM', SECTION='GENERALE', CARA='A', VALE=1.0))",
        "T = CREA_CHAMP(TYPE_CHAM='NOEU_TEMP_R', OPERATION='AFFE', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP='TEMP', VALE=0.0))",
        "U = CREA_CHAMP(TYPE_CHAM='NOEU_TEMP_R', OPERATION='AFFE', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP='TEMP', VALE=1.0))",
        "H = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_THER',",
        "    AFFE=(_F(NOM_CHAM='TEMP', CHAM_GD=T, INST=0.0), _F(NOM_CHAM='TEMP', CHAM_GD=U, INST=1.0)))",
        "E = DEFI_FONCTION(NOM_PARA='TEMP', VALE=(0.0, 1.0, 1.0, 1e3))",
        "M = DEFI_MATERIAU(ELAS_FO=_F(E=E, NU=DEFI_CONSTANTE(VALE=0.0), ALPHA=DEFI_CONSTANTE(VALE=0.0), TEMP_DEF_ALPHA=0.0))",
        "CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M), AFFE_VARC=_F(TOUT='OUI', NOM_VARC='TEMP', EVOL=H, VALE_REF=0.0))",
        "HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(NOEUD='N1', DX=0.0), _F(GROUP_MA='BOTTOM', DY=0.0, DZ=0.0)))",
        "L = AFFE_CHAR_MECA(MODELE=MO, PRE_EPSI=_F(GROUP_MA='BOTTOM', EPXX=2e-3))",
        "I = DEFI_LIST_REEL(VALE=(0.0, 1.0))",
        "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, LIST_INST=I, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=L)))",
        text=in_space(0.0),
    )
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    for order in (1, 2):
        np.testing.assert_allclose(study["R"].field("DEPL", order).component("DX")[:3], [0.0, 2e-3, 4e-3], rtol=1e-9)
