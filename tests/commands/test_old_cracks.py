"""Cracks as decks up to version 13 told them: extensions of CALC_THETA, fronts without lips, thermal loads within CHAR_MECA."""

import pytest

from pyaster_lite.study.run import Options, Study

SLIT = """\
COOR_2D
N1 0 0  N2 1 0  N3 2 0  N4 0 1  N5 1 1  N6 2 1  N7 0 2  N8 1 2  N9 2 2  N10 0 1
FINSF
QUAD4
M1 N1 N2 N5 N4  M2 N2 N3 N6 N5  M3 N10 N5 N8 N7  M4 N5 N6 N9 N8
FINSF
SEG2
M5 N7 N8  M6 N8 N9  M7 N1 N2  M8 N2 N3  M9 N10 N5  M10 N4 N5
FINSF
GROUP_MA NOM=TOP
M5 M6
FINSF
GROUP_MA NOM=FOOT
M7 M8
FINSF
GROUP_MA NOM=ABOVE
M9
FINSF
GROUP_MA NOM=BELOW
M10
FINSF
GROUP_NO NOM=TIP
N5
FINSF
FIN
"""
BODY = """
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="{kind}"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=10.0, NU=0.25, ALPHA=0.5))
"""
OPENED = (
    BODY
    + """
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
HELD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(GROUP_MA="FOOT", DX=0.0, DY=0.0), _F(GROUP_MA="TOP", DY=1.0)))
U = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=FIELD, EXCIT=_F(CHARGE=HELD))
FRONT = DEFI_FOND_FISS(MAILLAGE=MESH, FOND_FISS=_F(GROUP_NO="TIP"))
RIM = DEFI_FOND_FISS(MAILLAGE=MESH, FOND_FISS=_F(GROUP_NO="TIP"), LEVRE_SUP=_F(GROUP_MA="ABOVE"), LEVRE_INF=_F(GROUP_MA="BELOW"))
OWN = CALC_THETA(MODELE=MODEL, DIRECTION=(2.0, 0.0, 0.0), THETA_2D=_F(GROUP_NO="TIP", MODULE=1.0, R_INF=0.5, R_SUP=0.9))
WHOLE = CALC_G(RESULTAT=U, THETA=_F(THETA=OWN))
TWICE = CALC_G(RESULTAT=U, THETA=_F(THETA=OWN, SYME="OUI"))
ALONE = CALC_G(RESULTAT=U, THETA=_F(FOND_FISS=FRONT, R_INF=0.5, R_SUP=0.9, DIRECTION=(1.0, 0.0, 0.0)))
LIPS = CALC_G(RESULTAT=U, THETA=_F(FOND_FISS=RIM, R_INF=0.5, R_SUP=0.9), OPTION="CALC_K_G")
FROM_TIP = CALC_G(RESULTAT=U, THETA=_F(FOND_FISS=RIM, R_INF=0.0, R_SUP=1.9), OPTION="CALC_K_G")
NO_INNER = CALC_G(RESULTAT=U, THETA=_F(FOND_FISS=RIM, R_SUP=1.9), OPTION="CALC_K_G")
AHEAD = DEFI_FOND_FISS(MAILLAGE=MESH, FOND_FISS=_F(GROUP_NO="TIP"), NORMALE=(0.0, 1.0, 0.0))
STRAIGHT = CALC_G(RESULTAT=U, THETA=_F(FOND_FISS=AHEAD, R_INF=0.5, R_SUP=0.9), OPTION="CALC_K_G")
HALF = CALC_G(RESULTAT=U, THETA=_F(FOND_FISS=AHEAD, R_INF=0.5, R_SUP=0.9), OPTION="CALC_K_G", SYME_CHAR="SYME")
GLOB = CALC_G(RESULTAT=U, THETA=_F(FOND_FISS=RIM, R_INF=0.5, R_SUP=0.9), OPTION="CALC_G_GLOB")
"""
)
WARMED = (
    BODY
    + """
WARM = CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="NOEU_TEMP_R", MAILLAGE=MESH, AFFE=_F(TOUT="OUI", NOM_CMP="TEMP", VALE=1.0))
FIELD = AFFE_MATERIAU(
    MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL), AFFE_VARC=_F(TOUT="OUI", NOM_VARC="TEMP", CHAM_GD=WARM, VALE_REF=0.0)
)
HELD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_MA="FOOT", DX=0.0, DY=0.0))
LOADED = CALC_VECT_ELEM(OPTION="CHAR_MECA", CHARGE=HELD, CHAM_MATER=FIELD)
"""
)


def run_slit(tmp_path, text, version):
    """The study of a deck without its frame on the slit plate."""
    mesh, deck = tmp_path / "slit.mail", tmp_path / "deck.comm"
    mesh.write_text(SLIT)
    deck.write_text("DEBUT()" + text + "FIN()\n")
    return Study(deck, Options(units={20: mesh}, output=tmp_path / "out", verbosity=-1, aster_version=version)).run()


def _released(study, name):
    return study[name]["G", 1]


def test_a_field_tells_the_extension_and_the_front_needs_no_lips(tmp_path):
    study = run_slit(tmp_path, OPENED.format(kind="D_PLAN"), "13.1.3")
    known = _released(study, "LIPS")
    assert known > 0.0
    for name in ("WHOLE", "ALONE", "GLOB"):
        assert _released(study, name) == pytest.approx(known, rel=1e-10)
    assert _released(study, "STRAIGHT") == pytest.approx(known, rel=1e-10)
    assert _released(study, "NO_INNER") == _released(study, "FROM_TIP") != known
    assert _released(study, "HALF") == pytest.approx(2.0 * known, rel=1e-10)
    assert _released(study, "TWICE") == pytest.approx(2.0 * known, rel=1e-10)


def test_without_stress_intensities_a_front_of_revolution_is_told_by_radian(tmp_path):
    study = run_slit(tmp_path, OPENED.format(kind="AXIS"), "13.1.3")
    radius = study["MESH"].coordinates[4, 0]
    for name in ("WHOLE", "ALONE", "GLOB"):
        assert _released(study, name) == pytest.approx(radius * _released(study, "LIPS"), rel=1e-10)


def test_the_lip_is_named_today(tmp_path):
    text = OPENED.format(kind="D_PLAN").split("WHOLE =")[0].replace('GROUP_NO="TIP"))', 'GROUP_NO="TIP"), SYME="NON")')
    study = run_slit(tmp_path, text, "16")
    assert "LEVRE_SUP" in " ".join(d.message for d in study.diagnostics if d.severity.name == "ERROR")


@pytest.mark.parametrize("version, warmed", [("13.1.8", True), ("13.1.9", False)])
def test_forces_of_loads_held_those_of_temperature(tmp_path, version, warmed):
    study = run_slit(tmp_path, WARMED.format(kind="D_PLAN"), version)
    assert bool(abs(study["LOADED"].vector).max() > 0.0) is warmed


def test_a_number_of_layers_alone_is_no_extension(tmp_path):
    text = OPENED.format(kind="D_PLAN").split("FRONT =")[0] + OPENED[OPENED.index("RIM =") : OPENED.index("OWN =")]
    study = run_slit(tmp_path, text + 'G = CALC_G(RESULTAT=U, THETA=_F(FISSURE=RIM, NB_COUCHE_SUP=2), OPTION="G")\n', "16")
    assert any("NB_COUCHE_SUP goes with NB_COUCHE_INF" in d.message for d in study.diagnostics), [d.message for d in study.diagnostics]
