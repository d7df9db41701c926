"""Data that a deck's Python catches by the name of code_aster's message."""

import pytest

from ..served.decks import SQUARE, runner

HEAD = (
    SQUARE
    + """
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
line = DEFI_FONCTION(NOM_PARA="TEMP", VALE=(0.0, 1.0, 100.0, 3.0))
flat = DEFI_CONSTANTE(VALE=0.2)
held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=_F(TOUT="OUI", DX=0.0, DY=0.0))
times = DEFI_LIST_REEL(VALE=(0.0, 1.0))

def named(command, **words):
    try:
        command(**words)
    except CA.AsterError as error:
        return error.id_message
    return None
"""
)


@pytest.fixture
def told(tmp_path):
    return runner(tmp_path, HEAD)


def test_functions_of_what_is_not_there(told):
    told("""
hot = CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="NOEU_TEMP_R", MAILLAGE=mesh, AFFE=_F(TOUT="OUI", NOM_CMP="TEMP", VALE=50.0))
mean = DEFI_MATERIAU(ELAS_FO=_F(E=line, NU=flat, ALPHA=line, TEMP_DEF_ALPHA=20.0))
plain = DEFI_MATERIAU(ELAS_FO=_F(E=line, NU=flat))

def solved(material, **words):
    field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=material), **words)
    return named(MECA_STATIQUE, MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=held))

variable = dict(NOM_VARC="TEMP", CHAM_GD=hot, VALE_REF=20.0)
test.assertEqual(solved(plain), "CALCULEL6_62")
test.assertEqual(solved(mean), "MATERIAL1_56")
test.assertEqual(solved(mean, AFFE_VARC=_F(GROUP_MA="LEFT", **variable)), "MATERIAL1_2")
test.assertIsNone(solved(mean, AFFE_VARC=_F(TOUT="OUI", **variable)))
""")


def test_two_descriptions_of_one_elasticity(told):
    told("""
def soil(young):
    law = _F(YoungModulus=young, PoissonRatio=0.25, HypDistortion=2e-4, HypExponent=0.8)
    return named(DEFI_MATERIAU, ELAS=_F(K=100.0, MU=60.0), Iwan=law)

test.assertEqual(soil(153.0), "MATERIAL1_13")
test.assertIsNone(soil(150.0))
""")


def test_laws_that_cannot_go_on_from_others(told):
    told("""
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25), ECRO_LINE=_F(D_SIGM_EPSI=10.0, SY=0.5), PRAGER=_F(C=10.0))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
words = dict(MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=held), INCREMENT=_F(LIST_INST=times))
first = STAT_NON_LINE(COMPORTEMENT=_F(RELATION="VMIS_CINE_LINE"), **words)
kept = CREA_CHAMP(OPERATION="EXTR", TYPE_CHAM="ELGA_VARI_R", RESULTAT=first, NOM_CHAM="VARI_ELGA", INST=1.0)

def goes_on(relation, **start):
    return named(STAT_NON_LINE, COMPORTEMENT=_F(RELATION=relation), ETAT_INIT=_F(**start), **words)

for start in (dict(EVOL_NOLI=first, INST=0.0), dict(VARI=kept)):
    test.assertEqual(goes_on("VMIS_ISOT_LINE", **start), "MECANONLINE5_82")
    test.assertIsNone(goes_on("VMIS_CINE_LINE", **start))
    test.assertIsNone(goes_on("ELAS", **start))
""")


def test_systems_without_an_answer(told):
    told("""
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
free = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=_F(TOUT="OUI", DX=0.0))
other = AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=_F(TOUT="OUI", DX=1.0))

def solved(*loads, **solver):
    rows = [_F(CHARGE=load) for load in loads]
    return named(MECA_STATIQUE, MODELE=model, CHAM_MATER=field, EXCIT=rows, SOLVEUR=_F(**solver))

test.assertEqual(solved(held, METHODE="MUMPS", GESTION_MEMOIRE="EVAL"), "FACTOR_77")
test.assertEqual(solved(free, METHODE="LDLT"), "FACTOR_10")
test.assertEqual(solved(free, METHODE="MUMPS"), "FACTOR_11")
for solver, name in (
    (dict(METHODE="MULT_FRONT"), "FACTOR_11"),
    (dict(METHODE="MUMPS", NPREC=-8), "FACTOR_42"),
    (dict(METHODE="MUMPS", TYPE_RESOL="SYMDEF"), "FACTOR_84"),
):
    test.assertEqual(solved(held, other, **solver), name)
test.assertIsNone(solved(held))
""")


