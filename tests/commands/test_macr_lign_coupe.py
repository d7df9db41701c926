"""MACR_LIGN_COUPE on a square under a uniform strain: positions and values along lines are known."""

import numpy as np
import pytest

from .meshes import run

PLATE = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=5.0, NU=0.25))",
    "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "UX = FORMULE(NOM_PARA=('X', 'Y'), VALE='0.1 * X + 0.3 * Y')",
    "UY = FORMULE(NOM_PARA=('X', 'Y'), VALE='-0.2 * X + 0.2 * Y')",
    "HELD = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=_F(TOUT='OUI', DX=UX, DY=UY))",
    "U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CHMAT, EXCIT=_F(CHARGE=HELD))",
    "U = CALC_CHAMP(reuse=U, RESULTAT=U, CONTRAINTE=('SIGM_ELNO', 'SIGM_NOEU'))",
)
STRESS = np.array([[4 * 0.1 + 2 * 0.3, 4 * 0.05], [4 * 0.05, 4 * 0.2 + 2 * 0.3]])


def table(tmp_path, line, name="DEPL", **words):
    more = "".join(f", {word}={value}" for word, value in words.items())
    study = run(tmp_path, *PLATE, f"T = MACR_LIGN_COUPE(RESULTAT=U, NOM_CHAM='{name}'{more}, LIGN_COUPE=_F({line}))")
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert not errors, errors
    return study["T"]


def moved(x, y):
    return 0.1 * np.array(x) + 0.3 * np.array(y), -0.2 * np.array(x) + 0.2 * np.array(y)


def test_along_a_segment(tmp_path):
    made = table(tmp_path, "NB_POINTS=4, COOR_ORIG=(0.2, 0.3), COOR_EXTR=(1.7, 0.9)")
    assert made.names[:5] == ["INTITULE", "NOM_CHAM", "NUME_ORDRE", "INST", "ABSC_CURV"] and not {"RESU", "NOEUD"} & set(made.names)
    x, y = made.column("COOR_X"), made.column("COOR_Y")
    np.testing.assert_allclose(x, [0.2, 0.7, 1.2, 1.7])
    np.testing.assert_allclose(made.column("ABSC_CURV"), np.hypot(1.5, 0.6) * np.arange(4) / 3)
    np.testing.assert_allclose(np.array([made.column("DX"), made.column("DY")]), moved(x, y), atol=1e-12)
    assert set(made.column("INTITULE")) == {"l.coupe1"}


def test_points_outside_are_left_out(tmp_path, capsys):
    made = table(tmp_path, "NB_POINTS=5, COOR_ORIG=(1.0, 0.5), COOR_EXTR=(3.0, 0.5), NOM_CMP='DY', INTITULE='OUT'")
    assert made.column("COOR_X") == [1.0, 1.5, 2.0] and made.column("INTITULE") == ["OUT"] * 3 and "DX" not in made.names
    assert "2 of the 5 points of this line are outside the mesh: they are left out" in capsys.readouterr().err


def test_stresses_in_the_axes_of_the_line(tmp_path):
    line = "NB_POINTS=3, COOR_ORIG=(0.0, 0.0), COOR_EXTR=(1.5, 1.5), REPERE='LOCAL', VECT_Y=(-1.0, 1.0)"
    for name in ("SIGM_NOEU", "SIGM_ELNO"):
        made = table(tmp_path, line, name)
        turn = np.array([[1, 1], [-1, 1]]) / np.sqrt(2)
        expected = turn @ STRESS @ turn.T
        for component, value in zip(("SIXX", "SIYY", "SIXY"), (expected[0, 0], expected[1, 1], expected[0, 1])):
            np.testing.assert_allclose(made.column(component), value)


def test_strains_stay_in_the_global_axes(tmp_path):
    line = "NB_POINTS=3, COOR_ORIG=(0.1, 0.4), COOR_EXTR=(1.5, 1.5)"
    strains = "S = CALC_CHAMP(RESULTAT=U, DEFORMATION='EPSI_NOEU')"
    asked = "RESULTAT=S, NOM_CHAM='EPSI_NOEU'"
    study = run(tmp_path, *PLATE, strains, f"T = MACR_LIGN_COUPE({asked}, LIGN_COUPE=_F({line}, REPERE='POLAIRE'))")
    for word, value in (("EPXX", 0.1), ("EPYY", 0.2), ("EPXY", 0.05)):
        np.testing.assert_allclose(study["T"].column(word), value)


def test_a_field_by_itself_is_the_first_of_its_result(tmp_path):
    field = "C = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_DEPL_R', RESULTAT=U, NOM_CHAM='DEPL', NUME_ORDRE=1)"
    line = "_F(NB_POINTS=2, COOR_ORIG=(0.1, 0.4), COOR_EXTR=(1.5, 1.5))"
    study = run(tmp_path, *PLATE, field, f"T = MACR_LIGN_COUPE(CHAM_GD=C, NOM_CHAM='DEPL', MODELE=MO, LIGN_COUPE={line})")
    assert study["T"].column("NUME_ORDRE") == [1, 1]


