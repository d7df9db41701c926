"""POST_BEREMIN and ENER_TOTALE on a square that is sheared beyond its yield stress."""

import numpy as np
import pytest

from .meshes import run

SHEARED = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=200.0, NU=0.25), ECRO_LINE=_F(SY=1.0, D_SIGM_EPSI=20.0))",
    "CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "SHEAR = FORMULE(NOM_PARA=('X', 'Y', 'INST'), VALE='0.04*INST*Y')",
    "ZERO = DEFI_CONSTANTE(VALE=0.0)",
    "LOAD = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=_F(TOUT='OUI', DX=SHEAR, DY=ZERO))",
    "LI = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=2))",
    "R = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CH, EXCIT=_F(CHARGE=LOAD), COMPORTEMENT=_F(RELATION='VMIS_ISOT_LINE'), "
    "INCREMENT=_F(LIST_INST=LI))",
)
GIVEN = (
    "RESULTAT=R, DEFORMATION='PETIT', FILTRE_SIGM='{}', NUME_VARI=2, WEIBULL=_F(GROUP_MA='PLATE', M=4.0, VOLU_REFE=2.0, SIGM_REFE=3.0{})"
)


def study_of(tmp_path, *lines):
    study = run(tmp_path, *SHEARED, *lines)
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    return study


def shear_and_slip(strain=0.02):
    """Stress in shear and plastic strain at a shear strain eps_xy."""
    mu, rate = 80.0, 200.0 * 20.0 / 180.0
    p = (np.sqrt(3.0) * 2.0 * mu * strain - 1.0) / (3.0 * mu + rate)
    return (1.0 + rate * p) / np.sqrt(3.0), p, rate


def test_pure_shear(tmp_path):
    study = study_of(
        tmp_path,
        "B = POST_BEREMIN(" + GIVEN.format("SIGM_ELGA", ", SIGM_SEUIL=0.2") + ", SIGM_MAXI=CO('S'))",
        "M = POST_BEREMIN(" + GIVEN.format("SIGM_ELMOY", ", SIGM_SEUIL=9.0, TYPE_SEUIL='RESTREINT'") + ")",
        "E = POST_ELEM(ENER_TOTALE=_F(TOUT='OUI'), RESULTAT=R)",
    )
    mesh, (stress, p, rate) = study["MA"], shear_and_slip()
    area = np.ptp(mesh.coordinates[:, 0]) * np.ptp(mesh.coordinates[:, 1])
    cells = study["B"].cells
    weibull = (stress - 0.2) * (area / 2.0) ** 0.25
    assert cells["SIGMA_WEIBULL"][-1] == pytest.approx(weibull, rel=1e-6)
    assert cells["PROBA_WEIBULL"][-1] == pytest.approx(1.0 - np.exp(-((weibull / 3.0) ** 4)), rel=1e-6)
    assert cells["SIGMA_WEIBULL"][0] == 0.0 and study["M"].cells["SIGMA_WEIBULL"][-1] == 0.0
    assert np.nanmax(study["S"].field("SIEF_ELGA", 2).component("SIYY")) == pytest.approx(stress - 0.2, rel=1e-6)
    energy = stress**2 / 160.0 + (1.0 + 0.5 * rate * p) * p
    assert study["E"].cells["TOTALE"][-1] == pytest.approx(energy * area, rel=1e-6)


