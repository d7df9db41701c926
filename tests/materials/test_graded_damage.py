"""What ENDO_SCALAIRE_FO and ENDO_FISS_EXP_FO take by functions, and what by numbers."""

import numpy as np

from pyaster_lite import api

DECK = """DEBUT()
F = DEFI_FONCTION(NOM_PARA="TEMP", VALE=(0.0, 1.0, 100.0, 3.0))
A = DEFI_MATERIAU(ENDO_SCALAIRE_FO=_F(K=F, M=F, P=F, C_COMP=F, C_VOLU=F))
B = DEFI_MATERIAU(ENDO_FISS_EXP_FO=_F(K=F, M=F, P=F, TAU=F, SIG0=F, REST_RIGIDITE=2.0))
FIN()
"""


def test_strengths_vary_and_closing_is_a_number(tmp_path):
    deck = tmp_path / "deck.comm"
    deck.write_text(DECK)
    study = api.run(deck, output=tmp_path / "out")
    scalar, exponential = study["A"].properties, study["B"].properties
    for name in ("softening_pressed", "softening_volume", "softening_energy"):
        np.testing.assert_allclose(scalar[name]({"TEMP": np.array([0.0, 50.0])}), [1.0, 2.0])
    assert exponential["softening_closing"] == 2.0
