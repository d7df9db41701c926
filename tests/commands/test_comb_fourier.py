"""Harmonics from MACRO_ELAS_MULT to COMB_FOURIER: a ring that is stretched across its axis."""

import numpy as np

from .meshes import run

RING = (
    "MA = MODI_MAILLAGE(reuse=MA, MAILLAGE=MA, TRANSLATION=(1.0, 0.0))",
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='AXIS_FOURIER'))",
    "STEEL = DEFI_MATERIAU(ELAS=_F(E=200.0, NU=0.25))",
    "CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=STEEL))",
    "OUT = FORMULE(NOM_PARA=('X', 'Y'), VALE='1e-3 * X / 2')",
    "NONE = FORMULE(NOM_PARA=('X', 'Y'), VALE='0.0')",
    "C0 = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=_F(TOUT='OUI', DX=OUT, DY=NONE, DZ=NONE))",
    "C2 = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=_F(TOUT='OUI', DX=OUT, DY=NONE, DZ=OUT))",
    "R0 = MACRO_ELAS_MULT(MODELE=MO, CHAM_MATER=CM, CAS_CHARGE=_F(MODE_FOURIER=0, CHAR_MECA=C0), CHAR_MECA_GLOBAL=C0)",
)
COMBINED = (
    "R2 = MACRO_ELAS_MULT(MODELE=MO, CHAM_MATER=CM, CAS_CHARGE=_F(MODE_FOURIER=2, CHAR_MECA=C2), CHAR_MECA_GLOBAL=C2)",
    "U0 = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_DEPL_R', RESULTAT=R0, NOM_CHAM='DEPL', NUME_ORDRE=1)",
    "U2 = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_DEPL_R', RESULTAT=R2, NOM_CHAM='DEPL', NUME_ORDRE=1)",
    "RR = CREA_RESU(OPERATION='AFFE', TYPE_RESU='FOURIER_ELAS', AFFE=(_F(NOM_CHAM='DEPL', CHAM_GD=U0, MODELE=MO, CHAM_MATER=CM, "
    "NUME_MODE=0, TYPE_MODE='SYME'), _F(NOM_CHAM='DEPL', CHAM_GD=U2, MODELE=MO, CHAM_MATER=CM, NUME_MODE=2, TYPE_MODE='SYME')))",
    "RR = CALC_CHAMP(reuse=RR, RESULTAT=RR, MODELE=MO, CHAM_MATER=CM, CONTRAINTE='SIEF_ELGA', DEFORMATION='EPSI_ELNO')",
    "CO = COMB_FOURIER(RESULTAT=RR, NOM_CHAM=('DEPL', 'SIEF_ELGA', 'EPSI_ELNO'), ANGLE=(0.0, 30.0))",
)


def messages(study):
    return [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]


def test_the_sum_is_the_even_stretch(tmp_path):
    study = run(tmp_path, *RING, *COMBINED)
    assert not messages(study)
    combined = study["CO"]
    assert combined.kind == "comb_fourier" and [combined.parameter("ANGLE", order) for order in combined.orders] == [0.0, 30.0]
    np.testing.assert_allclose(combined.values("DEPL", "DX")[:, 4], 2e-3 * np.cos(np.radians([0.0, 30.0])) ** 2, rtol=1e-9)
    np.testing.assert_allclose(
        combined.values("DEPL", "DZ")[:, 4], -2e-3 * np.sin(np.radians([0.0, 30.0])) * [1.0, np.sqrt(0.75)], atol=1e-12
    )
    for order, angle in zip(combined.orders, np.radians([0.0, 30.0])):
        for block in combined.field("EPSI_ELNO", order).blocks:
            # strains are told with the sense of turning the other way, as code_aster's (te0114)
            wanted = dict(EPXX=np.cos(angle) ** 2, EPZZ=0.5 + 1.5 * np.cos(2.0 * angle), EPXZ=0.5 * np.sin(2.0 * angle))
            for place, name in enumerate(block.components):
                np.testing.assert_allclose(block.values[..., place], 1e-3 * wanted.get(name, 0.0), atol=1e-12)


def test_what_cannot_be_a_harmonic_is_refused(tmp_path):
    plain = [command.replace("AXIS_FOURIER", "AXIS").replace(", DZ=NONE", "") for command in RING if not command.startswith("C2")]
    plain[-1] = plain[-1].replace("MODE_FOURIER=0", "MODE_FOURIER=1")
    assert any("there are no harmonics" in message for message in messages(run(tmp_path, *plain)))
