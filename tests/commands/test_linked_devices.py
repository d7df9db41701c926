"""A spring between two substructures, given as a localised device, does what it does as an element."""

import numpy as np
import pytest

from .test_modal_commands import K, run

STEPS = f"""
SIDEWAYS = ("DY", "DZ")
LONG = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=3))
ENDS = DEFI_INTERF_DYNA(
    NUME_DDL=NUM,
    INTERFACE=(
        _F(NOM="TIP", TYPE="MNEAL", GROUP_NO="TIP", MASQUE=SIDEWAYS), _F(NOM="WALL", TYPE="AUCUN", GROUP_NO="TIP", MASQUE=SIDEWAYS),
    ),
)
CHAIN = MACR_ELEM_DYNA(BASE_MODALE=DEFI_BASE_MODALE(RITZ=_F(MODE_MECA=LONG), INTERF_DYNA=ENDS))
PAIR = DEFI_MODELE_GENE(
    SOUS_STRUC=(
        _F(NOM="ONE", MACR_ELEM_DYNA=CHAIN, ANGL_NAUT=(0.0, 0.0, 0.0), TRANS=(0.0, 0.0, 0.0)),
        _F(NOM="TWO", MACR_ELEM_DYNA=CHAIN, ANGL_NAUT=(180.0, 0.0, 0.0), TRANS=(6.0, 0.0, 0.0)),
    ),
    LIAISON=_F(SOUS_STRUC_1="ONE", INTERFACE_1="TIP", SOUS_STRUC_2="TWO", INTERFACE_2="TIP"),
)
PLACES = NUME_DDL_GENE(MODELE_GENE=PAIR)
KP = ASSE_MATR_GENE(NUME_DDL_GENE=PLACES, OPTION="RIGI_GENE")
MP = ASSE_MATR_GENE(NUME_DDL_GENE=PLACES, OPTION="MASS_GENE")
ALL = CALC_MODES(MATR_RIGI=KP, MATR_MASS=MP, OPTION="TOUT", SOLVEUR_MODAL=_F(METHODE="QZ"))
PUSHED = ASSE_VECT_GENE(NUME_DDL_GENE=PLACES, CHAR_SOUS_STRUC=_F(SOUS_STRUC="ONE", VECT_ASSE=F))
GONE = NUME_DDL_GENE(MODELE_GENE=PAIR, METHODE="ELIMINE")
LAST = ASSE_VECT_GENE(NUME_DDL_GENE=GONE, CHAR_SOUS_STRUC=[_F(SOUS_STRUC=name, VECT_ASSE=F) for name in ("ONE", "TWO")])
ALONE = ASSE_VECT_GENE(NUME_DDL_GENE=GONE, CHAR_SOUS_STRUC=_F(SOUS_STRUC="TWO", VECT_ASSE=F))
AT_REST = ASSE_VECT_GENE(NUME_DDL_GENE=PLACES, METHODE="INITIAL")
PROJ_BASE(
    BASE=ALL,
    MATR_ASSE_GENE=(_F(MATRICE=CO("KQ"), MATR_ASSE_GENE=KP), _F(MATRICE=CO("MQ"), MATR_ASSE_GENE=MP)),
    VECT_ASSE_GENE=_F(VECTEUR=CO("FQ"), TYPE_VECT="FORC", VECT_ASSE_GENE=PUSHED),
)
PLANE = DEFI_OBSTACLE(TYPE="PLAN_Z")
COMMON = dict(
    TYPE_CALCUL="TRAN", BASE_CALCUL="GENE", MATR_MASS=MQ, MATR_RIGI=KQ, EXCIT=_F(VECT_ASSE_GENE=FQ, COEF_MULT=1.0),
    SCHEMA_TEMPS=_F(SCHEMA="DIFF_CENTRE"), INCREMENT=_F(INST_FIN=0.5, PAS=1e-4), AMOR_MODAL=_F(AMOR_REDUIT=0.0),
)
PULL = FORMULE(NOM_PARA="DX", VALE="-{K} * DX")
HELD1 = DYNA_VIBRA(COMPORTEMENT=_F(RELATION="RELA_EFFO_DEPL", GROUP_NO="TIP", SOUS_STRUC="ONE", NOM_CMP="DX", FONCTION=PULL), **COMMON)
HELD2 = DYNA_VIBRA(COMPORTEMENT=_F(RELATION="RELA_EFFO_DEPL", GROUP_NO="TIP", SOUS_STRUC="TWO", NOM_CMP="DX", FONCTION=PULL), **COMMON)
SHOCK = dict(
    RELATION="DIS_CHOC", INTITULE="STOP", GROUP_NO_1="TIP", OBSTACLE=PLANE, JEU=1.0e-3, RIGI_NOR=1.0e4, ANGL_VRIL=0.0,
)
HIT1 = DYNA_VIBRA(
    COMPORTEMENT=_F(SOUS_STRUC_1="ONE", ORIG_OBST=(3.0, 0.0, 0.0), NORM_OBST=(0.0, 0.0, 1.0), **SHOCK), **COMMON)
HIT2 = DYNA_VIBRA(
    COMPORTEMENT=_F(SOUS_STRUC_1="TWO", REPERE="TWO", ORIG_OBST=(3.0, 0.0, 0.0), NORM_OBST=(0.0, 0.0, 1.0), **SHOCK), **COMMON)
WHERE = RECU_FONCTION(RESU_GENE=HIT2, GROUP_NO_CHOC="TIP", SOUS_STRUC="TWO", INTITULE="STOP", PARA_X="INST", PARA_Y="FN")
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return run(tmp_path_factory.mktemp("linked"), STEPS)


def test_linked_nodes_are_held_by_the_same_spring_from_either_side(study):
    one, two = study["HELD1"], study["HELD2"]
    assert abs(one.displacements).max() > 1e-3
    np.testing.assert_allclose(one.displacements, two.displacements, atol=1e-10)


def test_a_vector_may_start_without_loads(study):
    pushed = study["PUSHED"].vector
    assert pushed.any() and not study["AT_REST"].vector.any()
    assert study["AT_REST"].vector.shape == pushed.shape


def test_links_that_are_eliminated_leave_the_load_of_the_last_substructure(study):
    assert abs(study["ALONE"].vector).max() > 0.0
    np.testing.assert_array_equal(study["LAST"].vector, study["ALONE"].vector)


def test_devices_know_where_they_are(study):
    device = study["HIT2"].devices[0]
    assert device.owners == ("TWO",) and device.numbers == (4,)
    np.testing.assert_allclose(study["HIT1"].displacements, study["HIT2"].displacements, atol=1e-10)
    assert len(study["WHERE"].y) == len(study["HIT2"].times)
