"""DEFI_BASE_REDUITE, OPERATION='GLOUTON', of a chain of masses."""

import numpy as np
import pytest

from pyaster_lite.diagnostics import Refused

from .test_modal_commands import run

BASIS = """
SHARE = FORMULE(NOM_PARA="PULS", VALE="-PULS**2")
BASIS = DEFI_BASE_REDUITE(
    OPERATION="GLOUTON", NB_VARI_COEF=2, NB_MODE=2, ORTHO_BASE="OUI",
    VARI_PARA=_F(NOM_PARA="PULS", VALE_PARA=(0.1, {last}), VALE_INIT=0.0),
    MATR_ASSE=(_F(MATRICE=K, COEF_R=1.0), _F(MATRICE=M, FONC_R=SHARE)), VECT_ASSE=_F(VECTEUR=F, COEF_R=2.0),
)
"""


def test_a_static_response_and_that_of_the_worst_pulsation(tmp_path):
    study = run(tmp_path, BASIS.format(last=0.3))
    basis, force = study["BASIS"], study["F"]
    first, second = (basis.field("DEPL", order).component("DX")[1:] for order in (1, 2))
    static, moving = (np.linalg.solve(matrix, np.nan_to_num(force.component("DX")[1:])) for matrix in systems(study, 0.0, 0.3))
    np.testing.assert_allclose(first, static / np.linalg.norm(static), atol=1e-12)
    rest = moving - first * (first @ moving)
    np.testing.assert_allclose(abs(second @ rest), np.linalg.norm(rest), rtol=1e-10)
    assert basis.orders == [1, 2] and basis.field("DEPL", 1).quantity == "DEPL_C"


def systems(study, *pulsations):
    stiffness, mass = study["K"], study["M"]
    free = stiffness.dofs.index([1, 2, 3], "DX")
    return [(stiffness.matrix - w**2 * mass.matrix).toarray()[np.ix_(free, free)] for w in pulsations]


def test_too_few_values_are_refused(tmp_path):
    with pytest.raises(Refused, match="2 modes draw 2 values"):
        run(tmp_path, BASIS.replace("(0.1, {last})", "0.1"))
