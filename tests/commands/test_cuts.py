"""CREA_COUPE and EXTR_COUPE: cuts come to the skin, turn, are refused where they cannot be, and carry fields."""

import numpy as np
import pytest

from .meshes import run

NAMES = [f"COOR_{point}_{axis}" for point in ("ORIG", "EXTR", "TROIS") for axis in "XYZ"]


def table(*rows, skins=("LEFT", "RIGHT"), names=NAMES):
    """CREA_TABLE of cuts, each of three points, a name, its groups and a number of points."""
    columns = [f"_F(PARA='{name}', LISTE_R={tuple(float(row[0][i]) for row in rows)})" for i, name in enumerate(names)]
    texts = {"NOM": [row[1] for row in rows], "GROUP": [row[2] for row in rows]}
    texts |= {"GROUP_MA_ORIG": [skins[0]] * len(rows), "GROUP_MA_EXTR": [skins[1]] * len(rows)}
    columns += [f"_F(PARA='{name}', LISTE_K={tuple(cells)}, TYPE_K='K24')" for name, cells in texts.items()]
    columns.append(f"_F(PARA='NB_POINTS', LISTE_I={tuple(row[3] for row in rows)})")
    return f"TB = CREA_TABLE(LISTE=({', '.join(columns)}))"


GROUPS = (
    "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=(_F(NOM='RIGHT', MAILLE=('M3', 'M4')), _F(NOM='UPPER', MAILLE=('M5', 'M6'))))"
)
LEVEL = ((0.5, 0.5, 0, 1.5, 0.5, 0, 0.5, 1.0, 0), "C1", "G1 G2", 5)
RISING = ((0.5, 0.5, 0, 1.5, 1.5, 0, 0.5, 1.0, 0), "C2", "G2", 3)


def ends(study, name="CU"):
    return np.array([study[name].column(word) for word in NAMES[:6]]).T


def test_cuts_are_moved_along_themselves_to_the_skin_and_named(tmp_path):
    study = run(
        tmp_path, GROUPS, table(LEVEL, RISING), "CU = CREA_COUPE(COUPE=TB, MAILLAGE=MA, NOM_AUTO='OUI', PREFIXE='P', NUME_INIT=8, PAS=2)"
    )
    np.testing.assert_allclose(ends(study), [[0, 0.5, 0, 2, 0.5, 0], [0, 0, 0, 2, 2, 0]], atol=1e-12)
    assert study["CU"].column("NOM") == ["P_08", "P_10"]


def test_a_cut_that_turns_gets_the_skins_of_its_new_places(tmp_path):
    turned = (
        "REVOLUTION=_F(AXE=(0, 0, 2), CENTRE=(0, 0.5, 0), NOMBRE=2, ANGLE_MAX=45, GROUP_MA_ORIG='LEFT', GROUP_MA_EXTR='UPPER', PREFIXE='T')"
    )
    study = run(tmp_path, GROUPS, table(LEVEL), f"CU = CREA_COUPE(COUPE=TB, MAILLAGE=MA, {turned})")
    np.testing.assert_allclose(ends(study), [[0, 0.5, 0, 2, 0.5, 0], [0, 0.5, 0, 1.5, 2, 0]], atol=1e-12)
    assert study["CU"].column("NOM") == ["C1", "T45-C1"] and study["CU"].column("GROUP_MA_EXTR") == ["RIGHT", "UPPER"]


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (table(LEVEL, names=["X", *NAMES[1:]]), "column 1 of the table must be COOR_ORIG_X, it is X"),
        (table(LEVEL, skins=("LEFT", "NONE")), "names the cell group NONE"),
        (table(LEVEL, skins=("RIM", "RIGHT")), "meets the skin RIM at several places"),
        (table(((0.5, 5, 0, 1.5, 5, 0, 0.5, 6.0, 0), "C", "G", 5)), "does not meet the skin LEFT"),
        (table(LEVEL, LEVEL), "two cuts have the name C1"),
        (table(LEVEL, skins=("LEFT", "LEFT")), "come to one place"),
        (table((LEVEL[0], "C", "G", 1)), "needs two points or more"),
    ],
)
def test_what_cannot_be_a_cut_is_refused(tmp_path, made, text):
    study = run(tmp_path, GROUPS, made, "CU = CREA_COUPE(COUPE=TB, MAILLAGE=MA)")
    assert any(text in told.message for told in study.diagnostics), study.diagnostics


FIELD = (
    "U = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY'), VALE=(0.0, 0.0)))",
    "X = FORMULE(NOM_PARA=('X', 'Y'), VALE='2*X')",
    "Y = FORMULE(NOM_PARA=('X', 'Y'), VALE='2*Y')",
    "FX = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_NEUT_F', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP=('X1', 'X2'), VALE_F=(X, Y)))",
    "GEO = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_GEOM_R', MAILLAGE=MA, NOM_CHAM='GEOMETRIE')",
    "NE = CREA_CHAMP(OPERATION='EVAL', TYPE_CHAM='NOEU_NEUT_R', CHAM_F=FX, CHAM_PARA=GEO)",
    "U = CREA_CHAMP(OPERATION='ASSE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MA,"
    " ASSE=_F(TOUT='OUI', CHAM_GD=NE, NOM_CMP=('X1', 'X2'), NOM_CMP_RESU=('DX', 'DY')))",
    "RE = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_ELAS', AFFE=_F(NOM_CHAM='DEPL', CHAM_GD=U, INST=1.0))",
)


def test_a_linear_field_on_cuts_in_their_axes_and_linearised(tmp_path):
    study = run(
        tmp_path,
        GROUPS,
        table(LEVEL, RISING),
        *FIELD,
        "CU = CREA_COUPE(COUPE=TB, MAILLAGE=MA)",
        "ON = EXTR_COUPE(RESULTAT=RE, COUPE=CU, REPERE='LOCAL')",
        "LI = EXTR_COUPE(RESULTAT=RE, COUPE=CU, LINEARISATION='OUI')",
    )
    mesh = study["ON"].mesh
    assert {name: len(nodes) for name, nodes in mesh.node_groups.items()} == {
        "C1": 5,
        "C2": 3,
        "G1": 5,
        "G2": 8,
        "NODES_IN": 2,
        "NODES_OUT": 2,
    }
    field = study["ON"].field("DEPL", 1)
    along = field.component("DX")[mesh.node_groups["C2"]]
    np.testing.assert_allclose(along, 2 * np.sqrt(2) * np.array([0.0, 1.0, 2.0]), atol=1e-12)
    np.testing.assert_allclose(field.component("DY")[mesh.node_groups["C2"]], 0.0, atol=1e-12)
    field = study["LI"].field("DEPL", 1)
    np.testing.assert_allclose(field.component("DX")[study["LI"].mesh.node_groups["C2"]], [0.0, 0.0, 2.0, 4.0, 4.0], atol=1e-12)


def test_points_crowd_where_their_density_is_high(tmp_path):
    study = run(
        tmp_path,
        GROUPS,
        table((*LEVEL[:3], 41)),
        *FIELD,
        "CU = CREA_COUPE(COUPE=TB, MAILLAGE=MA)",
        "ON = EXTR_COUPE(RESULTAT=RE, COUPE=CU, REPARTITION='GAUSSIENNE', MOYENNE=0.5, ECART_TYPE=0.2)",
    )
    steps = np.diff(study["ON"].mesh.coordinates[:-1, 0])
    assert steps.argmin() in (19, 20) and steps[0] > 3 * steps[19] and study["ON"].mesh.coordinates[-1, 0] == pytest.approx(2.0)