def test_weibull_of_a_material_keeps_what_was_reached(tmp_path):
    lines = [
        line.replace("SY=1.0, D_SIGM_EPSI=20.0)", "SY=1.0, D_SIGM_EPSI=20.0), WEIBULL=_F(M=4.0, VOLU_REFE=2.0, SIGM_REFE=3.0)")
        for line in SHEARED
    ]
    study = run(
        tmp_path,
        *lines,
        "R = CALC_CHAMP(reuse=R, RESULTAT=R, CONTRAINTE='SIMY_ELGA', DEFORMATION='EPSG_ELGA')",
        *[
            f"{name} = POST_ELEM(WEIBULL=_F(TOUT='OUI', OPTION='{option}', CORR_PLAST='{corrected}'), RESULTAT=R)"
            for name, option, corrected in (("P", "SIGM_ELGA", "NON"), ("C", "SIGM_ELGA", "OUI"), ("M", "SIGM_ELMOY", "NON"))
        ],
    )
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    mesh, (stress, _, _) = study["MA"], shear_and_slip()
    area = np.ptp(mesh.coordinates[:, 0]) * np.ptp(mesh.coordinates[:, 1])
    weibull = stress * (area / 2.0) ** 0.25
    for name in "PM":
        assert study[name].cells["SIGMA_WEIBULL"][-1] == pytest.approx(weibull, rel=1e-6)
        assert study[name].cells["PROBA_WEIBULL"][-1] == pytest.approx(1.0 - np.exp(-((weibull / 3.0) ** 4)), rel=1e-6)
        assert study[name].cells["SIGMA_WEIBULL"][0] == 0.0
    stretch = 0.02 + 0.5 * (0.04**2) / 2.0
    assert study["C"].cells["SIGMA_WEIBULL"][-1] == pytest.approx(weibull * np.exp(-0.5 * stretch), rel=1e-6)
    mean = study["R"].field("SIMY_ELGA", 2)
    np.testing.assert_allclose(mean.component("SIXY")[mean.component("SIXY") > 0], stress, rtol=1e-6)


def test_cavities_grow_with_the_plastic_strain(tmp_path):
    study = study_of(
        tmp_path,
        *[
            f"{name} = POST_ELEM(RICE_TRACEY=_F(TOUT='OUI', OPTION='{option}', LOCAL='{local}'), RESULTAT=R)"
            for name, option, local in (("P", "SIGM_ELGA", "OUI"), ("M", "SIGM_ELMOY", "OUI"), ("A", "SIGM_ELGA", "NON"))
        ],
    )
    _, p, _ = shear_and_slip()
    for name in "PMA":
        assert study[name].cells["TX_CROIS_CAVITES"][-1] == pytest.approx(np.exp(0.283 * p), rel=1e-6)
    assert study["A"].cells["VOLUME_CONCERNE"][-1] == pytest.approx(4.0)


def test_cracks_start_as_the_strain_grows(tmp_path):
    study = study_of(
        tmp_path,
        "SU = DEFI_FONCTION(NOM_PARA='TEMP', VALE=(0.0, 3.0, 100.0, 3.0))",
        "SY = DEFI_FONCTION(NOM_PARA='TEMP', VALE=(0.0, 0.0, 100.0, 5.0))",
        "HOT = DEFI_CONSTANTE(VALE=40.0)",
        "B = POST_BORDET(TOUT='OUI', NUME_ORDRE=2, RESULTAT=R, TEMP=HOT, PROBA_NUCL='OUI', PARAM=_F(M=4.0, VOLU_REFE=2.0, "
        "SIG_CRIT=0.1, SEUIL_REFE=4.0, SIGM_REFE=SU, SEUIL_CALC=SY, DEF_PLAS_REFE=0.01))",
    )
    total, before = 0.0, (0.0, 0.0)
    for strain in (0.01, 0.02):
        now = shear_and_slip(strain)[:2]
        stress, p = (0.5 * (a + b) for a, b in zip(now, before))
        total += 0.5 * (stress**4 - 0.1**4) * np.exp(-0.5 * p / 0.01) * (now[1] - before[1]) * 2.0
        before = now
    assert study["B"].cells["SIG_BORDET"][-1] == pytest.approx(total**0.25, rel=1e-5)
    assert study["B"].cells["PROBA_BORDET"][-1] == pytest.approx(1.0 - np.exp(-total / 3.0**4), rel=1e-5)


def test_what_others_spend_is_summed_up_from_order_to_order(tmp_path):
    """The area below the broken line through the stresses of the orders, along shears of 0, 0.01 and 0.02."""
    lines = [line.replace("VMIS_ISOT_LINE", "VMIS_CINE_LINE") for line in SHEARED]
    study = run(tmp_path, *lines, "E = POST_ELEM(ENER_TOTALE=_F(TOUT='OUI'), RESULTAT=R)")
    area = np.prod(np.ptp(study["MA"].coordinates[:, :2], axis=0))
    first, last = (shear_and_slip(strain)[0] for strain in (0.01, 0.02))
    spent = np.array([0.01 * first, 0.01 * first + 0.01 * (first + last)])
    np.testing.assert_allclose(study["E"].cells["TOTALE"][-2:], spent * area, rtol=1e-6)