def test_zeros_of_a_field_that_was_put_together_are_no_variables(told):
    told("""
bands = tuple(_F(NOM=name, OPTION="BANDE", POINT=(x, 0.5), VECT_NORMALE=(1.0, 0.0), DIST=0.3) for name, x in (("WEST", 0.0), ("EAST", 1.0)))
DEFI_GROUP(reuse=mesh, MAILLAGE=mesh, CREA_GROUP_MA=bands)
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25), ECRO_LINE=_F(D_SIGM_EPSI=10.0, SY=0.5), PRAGER=_F(C=10.0))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
words = dict(MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=held), INCREMENT=_F(LIST_INST=times))

def filled(value):
    named_ = tuple(f"V{i}" for i in range(1, 8))
    return CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="ELGA_VARI_R", MODELE=model, PROL_ZERO="OUI", AFFE=(
        _F(GROUP_MA="EAST", NOM_CMP=named_, VALE=(0.1,) * 7), _F(GROUP_MA="WEST", NOM_CMP=named_, VALE=(0.1, 1.0) + (value,) * 5)))

def goes_on(value):
    laws = (_F(RELATION="VMIS_ISOT_LINE", GROUP_MA="WEST"), _F(RELATION="VMIS_CINE_LINE", GROUP_MA="EAST"))
    return named(STAT_NON_LINE, COMPORTEMENT=laws, ETAT_INIT=_F(VARI=filled(value)), **words)

test.assertIsNone(goes_on(0.0))
test.assertEqual(goes_on(0.1), "MECANONLINE5_82")
""")


def test_matrices_that_are_factorised_alone(told):
    told("""
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
other = AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=_F(TOUT="OUI", DX=0.0))
own = CALC_MATR_ELEM(OPTION="RIGI_MECA", MODELE=model, CHAM_MATER=field)
tied = CALC_MATR_ELEM(OPTION="RIGI_MECA", MODELE=model, CHAM_MATER=field, CHARGE=held)
loose, firm = NUME_DDL(MATR_RIGI=own), NUME_DDL(MATR_RIGI=tied)

def factorised(matrix, numbering, method="MUMPS", *cine, **words):
    whole = ASSE_MATRICE(MATR_ELEM=matrix, NUME_DDL=numbering, **({"CHAR_CINE": cine} if cine else {}))
    return named(FACTORISER, MATR_ASSE=whole, METHODE=method, **words)

test.assertIsNone(factorised(tied, firm))
test.assertEqual(factorised(own, loose), "FACTOR_11")
test.assertEqual(factorised(own, loose, "LDLT"), "FACTOR_10")
test.assertEqual(factorised(tied, firm, "MUMPS", GESTION_MEMOIRE="EVAL"), "FACTOR_77")
test.assertEqual(factorised(tied, firm, "LDLT", other), "FACTOR_11")
test.assertEqual(factorised(tied, firm, "MUMPS", other, NPREC=-8), "FACTOR_42")
singular = FACTORISER(MATR_ASSE=ASSE_MATRICE(MATR_ELEM=own, NUME_DDL=loose), STOP_SINGULIER="NON")
pull = AFFE_CHAR_MECA(MODELE=model, PRES_REP=_F(TOUT="OUI", PRES=1.0))
force = ASSE_VECTEUR(VECT_ELEM=CALC_VECT_ELEM(OPTION="CHAR_MECA", CHARGE=pull), NUME_DDL=loose)
test.assertEqual(named(RESOUDRE, MATR=singular, CHAM_NO=force), "FACTOR_57")
""")


def test_steps_that_nothing_helps(told):
    told("""
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
free = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=_F(TOUT="OUI", DX=0.0))
ramp = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 1.0))
moved = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=_F(TOUT="OUI", DX=1.0, DY=0.0))

def run(load, steps):
    words = dict(MODELE=model, CHAM_MATER=field, COMPORTEMENT=_F(RELATION="ELAS"), INCREMENT=_F(LIST_INST=steps))
    return named(STAT_NON_LINE, EXCIT=_F(CHARGE=load, FONC_MULT=ramp), **words)

cut = DEFI_LIST_INST(DEFI_LIST=_F(LIST_INST=times), ECHEC=_F(EVENEMENT="ERREUR", ACTION="DECOUPE", SUBD_NIVEAU=2))
growth = dict(EVENEMENT="DELTA_GRANDEUR", VALE_REF=1e-3, NOM_CHAM="DEPL", NOM_CMP="DX")
seen = DEFI_LIST_INST(DEFI_LIST=_F(LIST_INST=times), ECHEC=_F(ACTION="DECOUPE", SUBD_NIVEAU=2, **growth))
ends = DEFI_LIST_INST(DEFI_LIST=_F(LIST_INST=times), ECHEC=_F(ACTION="ARRET", **growth))
test.assertEqual(run(free, times), "FACTOR_11")
test.assertEqual(run(free, cut), "MECANONLINE9_4")
test.assertEqual(run(moved, seen), "MECANONLINE9_50")
test.assertEqual(run(moved, ends), "MECANONLINE9_51")
""")
