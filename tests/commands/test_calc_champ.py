"""CALC_CHAMP and POST_ELEM in decks: storage orders, places, reuse, what is refused, what balances."""

import numpy as np
import pytest

from pyaster_lite.catalogue import words
from pyaster_lite.catalogue.registry import OPTIONS

from .meshes import diagnostics, in_space, run

IN_SPACE = in_space()
MODEL = """\
MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(GROUP_MA='LEFT'))
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=('PLATE', 'RIM'), PHENOMENE='MECANIQUE', MODELISATION='C_PLAN'))
M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25, RHO=2.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_NO='LEFT', DX=0.0), _F(NOEUD='N1', DY=0.0)))
PULL = AFFE_CHAR_MECA(MODELE=MO, PESANTEUR=_F(GRAVITE=4.0, DIRECTION=(1.0, 0.0, 0.0)))
RAMP = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 1.0))
L = DEFI_LIST_REEL(VALE=(0.5, 1.0))
R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PULL, FONC_MULT=RAMP)), LIST_INST=L)"""


def test_every_option_is_a_word_of_the_command():
    known = {value for group in words.keywords("CALC_CHAMP") for value in words.values(f"CALC_CHAMP/{group}")}
    assert set(OPTIONS) <= known


def test_what_an_option_needs_is_there():
    for word in OPTIONS:
        option = OPTIONS[word]
        assert option.place in ("ELGA", "ELNO", "ELEM", "NOEU", "UNKNOWNS"), word
        assert (option.compute is None) == (option.place == "NOEU"), word
        for source in (*option.needs.values(), *([option.mean_of] if option.mean_of else [])):
            assert source in OPTIONS or source in ("VARI_ELGA", "TEMP", "SECH", "HYDR_ELGA"), f"{word} needs {source}"


def test_reactions_hold_the_loads(tmp_path):
    study = run(tmp_path, MODEL, "R = CALC_CHAMP(reuse=R, RESULTAT=R, FORCE=('FORC_NODA', 'REAC_NODA'))")
    result = study["R"]
    held = np.isin(np.arange(9), study["MA"].node_group("LEFT"))
    for order, t in ((1, 0.5), (2, 1.0)):
        reaction = result.field("REAC_NODA", order).component("DX")
        assert reaction.sum() == pytest.approx(-2.0 * 4.0 * 4.0 * t)
        assert abs(reaction[~held]).max() < 1e-12
        assert result.field("FORC_NODA", order).component("DX").sum() == pytest.approx(0.0, abs=1e-12)


def test_loads_given_take_the_place_of_the_results(tmp_path):
    study = run(tmp_path, MODEL, "S = CALC_CHAMP(RESULTAT=R, INST=1.0, FORCE='REAC_NODA', EXCIT=_F(CHARGE=PULL, COEF_MULT=0.0))")
    assert study["S"].field("REAC_NODA", 2).component("DX").sum() == pytest.approx(0.0, abs=1e-12)


def test_a_part_of_the_model_has_its_own_reactions(tmp_path):
    study = run(tmp_path, MODEL, "S = CALC_CHAMP(RESULTAT=R, INST=1.0, MAILLE=('M9', 'M11'), FORCE='REAC_NODA')")
    # two cells of area one, held by LEFT and pulled by the rest of the plate across X = 1
    assert study["S"].field("REAC_NODA", 2).component("DX").sum() == pytest.approx(-2.0 * 4.0 * 2.0)


def test_a_new_result_holds_what_is_asked_for_and_nothing_else(tmp_path):
    study = run(tmp_path, MODEL, "S = CALC_CHAMP(RESULTAT=R, NUME_ORDRE=2, CONTRAINTE='SIGM_NOEU')")
    assert study["S"].orders == [2] and study["S"].field_names() == ["SIGM_NOEU"] and study["R"].orders == [1, 2]
    assert study["S"].parameter("INST", 2) == 1.0


