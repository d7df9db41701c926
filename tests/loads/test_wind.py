"""EVOL_CHAR's VITE_VENT and FCX of AFFE_CARA_ELEM: winds that push lines where they have moved to."""

import numpy as np
import pytest

from tests.commands.meshes import run

AIR = [(x, y, z) for x in (-1, 6) for y in (-1, 7) for z in (-2, 3)]
LINE = "\n".join(
    [
        "COOR_3D",
        "A 0 0 0",
        "B 3 4 0",
        *(f"C{i} {x} {y} {z}" for i, (x, y, z) in enumerate(AIR)),
        *("FINSF", "SEG2", "ONE A B", "FINSF", "POI1"),
        *(f"P{i} C{i}" for i in range(len(AIR))),
        *("FINSF", "GROUP_MA NOM=BEAM", "ONE", "FINSF", "GROUP_MA NOM=AIR", *(f"P{i}" for i in range(len(AIR))), "FINSF"),
        *("GROUP_NO NOM=FOOT", "A", "FINSF", "GROUP_NO NOM=HEAD", "B", "FINSF", "FIN"),
    ]
)
MODEL = """\
SKY = CREA_MAILLAGE(MAILLAGE=MA, RESTREINT=_F(GROUP_MA='AIR'))
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='BEAM', PHENOMENE='MECANIQUE', MODELISATION='KIND'))
DRAG = FORMULE(VALE='0.5 * VITE**2', NOM_PARA='VITE')
CA = AFFE_CARA_ELEM(MODELE=MO, SECTION)
M = DEFI_MATERIAU(ELAS=_F(E=1e15, NU=0.0, RHO=1e-9), CABLE=_F())
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
X = FORMULE(VALE='2.0 + X', NOM_PARA=('X', 'Y', 'Z'))
Y = FORMULE(VALE='1.0 - Y', NOM_PARA=('X', 'Y', 'Z'))
Z = FORMULE(VALE='3.0', NOM_PARA=('X', 'Y', 'Z'))
GEOM = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_GEOM_R', MAILLAGE=SKY, NOM_CHAM='GEOMETRIE')
LAWS = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_NEUT_F', MAILLAGE=SKY,
    AFFE=_F(TOUT='OUI', NOM_CMP=('X1', 'X2', 'X3'), VALE_F=(X, Y, Z)))
BLOW = CREA_CHAMP(OPERATION='EVAL', TYPE_CHAM='NOEU_NEUT_R', CHAM_F=LAWS, CHAM_PARA=GEOM)
WIND = CREA_CHAMP(OPERATION='ASSE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=SKY,
    ASSE=_F(TOUT='OUI', CHAM_GD=BLOW, NOM_CMP=('X1', 'X2', 'X3'), NOM_CMP_RESU=('DX', 'DY', 'DZ')))
AIRS = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_CHAR', AFFE=(
    _F(NOM_CHAM='VITE_VENT', CHAM_GD=WIND, INST=0.0), _F(NOM_CHAM='VITE_VENT', CHAM_GD=WIND, INST=9.0)))
BLOWN = AFFE_CHAR_MECA(MODELE=MO, EVOL_CHAR=AIRS)
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(
    _F(GROUP_NO='FOOT', DX=0.0, DY=0.0, DZ=0.0ROLL), _F(GROUP_NO='HEAD', DX=1.0, DY=-1.0, DZ=3.0ROLL)))
T = DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))
RAMP = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 2.0, 1.0))
"""
STATICS = """\
R = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=(
    _F(CHARGE=HELD, FONC_MULT=RAMP), _F(CHARGE=BLOWN, TYPE_CHARGE='SUIV')),
    COMPORTEMENT=_F(RELATION='LAW', DEFORMATION='STRAIN'), INCREMENT=_F(LIST_INST=T), CONVERGENCE=_F(RESI_GLOB_MAXI=1e9))
"""
SECTION = "SECTION='CERCLE', CARA='R', VALE=0.1"
BAR = f"BARRE=_F(GROUP_MA='BEAM', {SECTION}, FCX=DRAG)"
CABLE = "CABLE=_F(GROUP_MA='BEAM', SECTION=1.0, N_INIT=0.0, FCX=DRAG)"
BEAM = f"POUTRE=_F(GROUP_MA='BEAM', {SECTION}, FCX=DRAG)"
TURNS = ", DRX=0.0, DRY=0.0, DRZ=0.0"