def test_an_arc_has_its_angles(tmp_path):
    made = table(tmp_path, "TYPE='ARC', NB_POINTS=3, COOR_ORIG=(2.0, 1.0), CENTRE=(1.0, 1.0), ANGLE=90.0, REPERE='CYLINDRIQUE'")
    np.testing.assert_allclose(made.column("ANGLE"), [0, 45, 90])
    np.testing.assert_allclose(made.column("COOR_Y"), 1 + np.sin(np.radians([0, 45, 90])))
    x, y = np.array(made.column("COOR_X")), np.array(made.column("COOR_Y"))
    u, v = moved(x, y)
    np.testing.assert_allclose(made.column("DX"), u * (x - 1) + v * (y - 1), atol=1e-12)


def test_the_axis_of_a_cylinder_is_that_of_the_plane_whatever_is_given(tmp_path):
    line = "NB_POINTS=3, COOR_ORIG=(0.1, 0.4), COOR_EXTR=(1.5, 1.5), REPERE='CYLINDRIQUE', ORIGINE=(0.0, 0.0)"
    given = table(tmp_path, f"{line}, AXE_Z=(0.0, 0.0, 1.0)")
    np.testing.assert_allclose(given.column("DX"), table(tmp_path, line).column("DX"))


def test_through_groups_and_means(tmp_path):
    made = table(tmp_path, "TYPE='GROUP_NO', GROUP_NO='DIAGONAL', INTITULE='D'")
    assert made.column("COOR_X") == [2.0, 1.0, 0.0] and made.column("INTITULE") == ["D"] * 3
    means = table(tmp_path, "NB_POINTS=3, COOR_ORIG=(0.0, 1.0), COOR_EXTR=(2.0, 1.0), OPERATION='MOYENNE', NOM_CMP='DX'")
    found = dict(zip(means.column("QUANTITE"), means.column("DX")))
    assert found["MOMENT_0"] == pytest.approx(0.4) and found["MAXIMUM"] == pytest.approx(0.5)


@pytest.mark.parametrize(
    "line, text",
    [
        ("NB_POINTS=2, COOR_ORIG=(5.0, 5.0), COOR_EXTR=(6.0, 6.0)", "none of the nodes is in a cell"),
        ("TYPE='GROUP_MA', GROUP_MA='PLATE', MAILLAGE=MA", "no segment"),
        ("TYPE='GROUP_NO', GROUP_NO='NOWHERE'", "no node group NOWHERE"),
        ("NB_POINTS=2, COOR_ORIG=(0.0, 0.0), COOR_EXTR=(1.0, 0.0), NOM_CMP='DZ'", "no component DZ"),
    ],
)
def test_what_cannot_be_cut_is_refused(tmp_path, line, text):
    study = run(tmp_path, *PLATE, f"T = MACR_LIGN_COUPE(RESULTAT=U, NOM_CHAM='DEPL', LIGN_COUPE=_F({line}))")
    assert any(text in d.message for d in study.diagnostics), [d.message for d in study.diagnostics]


def test_what_goes_through_a_line(tmp_path):
    """A line up and to the right has its normal to the left; along a direction the stress vector is that of the direction."""
    line = "NB_POINTS=3, COOR_ORIG=(0.0, 0.0), COOR_EXTR=(1.5, 1.5), NOM_CMP='SIXX'"
    for name in ("SIGM_NOEU", "SIGM_ELNO"):
        for words, word, direction in (
            ("TRAC_NOR='OUI'", "TR_NOR", np.array([-1.0, 1.0]) / np.sqrt(2)),
            ("TRAC_DIR='OUI', DIRECTION=(2.0, 3.0, 0.0)", "TR_DIR", np.array([2.0, 3.0])),
        ):
            made = table(tmp_path, f"{line}, {words}", name)
            for i, value in enumerate((*(STRESS @ direction), 0.0), start=1):
                np.testing.assert_allclose(made.column(f"{word}_{i}"), value, atol=1e-12)
            assert "SIXX" not in made.names


def test_what_of_a_vector_is_along_a_direction(tmp_path):
    line = "NB_POINTS=3, COOR_ORIG=(0.0, 0.5), COOR_EXTR=(2.0, 0.5), NOM_CMP=('DX', 'DY')"
    made = table(tmp_path, f"{line}, TRAC_NOR='OUI'")
    np.testing.assert_allclose(made.column("TRAC_NOR"), moved(made.column("COOR_X"), made.column("COOR_Y"))[1], atol=1e-12)