def test_a_mean_on_some_cells_stops_at_them(tmp_path):
    study = run(tmp_path, MODEL, "S = CALC_CHAMP(RESULTAT=R, MAILLE='M9', CONTRAINTE=('SIEF_ELNO', 'SIEF_NOEU'))")
    field = study["S"].field("SIEF_NOEU", 1)
    assert np.flatnonzero(field.present.all(axis=1)).tolist() == [0, 1, 3, 4]
    corner = study["S"].field("SIEF_ELNO", 1).at_cell(8, "SIXX")[0]
    assert field.component("SIXX")[0] == pytest.approx(corner)


@pytest.mark.parametrize("word", ["ETOT_ELEM", "ETOT_ELGA"])
def test_work_starts_anew_after_an_instant_that_is_not_asked_for(tmp_path, word):
    """Of a load that grows evenly a quarter of the work is done at half of it."""
    apart = f"S = CALC_CHAMP(RESULTAT=R, NUME_ORDRE=2, ENERGIE='{word}')"
    onwards = "\n".join(f"R = CALC_CHAMP(reuse=R, RESULTAT=R, NUME_ORDRE={order}, ENERGIE='{word}')" for order in (1, 2))
    study = run(tmp_path, MODEL, apart, onwards)
    found, whole = (study[name].field(word, 2).blocks[0].values for name in ("S", "R"))
    np.testing.assert_allclose(found, 0.75 * whole)


def test_kinetic_energy_of_a_velocity(tmp_path):
    study = run(
        tmp_path,
        MODEL,
        "V = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='AFFE', MAILLAGE=MA, "
        "AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY'), VALE=(3.0, 4.0)))",
        "T = POST_ELEM(ENER_CIN=_F(GROUP_MA=('PLATE', 'BOTTOM')), CHAM_GD=V, MODELE=MO, CHAM_MATER=CH)",
    )
    table = study["T"]
    assert table.column("LIEU") == ["PLATE", "BOTTOM"]
    assert np.allclose(table.column("TOTALE"), [0.5 * 2.0 * 4.0 * 25.0, 0.0])
    assert np.allclose(table.column("POUR_CENT"), [100.0, 0.0])


def test_mass_of_cells_and_of_everything(tmp_path):
    mass = "MASS_INER=(_F(TOUT='OUI', ORIG_INER=(0.0, 0.0, 0.0)), _F(MAILLE='M12'))"
    study = run(tmp_path, MODEL, f"T = POST_ELEM({mass}, MODELE=MO, CHAM_MATER=CH, CRITERE='RELATIF', PRECISION=1e-6)")
    whole, part = study["T"].rows()
    assert (whole["ENTITE"], whole["MASSE"], whole["CDG_X"], whole["CDG_Y"]) == (
        "TOUT",
        pytest.approx(8.0),
        pytest.approx(1),
        pytest.approx(1),
    )
    assert whole["IZ_G"] == pytest.approx(8.0 * 8 / 12) and whole["IZ_P"] == pytest.approx(8.0 * 8 / 12 + 8.0 * 2)
    assert part["LIEU"] == "M12" and part["MASSE"] == pytest.approx(1.0) and part["CDG_X"] == pytest.approx(5 / 3)


def test_mass_of_the_deformed_shape(tmp_path):
    words = "MODELE=MO, CHAM_MATER=CH, GEOMETRIE='DEFORMEE'"
    study = run(
        tmp_path,
        MODEL,
        "D = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MA, "
        "AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY'), VALE=(0.5, -1.0)))",
        f"T = POST_ELEM(MASS_INER=_F(TOUT='OUI'), CHAM_GD=D, {words})",
        f"S = POST_ELEM(MASS_INER=_F(TOUT='OUI'), RESULTAT=R, INST=1.0, {words})",
    )
    moved, stretched = study["T"].rows()[0], study["S"].rows()[0]
    assert (moved["MASSE"], moved["CDG_X"], moved["CDG_Y"]) == (pytest.approx(8.0), pytest.approx(1.5), pytest.approx(0.0, abs=1e-12))
    assert stretched["MASSE"] != pytest.approx(8.0, rel=1e-3) and stretched["CDG_X"] > 1.0
    told = diagnostics(tmp_path, MODEL, f"T = POST_ELEM(MASS_INER=_F(TOUT='OUI'), RESULTAT=R, {words})")
    assert any("one storage order, 2 are meant" in message for message in told)


