"""MACR_SPECTRE/IMPRESSION: which pictures there are; comm/floor_spectra.comm has the numbers."""

import pytest

from .meshes import run

GROUND = """
import numpy as np
times = np.linspace(0.0, 1.0, 101)
rows = [_F(PARA="INST", LISTE_R=list(times) * 2), _F(PARA="NOEUD", LISTE_K=["1"] * 101 + ["2"] * 101)]
rows += [_F(PARA="NOM_CHAM", LISTE_K=["ACCE"] * 202)] + [_F(PARA=f"D{a}", LISTE_R=list(np.sin(9.0 * times)) * 2) for a in "XYZ"]
MOTIONS = CREA_TABLE(LISTE=rows)
"""


@pytest.mark.parametrize("order, whole, pictures", [("AMOR_SPEC", "NON", 2), ("DIRECTION", "NON", 4), ("DIRECTION", "OUI", 4 + 2 * 3)])
def test_pictures(tmp_path, order, whole, pictures):
    step = f"""
S = MACR_SPECTRE(
    PLANCHER=_F(NOM="ROOF", NOEUD=("1", "2")), NOM_CHAM="ACCE", CALCUL="ABSOLU", ENVELOPPE="OUI", AMOR_SPEC=(0.02, 0.05), FREQ=(1.0, 2.0),
    NORME=9.81, RESU=_F(TABLE=MOTIONS), IMPRESSION=_F(TRI="{order}", TOUT="{whole}", UNITE=39),
)
"""
    run(tmp_path, GROUND, step)
    (written,) = (tmp_path / "out").iterdir()
    assert sum("floor ROOF" in line for line in written.read_text().splitlines()) == pictures
