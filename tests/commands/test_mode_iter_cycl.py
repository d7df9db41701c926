"""A ring of four quarters, free: the modes found on one quarter are those of the whole ring."""

import numpy as np
import pytest

import pyaster_lite

DECK = """DEBUT()
STEEL = DEFI_MATERIAU(ELAS=_F(E=2.0e11, NU=0.3, RHO=7800.0))


def whole(unit, **held):
    mesh = LIRE_MAILLAGE(FORMAT="ASTER", UNITE=unit)
    model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="C_PLAN"))
    field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=STEEL))
    more = dict(CHARGE=AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=_F(**held))) if held else {}
    parts = [CALC_MATR_ELEM(OPTION=option, MODELE=model, CHAM_MATER=field, **more) for option in ("RIGI_MECA", "MASS_MECA")]
    numbering = NUME_DDL(MATR_RIGI=parts[0])
    return numbering, [ASSE_MATRICE(MATR_ELEM=part, NUME_DDL=numbering) for part in parts]


NUMBERS, (STIFF, MASS) = whole(20)
RING = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, OPTION="BANDE", CALC_FREQ=_F(FREQ=(-10.0, 2500.0)))
SIDES, (STIFF, MASS) = whole(21, GROUP_NO=("START", "END"), DX=0.0, DY=0.0)
HELD = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, OPTION="BANDE", CALC_FREQ=_F(FREQ=(1.0, 50000.0)))
ENDS = DEFI_INTERF_DYNA(
    NUME_DDL=SIDES,
    INTERFACE=(_F(NOM="RIGHT", TYPE="CRAIGB", GROUP_NO="START"), _F(NOM="LEFT", TYPE="CRAIGB", GROUP_NO="END")),
)
BASIS = DEFI_BASE_MODALE(CLASSIQUE=_F(INTERF_DYNA=ENDS, MODE_MECA=HELD, NMAX_MODE=4))
FOUND = MODE_ITER_CYCL(
    BASE_MODALE=BASIS,
    NB_SECTEUR=4,
    LIAISON=_F(DROITE="RIGHT", GAUCHE="LEFT"),
    VERI_CYCL=_F(PRECISION=1.0e-6, DIST_REFE=1.0),
    CALCUL=_F(TOUT_DIAM="OUI", OPTION="BANDE", FREQ=(0.0, 2500.0)),
)
OTHER_WAY = MODE_ITER_CYCL(
    BASE_MODALE=BASIS, NB_SECTEUR=4, LIAISON=_F(DROITE="LEFT", GAUCHE="RIGHT"), CALCUL=_F(NB_DIAM=1, NMAX_FREQ=3)
)
SHOWN = DEFI_SQUELETTE(CYCLIQUE=_F(MODE_CYCL=FOUND), SECTEUR=_F(TOUT="OUI"))
ALL = REST_SOUS_STRUC(RESU_GENE=FOUND, SQUELETTE=SHOWN)
THIRD = REST_SOUS_STRUC(RESU_GENE=FOUND, SECTEUR=3)
PAIRS = REST_SOUS_STRUC(RESU_GENE=OTHER_WAY, SQUELETTE=SHOWN)
FIN()
"""


def ring(steps: int, closed: bool) -> str:
    """A strip of `steps` quadrangles, an eighth of a turn each."""
    turns = steps if closed else steps + 1
    lines = ["COOR_2D"]
    for i in range(turns):
        angle = np.pi * i / 4.0
        lines += [f"{name}{i} {radius * np.cos(angle):.15f} {radius * np.sin(angle):.15f}" for name, radius in (("A", 1.0), ("B", 1.3))]
    lines += ["FINSF", "QUAD4"]
    lines += [f"Q{i} A{i} B{i} B{(i + 1) % turns} A{(i + 1) % turns}" for i in range(steps)]
    lines += ["FINSF", "GROUP_NO NOM=START", "A0 B0", "FINSF", "GROUP_NO NOM=END", f"A{turns - 1} B{turns - 1}", "FINSF", "FIN", ""]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ring")
    (folder / "ring.mail").write_text(ring(8, True))
    (folder / "quarter.mail").write_text(ring(2, False))
    (folder / "ring.comm").write_text(DECK)
    return pyaster_lite.run(folder / "ring.comm", units={20: folder / "ring.mail", 21: folder / "quarter.mail"}, output=folder / "out")


def test_the_frequencies_are_those_of_the_whole(study):
    expected = np.array([study["RING"].parameter("FREQ", order) for order in study["RING"].orders])
    expected = expected[expected > 1.0]
    found = np.array([study["ALL"].parameter("FREQ", order) for order in study["ALL"].orders])
    assert len(expected) > 6
    np.testing.assert_allclose(found[found > 1.0], expected, rtol=1e-9)


@pytest.mark.parametrize("name", ["ALL", "PAIRS"])
def test_the_sectors_stay_together(study, name):
    ring, modes = study["SHOWN"], study[name]
    close = np.linalg.norm(ring.coordinates[:, None] - ring.coordinates[None], axis=2) < 1e-9
    first, second = np.nonzero(np.triu(close, 1))
    assert len(first) == 8
    for order in modes.orders:
        values = modes.field("DEPL", order).values
        np.testing.assert_allclose(values[first], values[second], atol=1e-9 * abs(values).max())


def test_modes_of_one_diameter_come_twice(study):
    modes = study["PAIRS"]
    frequencies = [modes.parameter("FREQ", order) for order in modes.orders][2:]
    assert len(frequencies) == 4 and frequencies[::2] == frequencies[1::2]


def test_a_sector_by_itself_moves_as_in_the_whole(study):
    whole, alone, ring = study["ALL"], study["THIRD"], study["SHOWN"]
    nodes = np.flatnonzero(ring.part == 2)
    for order in alone.orders:
        own, values = alone.field("DEPL", order).values, whole.field("DEPL", order).values[nodes]
        assert alone.parameter("MASS_GENE", order) == 1.0
        # the third of four stands upside down
        np.testing.assert_allclose(-own[ring.source[nodes]], values, atol=1e-9 * abs(values).max())
