"""POST_CHAM_XFEM: what is shown of fields that cracks enrich."""

import numpy as np

import pyaster_lite

DECK = """
from code_aster.Commands import *
from code_aster import CA
CA.init()
mesh = CA.Mesh.buildSquare(refine=1)
metal = DEFI_MATERIAU(THER=_F(LAMBDA=1.0, RHO_CP=2.0))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
plane = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="THERMIQUE", MODELISATION="PLAN"))
crack = DEFI_FISS_XFEM(MAILLAGE=mesh, DEFI_FISS=_F(FORM_FISS="DEMI_DROITE", PFON=(0.52, 0.45, 0.0), DTAN=(1.0, 0.0, 0.0)))
model = MODI_MODELE_XFEM(MODELE_IN=plane, FISSURE=crack)
held = AFFE_CHAR_THER(MODELE=model, TEMP_IMPO=(_F(GROUP_MA="BOTTOM", TEMP=10.0), _F(GROUP_MA="TOP", TEMP=20.0)))
warm = THER_LINEAIRE(
    MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=held), TYPE_CALCUL="STAT", INCREMENT=_F(LIST_INST=DEFI_LIST_REEL(VALE=0.0))
)
parts = POST_MAIL_XFEM(MODELE=model)
shown = AFFE_MODELE(MAILLAGE=parts, AFFE=_F(TOUT="OUI", PHENOMENE="THERMIQUE", MODELISATION="PLAN"))
seen = POST_CHAM_XFEM(RESULTAT=warm, MODELE_VISU=shown)
CA.close()
"""


def test_a_temperature_is_shown_without_the_function_of_the_front(tmp_path):
    """As in code_aster: nodes away from jumps show their TEMP, whatever their E1."""
    (tmp_path / "deck.comm").write_text(DECK)
    study = pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")
    (order,) = study["warm"].orders
    given, seen = study["warm"].field("TEMP", order), study["seen"].field("TEMP", order)
    own = {name: given.values[:, given.components.index(name)] for name in ("TEMP", "E1", "H1")}
    fronted = np.flatnonzero((np.nan_to_num(own["E1"]) != 0.0) & (np.nan_to_num(own["H1"]) == 0.0))
    assert len(fronted)
    for node in fronted:
        here = np.flatnonzero(np.linalg.norm(study["parts"].coordinates - study["mesh"].coordinates[node], axis=1) < 1e-9)
        np.testing.assert_allclose(seen.values[here, 0], own["TEMP"][node])
