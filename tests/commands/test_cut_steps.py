"""Steps without balance: MECA_NON_LINE and THER_NON_LINE cut them in four, three times over, for a plain list of instants too."""

import numpy as np
import pytest

from tests.commands.meshes import run

BODY = """
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='{phenomenon}', MODELISATION='{modelisation}'))
LIST = DEFI_LIST_REEL(VALE=(0.0, 1.0))
"""
PULLED = """
MAT = DEFI_MATERIAU(ELAS=_F(E=200.0, NU=0.3), ECRO_LINE=_F(D_SIGM_EPSI=2.0, SY=1.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_MA='LEFT', DX=0.0, DY=0.0))
PULL = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=_F(GROUP_NO='ENDS', FX=0.9))
RAMP = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 1.0))
R = {command}(MODELE=MO, CHAM_MATER=CM, INCREMENT=_F(LIST_INST=LIST), COMPORTEMENT=_F(RELATION='VMIS_ISOT_LINE'),
    EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PULL, FONC_MULT=RAMP)), CONVERGENCE=_F(ITER_GLOB_MAXI={most}), NEWTON=_F(REAC_ITER=1))
"""
HEATED = """
K = DEFI_FONCTION(NOM_PARA='TEMP', VALE=(0.0, 1.0, 100.0, 10.0), PROL_DROITE='LINEAIRE', PROL_GAUCHE='LINEAIRE')
C = DEFI_CONSTANTE(VALE=2.0)
MAT = DEFI_MATERIAU(THER_NL=_F(LAMBDA=K, RHO_CP=C))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))
HOT = AFFE_CHAR_THER(MODELE=MO, TEMP_IMPO=_F(GROUP_MA='LEFT', TEMP=100.0))
R = THER_NON_LINE(MODELE=MO, CHAM_MATER=CM, INCREMENT=_F(LIST_INST={instants}), EXCIT=_F(CHARGE=HOT), ETAT_INIT=_F(VALE=0.0),
    CONVERGENCE=_F(RESI_GLOB_RELA=1e-6, ITER_GLOB_MAXI={most}), NEWTON=_F(REAC_ITER=1))
"""
STOPPED = "STOPS = DEFI_LIST_INST(DEFI_LIST=_F(LIST_INST=LIST), ECHEC=_F(ACTION='ARRET'))"


def _run(tmp_path, *commands):
    study = run(tmp_path, *commands)
    return study, [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]


@pytest.mark.parametrize("command, cut", [("MECA_NON_LINE", True), ("STAT_NON_LINE", False)])
def test_a_plain_list_is_cut_by_meca_non_line_alone(tmp_path, command, cut):
    body = BODY.format(phenomenon="MECANIQUE", modelisation="D_PLAN")
    study, failures = _run(tmp_path, body, PULLED.format(command=command, most=3))
    assert bool(failures) != cut
    if cut:
        assert study["R"].times.tolist() == pytest.approx([0.0, 0.25, 0.5, 0.75, 0.8125, 0.875, 0.9375, 1.0])


@pytest.mark.parametrize("instants", ["LIST", "STOPS"])
def test_a_step_of_heat_is_cut_unless_the_list_stops_it(tmp_path, instants):
    body = BODY.format(phenomenon="THERMIQUE", modelisation="PLAN")
    study, failures = _run(tmp_path, body, STOPPED, HEATED.format(instants=instants, most=4))
    assert bool(failures) == (instants == "STOPS")
    if not failures:
        assert study["R"].times.tolist() == pytest.approx([0.0, 0.0625, 0.125, 0.1875, 0.25, 0.5, 0.75, 1.0])
        np.testing.assert_allclose(study["R"].field("TEMP", 7).component("TEMP")[1:3], [91.6176396, 87.34594834], rtol=1e-8)


@pytest.mark.parametrize("rule, times", [("'TOUT_INST', PCENT_AUGM=50.0", [0.1, 0.25, 0.475, 0.8125, 1.0]), ("'SEUIL'", [0.1, 1.0])])
@pytest.mark.parametrize("phenomenon, modelisation, text", [("MECANIQUE", "D_PLAN", PULLED), ("THERMIQUE", "PLAN", HEATED)])
def test_an_adaptive_list_only_gets_more_instants(tmp_path, phenomenon, modelisation, text, rule, times):
    grows = f"""
SHORT = DEFI_LIST_REEL(VALE=(0.0, 0.1, 1.0))
GROWS = DEFI_LIST_INST(METHODE='AUTO', DEFI_LIST=_F(LIST_INST=SHORT), ADAPTATION=_F(EVENEMENT={rule}))"""
    text = text.format(command="MECA_NON_LINE", most=20, instants="GROWS").replace("LIST_INST=LIST", "LIST_INST=GROWS")
    study, failures = _run(tmp_path, BODY.format(phenomenon=phenomenon, modelisation=modelisation), grows, text)
    assert not failures
    assert study["R"].times.tolist() == pytest.approx([0.0, *times])


@pytest.mark.parametrize(
    "method, options, cut",
    [
        ("SNES", "-ksp_type preonly -snes_max_it 3", True),
        ("SNES", "-prefix_push gsnes_ -snes_max_it 3 -prefix_pop", False),
        ("RASPEN", "-prefix_push lsnes_ -snes_max_it 3 -prefix_pop -prefix_push gsnes_ -snes_max_it 20 -prefix_pop", False),
        ("RASPEN", "-prefix_push gsnes_ -snes_max_it 3 -prefix_pop", True),
        ("NEWTON", "-snes_max_it 3", False),
    ],
)
def test_options_of_petsc_bound_its_own_iterations(tmp_path, method, options, cut):
    body = BODY.format(phenomenon="MECANIQUE", modelisation="D_PLAN")
    petsc = f"METHODE='{method}', SOLVEUR=_F(METHODE='PETSC', OPTION_PETSC='{options}'), NEWTON="
    study, failures = _run(tmp_path, body, PULLED.format(command="MECA_NON_LINE", most=20).replace("NEWTON=", petsc))
    assert not failures
    assert (len(study["R"].times) > 2) == cut
