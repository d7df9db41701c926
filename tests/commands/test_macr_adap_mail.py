"""MACR_ADAP_MAIL through decks: what fields choose, what is carried over, what is refused."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

SQUARE = """COOR_2D
N1 0. 0.
N2 1. 0.
N3 1. 1.
N4 0. 1.
FINSF
TRIA3
T1 N1 N2 N3
T2 N1 N3 N4
FINSF
SEG2
S1 N4 N1
FINSF
GROUP_MA
BODY T1 T2
FINSF
GROUP_MA
LEFT S1
FINSF
GROUP_MA
ONE T1
FINSF
FIN
"""
START = """
DEFI_FICHIER(UNITE=20, FICHIER='square.mail', ACTION='ASSOCIER', ACCES='OLD')
MA = LIRE_MAILLAGE(FORMAT='ASTER')
"""
HIGH = (
    "F = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='CART_NEUT_R', MAILLAGE=MA, AFFE=(_F(GROUP_MA='BODY', NOM_CMP=('X1', 'X2'), VALE=({})),))\n"
)
PLACE = """
X = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_GEOM_R', NOM_CHAM='GEOMETRIE', MAILLAGE=MA)
"""


@pytest.fixture
def run(tmp_path):
    (tmp_path / "square.mail").write_text(SQUARE)

    def go(text):
        (tmp_path / "deck.comm").write_text("DEBUT()\n" + START + text + "\nFIN()\n")
        return pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")

    return go


def kinds(mesh):
    return {block.type: len(block) for block in mesh.blocks}


def adapt(**words):
    given = {"MAILLAGE_N": "MA", "MAILLAGE_NP1": "CO('NEW')"} | words
    return "MACR_ADAP_MAIL(" + ", ".join(f"{word}={value}" for word, value in given.items()) + ")\n"


def test_groups_limit_what_is_cut_everywhere(run):
    assert kinds(run(adapt(ADAPTATION="'RAFFINEMENT_UNIFORME'"))["NEW"]) == {"SEG2": 2, "TRIA3": 8}
    only = run(adapt(ADAPTATION="'RAFFINEMENT_UNIFORME'", GROUP_MA="'LEFT'"))["NEW"]
    assert kinds(only) == {"SEG2": 2, "TRIA3": 3} and only.cell_groups["LEFT"].tolist() == [0, 1]
    assert kinds(run(adapt(ADAPTATION="'RIEN'"))["NEW"]) == {"SEG2": 1, "TRIA3": 2}
    assert kinds(run(adapt(ADAPTATION="'MODIFICATION'", DEGRE="'OUI'"))["NEW"]) == {"SEG3": 1, "TRIA6": 2}


def test_cells_stand_as_homard_leaves_them(run):
    made = run(adapt(ADAPTATION="'RAFFINEMENT_UNIFORME'", GROUP_MA="'LEFT'"))["NEW"]
    assert [made.cell_type(cell) for cell in range(made.n_cells)] == ["SEG2"] * 2 + ["TRIA3"] * 3


def test_components_count_together_or_alone(run):
    field = HIGH.format("3.0, -4.0")
    for usage, limit, count in (("NORME_L2", 4.9, 8), ("NORME_L2", 5.1, 2), ("NORME_INFINIE", 4.1, 2), ("NORME_INFINIE", 3.9, 8)):
        made = run(field + adapt(ADAPTATION="'RAFFINEMENT'", CHAM_GD="F", CRIT_RAFF_ABS=limit, USAGE_CMP=repr(usage)))["NEW"]
        assert kinds(made)["TRIA3"] == count, (usage, limit)
    alone = dict(ADAPTATION="'RAFFINEMENT'", CHAM_GD="F", NOM_CMP="'X2'")
    assert kinds(run(field + adapt(**alone, CRIT_RAFF_ABS=-5.0, USAGE_CMP="'RELATIF'"))["NEW"])["TRIA3"] == 8
    assert kinds(run(field + adapt(**alone, CRIT_RAFF_ABS=3.9, USAGE_CMP="'ABSOLU'"))["NEW"])["TRIA3"] == 8
    assert kinds(run(field + adapt(**alone, CRIT_RAFF_ABS=3.9, USAGE_CMP="'ABSOLU'", DIAM_MIN=2.0))["NEW"])["TRIA3"] == 2


def test_where_the_field_says_nothing(run):
    """One triangle is low: the other one stays but for what conforms, or is cut."""
    field = HIGH.replace("BODY", "ONE").format("1.0, 1.0")
    words = dict(ADAPTATION="'RAFFINEMENT'", CHAM_GD="F", CRIT_RAFF_ABS=2.0, USAGE_CHAMP="'MAILLE'", ELEMENTS_ACCEPTES="'HOMARD'")
    assert kinds(run(field + adapt(**words))["NEW"])["TRIA3"] == 2
    assert kinds(run(field + adapt(**words, ADAP_INIT="'RAFFINER'"))["NEW"])["TRIA3"] == 4 + 2
    finer = HIGH.replace("BODY", "ONE").replace("MAILLAGE=MA", "MAILLAGE=NEW").format("9.0, 9.0")
    twice = adapt(ADAPTATION="'RAFFINEMENT_UNIFORME'") + finer
    back = dict(MAILLAGE_N="NEW", MAILLAGE_NP1="CO('BACK')", ADAPTATION="'DERAFFINEMENT'", CHAM_GD="F", CRIT_DERA_ABS=1.0)
    assert kinds(run(twice + adapt(**back))["BACK"])["TRIA3"] == 8
    assert kinds(run(twice + adapt(**back, ADAP_INIT="'DERAFFINER'"))["BACK"])["TRIA3"] == 4 + 2


def test_the_mesh_of_the_other_degree(run):
    study = run(adapt(ADAPTATION="'RAFFINEMENT_UNIFORME'", MAILLAGE_NP1_ANNEXE="CO('CURVED')"))
    assert kinds(study["NEW"]) == {"SEG2": 2, "TRIA3": 8} and kinds(study["CURVED"]) == {"SEG3": 2, "TRIA6": 8}


def test_fields_at_nodes_steer_and_are_carried_over(run):
    steered = dict(
        ADAPTATION="'RAFFINEMENT'", CHAM_GD="X", NOM_CMP="'X'", USAGE_CMP="'RELATIF'", CRIT_RAFF_ABS=0.9, MAILLAGE_NP1="CO('NEW')"
    )
    taken = "_F(CHAM_MAJ=CO('NEWX'), TYPE_CHAM='NOEU_GEOM_R', CHAM_GD=X, NOM_CMP=('X', 'Y'))"
    study = run(
        PLACE
        + adapt(**steered, MAJ_CHAM=taken, ADD_CHAM="(_F(CHAM_GD=CO('D'), CHAM_CAT='DIAMETRE'), _F(CHAM_GD=CO('L'), CHAM_CAT='NIVEAU'))")
    )
    new, field = study["NEW"], study["NEWX"]
    assert kinds(new) == {"SEG2": 1, "TRIA3": 3} and field.mesh is new
    assert np.allclose(field.component("X"), new.coordinates[:, 0]) and field.components == ("X", "Y")
    assert np.allclose(np.sort(study["D"].component("X1")[:, 0]), [1.0, 1.25**0.5, 2**0.5, 2**0.5])
    assert sorted(study["L"].component("X1")[:, 0]) == [0.0, 0.0, 0.5, 0.5]


@pytest.mark.parametrize(
    ("zone", "count", "after"),
    [
        ("TYPE='RECTANGLE', X_MINI=0.9, X_MAXI=1.1, Y_MINI=-1.0, Y_MAXI=2.0", 3, 3),
        ("TYPE='DISQUE', X_CENTRE=0.0, Y_CENTRE=0.5, RAYON=0.6", 3, 2),
        ("TYPE='DISQUE_PERCE', X_CENTRE=0.0, Y_CENTRE=0.0, RAYON_INT=0.9, RAYON_EXT=1.5", 4, 4),
        ("TYPE='CYLINDRE', X_AXE=1.0, Y_AXE=0.0, Z_AXE=0.0, X_BASE=-0.1, Y_BASE=0.0, Z_BASE=0.0, HAUTEUR=2.0, RAYON=0.1", 3, 3),
        ("TYPE='SPHERE', X_CENTRE=0.5, Y_CENTRE=0.5, Z_CENTRE=0.0, RAYON=0.8", 8, 2),
    ],
)
def test_zones_cut_edges_with_both_ends_in_them(run, zone, count, after):
    """What belongs to no cell that was cut, like the side between two vertices, stays cut."""
    study = run(
        adapt(ADAPTATION="'RAFF_DERA_ZONE'", ZONE=f"_F({zone})")
        + adapt(ADAPTATION="'RAFF_DERA_ZONE'", ZONE=f"_F({zone}, USAGE='DERAFFINEMENT')", MAILLAGE_N="NEW", MAILLAGE_NP1="CO('OLD')")
    )
    assert kinds(study["NEW"])["TRIA3"] == count
    assert kinds(study["OLD"])["TRIA3"] == after


def test_places_come_back_by_name(run):
    study = run(
        "R = "
        + adapt(ADAPTATION="'RAFFINEMENT_UNIFORME'")
        + "MO = AFFE_MODELE(MAILLAGE=R.NEW, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='PLAN'))\n"
    )
    assert study["MO"].mesh is study["NEW"]


def test_a_place_with_a_name_is_known_to_the_commands_after(run):
    text = "PLACE = CO('NEW')\n" + adapt(ADAPTATION="'RAFFINEMENT'", CHAM_GD="X", CRIT_RAFF_ABS=9.0, MAILLAGE_NP1="PLACE")
    text = PLACE + text + "MO = AFFE_MODELE(MAILLAGE=NEW, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='PLAN'))\n"
    study = run(text)
    assert study["MO"].mesh is study["NEW"]


def test_cracks_tell_where_to_cut(run):
    crack = "LN = FORMULE(VALE='Y-0.25', NOM_PARA=('X', 'Y'))\nLT = FORMULE(VALE='X-0.5', NOM_PARA=('X', 'Y'))\n"
    crack += "I = DEFI_FISS_XFEM(MAILLAGE=MA, TYPE_DISCONTINUITE='INTERFACE', DEFI_FISS=_F(FONC_LN=LN))\n"
    crack += "C = DEFI_FISS_XFEM(MAILLAGE=MA, DEFI_FISS=_F(FONC_LN=LN, FONC_LT=LT))\n"
    words = "D = RAFF_XFEM(FISSURE=I)\nE = RAFF_XFEM(FISSURE=(I, C))\nZ = RAFF_XFEM(TYPE='ZONE', FISSURE=(I, C), RAYON=0.3)\n"
    study = run(crack + words)
    assert study["D"].component("X1").tolist() == pytest.approx([-0.25, -0.25, -0.75, -0.75])
    assert study["E"].component("X1").tolist() == pytest.approx([-0.25, -0.25, -0.75, -0.75])
    assert study["Z"].component("X1")[:, 0].tolist() == [2.0, 2.0, 1.0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HIGH.format("1.0, 1.0") + adapt(ADAPTATION="'RAFFINEMENT'", CHAM_GD="F", NOM_CMP="'X7'", CRIT_RAFF_ABS=1.0), "no component X7"),
        (HIGH.format("1.0, 1.0") + adapt(ADAPTATION="'RAFFINEMENT'", CHAM_GD="F", CRIT_RAFF_ABS=1.0, USAGE_CMP="'RELATIF'"), "names 2"),
        (HIGH.format("1.0, 1.0") + adapt(ADAPTATION="'RAFFINEMENT'", CHAM_GD="F"), "CRIT_RAFF_ABS"),
        (
            PLACE + adapt(ADAPTATION="'RIEN'", MAJ_CHAM="_F(CHAM_MAJ=CO('Y'), TYPE_CHAM='NOEU_DEPL_R', CHAM_GD=X)"),
            "the field is NOEU_GEOM_R",
        ),
        (adapt(ADAPTATION="'RIEN'", MAILLAGE_FRONTIERE="MA", GROUP_MA_FRONT="'BODY'"), "segments only"),
    ],
)
def test_what_is_refused(run, text, words):
    with pytest.raises(Refused, match=words):
        run(text)


def test_a_mesh_is_described(run):
    run("MACR_INFO_MAIL(MAILLAGE=MA, QUALITE='OUI', TAILLE='OUI', CONNEXITE='OUI', PROP_CALCUL='OUI', DIAMETRE='OUI')\n")
