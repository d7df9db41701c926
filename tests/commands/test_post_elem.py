"""POST_ELEM on results made by hand."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused

from .meshes import run as run_deck
from .runner import Surroundings, run


@pytest.fixture
def spring():
    """A node that is pulled along X by twice its displacement, which goes 0, 1, 3."""
    mesh = Mesh([[0.0, 0], [1, 0]], [CellBlock("SEG2", np.array([[0, 1]], np.int32), np.array([0]))], {}, {})
    made = Result("evol_noli", mesh)
    made.name = "RESU"
    for order, shift in enumerate((0.0, 1.0, 3.0)):
        depl, force = (np.array([[np.nan, 7.0], [value, np.nan]]) for value in (shift, 2.0 * shift))
        fields = {"DEPL": NodeField(mesh, "DEPL_R", ("DX", "LAGR"), depl), "FORC_NODA": NodeField(mesh, "DEPL_R", ("DX", "LAGR"), force)}
        made.store(order, {"INST": float(order)}, fields)
    return made


def test_work_of_the_external_forces(tmp_path, spring):
    table = run("POST_ELEM", Surroundings(tmp_path), RESULTAT=spring, TRAV_EXT={})
    rows = list(table.rows())
    assert [row["TRAV_ELAS"] for row in rows] == [0.0, 1.0, 9.0]
    assert [row["TRAV_REEL"] for row in rows] == pytest.approx([0.0, 1.0, 9.0])


def test_work_of_some_orders_goes_straight_from_one_to_the_next(tmp_path, spring):
    spring.field("FORC_NODA", 1).values[1, 0] = 100.0
    table = run("POST_ELEM", Surroundings(tmp_path), RESULTAT=spring, TRAV_EXT={}, NUME_ORDRE=(0, 2))
    assert [row["TRAV_REEL"] for row in table.rows()] == pytest.approx([0.0, 9.0])


def test_work_without_nodal_forces(tmp_path, spring):
    spring._fields["FORC_NODA"] = {}
    with pytest.raises(Refused, match="no field FORC_NODA at order 0"):
        run("POST_ELEM", Surroundings(tmp_path), RESULTAT=spring, TRAV_EXT={})


def test_all_of_the_energy_is_that_of_tension_where_nothing_is_compressed(tmp_path):
    study = run_deck(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
        "MAT = DEFI_MATERIAU(ELAS=_F(E=5.0, NU=0.0))",
        "CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
        "UX = FORMULE(NOM_PARA='X', VALE='0.1 * X')",
        "UY = FORMULE(NOM_PARA='X', VALE='0.0 * X')",
        "PULL = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=_F(TOUT='OUI', DX=UX, DY=UY))",
        "U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CM, EXCIT=_F(CHARGE=PULL))",
        "T = POST_ELEM(RESULTAT=U, ENER_ELTR=_F(TOUT='OUI'))",
    )
    (row,) = study["T"].rows()
    assert row["TOTALE"] == pytest.approx(0.5 * 5.0 * 0.1**2 * 4.0)


@pytest.mark.parametrize("word", ["ENER_POT", "ENER_ELAS", "MASS_INER"])
def test_a_layer_makes_no_difference_to_the_whole(tmp_path, word):
    study = run_deck(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
        "MAT = DEFI_MATERIAU(ELAS=_F(E=2.0, NU=0.0, RHO=3.0))",
        "CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
        "LOAD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='LEFT', DX=0.0, DY=0.0), _F(GROUP_NO='MIDDLE', DX=1.0)))",
        "U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=_F(CHARGE=LOAD))",
        f"PLAIN = POST_ELEM(RESULTAT=U, {word}=_F(TOUT='OUI'))",
        f"LAYER = POST_ELEM(RESULTAT=U, {word}=_F(TOUT='OUI'), NUME_COUCHE=2, NIVE_COUCHE='SUP')",
    )
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert list(study["LAYER"].rows()) == list(study["PLAIN"].rows())


def test_a_hardening_by_a_power_tells_no_work_of_plasticity(tmp_path):
    study = run_deck(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
        "MAT = DEFI_MATERIAU(ELAS=_F(E=2.0, NU=0.3), ECRO_PUIS=_F(SY=0.1, A_PUIS=1.0, N_PUIS=2.0))",
        "CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
        "LOAD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='LEFT', DX=0.0, DY=0.0), _F(GROUP_NO='MIDDLE', DX=1.0)))",
        "L = DEFI_LIST_REEL(VALE=(0.0, 1.0))",
        "U = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CM, EXCIT=_F(CHARGE=LOAD), COMPORTEMENT=_F(RELATION='VMIS_ISOT_PUIS'),"
        " INCREMENT=_F(LIST_INST=L), NEWTON=_F(REAC_ITER=1))",
        "ALL = POST_ELEM(RESULTAT=U, NUME_ORDRE=1, ENER_TOTALE=_F(TOUT='OUI'))",
        "ELASTIC = POST_ELEM(RESULTAT=U, NUME_ORDRE=1, ENER_ELAS=_F(TOUT='OUI'))",
    )
    (total,), (elastic,) = list(study["ALL"].rows()), list(study["ELASTIC"].rows())
    assert total["TOTALE"] == pytest.approx(elastic["TOTALE"], rel=1e-12)
    assert study["U"].field("VARI_ELGA", 1).blocks[0].values.max() > 0.1