def text(kind, section, law="ELAS", strain="PETIT", more=STATICS):
    """The deck of one kind of line."""
    turns = "" if kind in ("BARRE", "CABLE") else TURNS
    own = (MODEL + more).replace("KIND", kind).replace("SECTION)", section + ")").replace("ROLL", turns)
    return own.replace("'LAW'", f"'{law}'").replace("'STRAIN'", f"'{strain}'")


def pushed(place, chord, velocity=(0.0, 0.0, 0.0)):
    """The force by length of the wind at a place on a line along `chord`, whose own velocity is known."""
    along = chord / np.linalg.norm(chord)
    wind = np.array([2.0 + place[0], 1.0 - place[1], 3.0]) - velocity
    across = wind - wind @ along * along
    return 0.5 * np.linalg.norm(across) * across


def term_of(study):
    """The term of the wind, and the data of the model with its characteristics."""
    load, model = study["BLOWN"], study["MO"]
    return load.forces[0], model.data(study["CH"], study["CA"])


HEAD = np.array([4.0, 3.0, 3.0])


@pytest.mark.parametrize("kind, section", [("BARRE", BAR), ("CABLE", CABLE), ("POU_D_T", BEAM), ("POU_D_E", BEAM), ("POU_D_T_GD", BEAM)])
@pytest.mark.parametrize("rates", [False, True])
def test_a_wind_pushes_by_its_law_where_the_line_is(tmp_path, kind, section, rates):
    study = run(tmp_path, text(kind, section, more=""), text=LINE)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    term, data = term_of(study)
    model = study["MO"]
    moved = model.dofs.vector({"DX": by_node(model, 1.0), "DY": by_node(model, -1.0), "DZ": by_node(model, 3.0)})
    speeds = model.dofs.vector({"DX": by_node(model, 0.5), "DZ": by_node(model, -2.0)})
    force = term.vector(data, 1.0, moved, *([speeds, None] if rates else []))
    named = [[force[model.dofs.index(node, name)] for name in ("DX", "DY", "DZ")] for node in (0, 1)]
    velocity = np.array([0.5, 0.0, -2.0]) * rates
    first, last = pushed(np.zeros(3), HEAD), pushed(HEAD, HEAD, velocity)
    length = np.linalg.norm(HEAD)
    if kind in ("CABLE", "POU_D_T_GD"):
        expected = 5.0 / 2 * np.array([first, first])
    elif kind == "BARRE":
        expected = length / 2 * np.array([first, last])
    else:
        expected = None
        np.testing.assert_allclose(np.sum(named, axis=0), length / 2 * (first + last), rtol=1e-10)
    if expected is not None:
        np.testing.assert_allclose(named, expected, rtol=1e-10)
    assert not term.vector(data, 1.0, None).any()


def by_node(model, value):
    """A value at the second node alone."""
    values = np.zeros(model.mesh.n_nodes)
    values[1] = value
    return values


@pytest.mark.parametrize("kind, section, law, strain", [("BARRE", BAR, "ELAS", "PETIT"), ("CABLE", CABLE, "CABLE", "GROT_GDEP")])
def test_supports_bear_the_wind(tmp_path, kind, section, law, strain):
    study = run(tmp_path, text(kind, section, law, strain), text=LINE)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    assert list(study["R"].orders) == [0, 1, 2]


def test_lines_without_their_law_are_told(tmp_path):
    study = run(tmp_path, text("BARRE", BAR.replace(", FCX=DRAG", "")), text=LINE)
    assert "FCX" in [d.message for d in study.diagnostics][0]