def test_extremes_are_told_with_numbers_of_nodes(tmp_path):
    study = run(tmp_path, MODEL, "T = POST_ELEM(MINMAX=_F(TOUT='OUI', RESULTAT=R, NOM_CHAM='DEPL', INST=1.0, NOM_CMP='DX'))")
    table, shift = study["T"], study["R"].field("DEPL", 2).component("DX")
    assert table.column("MAX_DX") == [shift.max()] and shift[int(table.column("NO_MAX_DX")[0]) - 1] == shift.max()
    assert table.names[-4:] == ["MAX_DX", "NO_MAX_DX", "MIN_DX", "NO_MIN_DX"]


def test_integrals_on_edges_and_of_fields_by_element(tmp_path):
    study = run(
        tmp_path,
        MODEL,
        "R = CALC_CHAMP(reuse=R, RESULTAT=R, ENERGIE='EPOT_ELEM')",
        "E = POST_ELEM(INTEGRALE=_F(GROUP_MA='RIM', NOM_CHAM='DEPL', NOM_CMP='DX', TYPE_MAILLE='1D'), RESULTAT=R, INST=1.0)",
        "I = POST_ELEM(INTEGRALE=_F(TOUT='OUI', NOM_CHAM='EPOT_ELEM', NOM_CMP='TOTALE', TYPE_MAILLE='2D', DEJA_INTEGRE='OUI'), RESULTAT=R)",
        "P = POST_ELEM(ENER_POT=_F(TOUT='OUI'), RESULTAT=R)",
    )
    assert study["E"].column("VOL") == [pytest.approx(8.0)] and study["E"].column("GROUP_MA") == ["RIM"]
    assert study["I"].column("INTE_TOTALE") == pytest.approx(study["P"].column("TOTALE"))


@pytest.mark.parametrize(
    "command, words",
    [
        ("CALC_CHAMP(RESULTAT=R, CONTRAINTE='EFGE_ELNO')", "none of these elements has EFGE_ELNO yet"),
        ("CALC_CHAMP(RESULTAT=R, CONTRAINTE='SIGM_ELNOO')", "SIGM_ELNO"),
        ("CALC_CHAMP(RESULTAT=R, CHAM_UTIL=_F(NOM_CHAM='DEPL', CRITERE='VMIS', NUME_CHAM_RESU=1))", "VMIS is for fields of SIEF_R"),
        ("CALC_CHAMP(RESULTAT=R, CHAM_UTIL=_F(NOM_CHAM='DEPL', NORME='L2', NUME_CHAM_RESU=1))", "DEPL is not"),
        ("CALC_CHAMP(RESULTAT=R, VARI_INTERNE='VARI_ELNO')", "has no field VARI_ELGA"),
        ("POST_ELEM(INTEGRALE=_F(TOUT='OUI', NOM_CHAM='SIEF_ELGA', NOM_CMP='DX', TYPE_MAILLE='2D'), RESULTAT=R)", "the field has no DX"),
    ],
)
def test_what_cannot_be_is_told(tmp_path, command, words):
    assert any(words in message for message in diagnostics(tmp_path, MODEL, f"S = {command}"))


@pytest.mark.parametrize("text, there", [("DX + 0j", True), ("DX * 1j", False)])
def test_a_complex_formula_makes_a_field_where_its_values_are_real(tmp_path, text, there):
    formula = f"F = FORMULE(NOM_PARA='DX', VALE_C='{text}')"
    command = "S = CALC_CHAMP(RESULTAT=R, CHAM_UTIL=_F(NOM_CHAM='DEPL', FORMULE=F, NUME_CHAM_RESU=1))"
    told = diagnostics(tmp_path, MODEL, formula, command)
    assert any("gives complex values" in message for message in told) != there


@pytest.mark.parametrize("norm, cross", [("L2", 2.0), ("FROBENIUS", 1.0)])
def test_norms_by_element_sum_up_the_squares_of_components(tmp_path, norm, cross):
    study = run(
        tmp_path,
        MODEL,
        f"F = FORMULE(NOM_PARA=('SIXX', 'SIYY', 'SIXY'), VALE='SIXX**2 + SIYY**2 + {cross} * SIXY**2')",
        "S = CALC_CHAMP(RESULTAT=R, INST=1.0, CHAM_UTIL=(_F(NOM_CHAM='SIEF_ELGA', FORMULE=F, NUME_CHAM_RESU=1), "
        f"_F(NOM_CHAM='SIEF_ELGA', NORME='{norm}', NUME_CHAM_RESU=2)))",
        "I = POST_ELEM(INTEGRALE=_F(GROUP_MA='PLATE', NOM_CHAM='UT01_ELGA', NOM_CMP='X1', TYPE_MAILLE='2D'), RESULTAT=S)",
    )
    field = study["S"].field("UT02_ELEM", 2)
    assert field.location == "ELEM" and field.quantity == "NEUT_R"
    squares = field.component("X1", study["MA"].cell_group("PLATE")) ** 2
    assert squares.shape[1] == 1 and squares.sum() == pytest.approx(study["I"].column("INTE_X1")[0])


def test_internal_variables_of_an_elastic_plate_stand_in_its_layers(tmp_path):
    study = run(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='DKT'))",
        "M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25))",
        "CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))",
        "CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='PLATE', EPAIS=0.1, COQUE_NCOU=2))",
        "L = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(NOEUD=('N1', 'N3'), DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0))",
        "W = AFFE_CHAR_MECA(MODELE=MO, FORCE_COQUE=_F(GROUP_MA='PLATE', FZ=1e-3))",
        "T = DEFI_LIST_REEL(VALE=(0.0, 1.0))",
        "R = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=(_F(CHARGE=L), _F(CHARGE=W)), "
        "COMPORTEMENT=_F(RELATION='ELAS'), INCREMENT=_F(LIST_INST=T))",
        "R = CALC_CHAMP(reuse=R, RESULTAT=R, VARI_INTERNE='VARI_ELNO')",
        text=IN_SPACE,
    )
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    field = study["R"].field("VARI_ELNO", 1)
    assert field.sub == 6 and all(not block.values.any() for block in field.blocks)


@pytest.mark.parametrize("word", ["DKT", "DKTG", "Q4GG", "MEMBRANE"])
def test_fields_at_the_nodes_of_plates_are_integrated_by_area(tmp_path, word):
    """DX = x over the plate."""
    study = run(
        tmp_path,
        f"MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='{word}'))",
        "X = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_GEOM_R', MAILLAGE=MA, NOM_CHAM='GEOMETRIE')",
        "U = CREA_CHAMP(OPERATION='ASSE', TYPE_CHAM='NOEU_DEPL_R', MODELE=MO, "
        "ASSE=_F(TOUT='OUI', CHAM_GD=X, NOM_CMP='X', NOM_CMP_RESU='DX'))",
        "I = POST_ELEM(INTEGRALE=_F(GROUP_MA='PLATE', NOM_CHAM='DEPL', NOM_CMP='DX', TYPE_MAILLE='2D'), CHAM_GD=U, MODELE=MO)",
        text=IN_SPACE,
    )
    x = study["MA"].coordinates[:, 0]
    assert study["I"].column("VOL") == [pytest.approx(4.0)]
    assert study["I"].column("MOYE_DX") == [pytest.approx((x.min() + x.max()) / 2)]
