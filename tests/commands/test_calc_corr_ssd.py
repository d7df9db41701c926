"""CALC_CORR_SSD on two halves of a plate whose meshes do not match: its table, and motions that keep what is held."""

import numpy as np
import pytest

from pyaster_lite.study.run import Options, Study

BODY = """
DEBUT()
STONE = DEFI_MATERIAU(ELAS=_F(E=3.0e10, NU=0.2, RHO=2400.0))


def half(name, unit):
    mesh = LIRE_MAILLAGE(FORMAT="ASTER", UNITE=unit)
    field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=STONE))
    model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="DKT"))
    slab = AFFE_CARA_ELEM(MODELE=model, COQUE=_F(GROUP_MA="ALL", EPAIS=0.05))
    held = AFFE_CHAR_MECA(
        MODELE=model,
        DDL_IMPO=(
            _F(GROUP_NO="FOOT", DX=0.0, DY=0.0, DZ=0.0), _F(GROUP_NO="END", DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0)
        ),
    )
    given = dict(MODELE=model, CHAM_MATER=field, CARA_ELEM=slab, CHARGE=held)
    parts = [CALC_MATR_ELEM(OPTION=word, **given) for word in ("RIGI_MECA", "MASS_MECA")]
    numbers = NUME_DDL(MATR_RIGI=parts[0])
    stiffness, mass = [ASSE_MATRICE(MATR_ELEM=part, NUME_DDL=numbers) for part in parts]
    modes = CALC_MODES(MATR_RIGI=stiffness, MATR_MASS=mass, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=2))
    static = MODE_STATIQUE(
        MATR_RIGI=stiffness, MATR_MASS=mass, MODE_INTERF=_F(GROUP_NO="END", TOUT_CMP="OUI", NB_MODE=3, SHIFT=1.0)
    )
    ends = DEFI_INTERF_DYNA(NUME_DDL=numbers, INTERFACE=_F(NOM="I" + name, TYPE="CRAIGB", GROUP_NO="END"))
    basis = DEFI_BASE_MODALE(
        RITZ=(_F(MODE_MECA=modes, NMAX_MODE=2), _F(MODE_INTF=static, NMAX_MODE=3)), INTERF_DYNA=ends, NUME_REF=numbers
    )
    return MACR_ELEM_DYNA(BASE_MODALE=basis, MATR_RIGI=stiffness, MATR_MASS=mass)


LHALF = half("L", 20)
RHALF = half("R", 21)
PLACE = dict(ANGL_NAUT=(0.0, 0.0, 0.0), TRANS=(0.0, 0.0, 0.0))
WALL = DEFI_MODELE_GENE(
    SOUS_STRUC=(_F(NOM="L", MACR_ELEM_DYNA=LHALF, **PLACE), _F(NOM="R", MACR_ELEM_DYNA=RHALF, **PLACE)),
    LIAISON=_F(OPTION="REDUIT", SOUS_STRUC_1="L", INTERFACE_1="IL", SOUS_STRUC_2="R", INTERFACE_2="IR", GROUP_MA_MAIT_1="ALL"),
)
NUMBERS = NUME_DDL_GENE(MODELE_GENE=WALL, METHODE="ELIMINE")
STIFF = ASSE_MATR_GENE(NUME_DDL_GENE=NUMBERS, OPTION="RIGI_GENE")
MASS = ASSE_MATR_GENE(NUME_DDL_GENE=NUMBERS, OPTION="MASS_GENE")
MODES = CALC_MODES(MATR_RIGI=STIFF, MATR_MASS=MASS, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=2))
WORKS = CALC_CORR_SSD(MODELE_GENE=WALL, RESU_GENE=MODES, SHIFT=1.0, UNITE=8)
"""
EXTRACT = """
KIND = dict(TABLE=WORKS, TYPE_RESU="MODE_MECA", NOM_PARA="NOM_SD")
INNER = EXTR_TABLE(FILTRE=(_F(NOM_PARA="NOM_OBJET", VALE_K="R"), _F(NOM_PARA="INTERF", VALE_K="ENCAS")), **KIND)
FREE = EXTR_TABLE(FILTRE=(_F(NOM_PARA="NOM_OBJET", VALE_K="R"), _F(NOM_PARA="INTERF", VALE_K="LIBRE")), **KIND)
"""


def plate(left, right, nx, ny, foot, end):
    """Quadrangles from x = left to right and y = 0 to 1; groups FOOT and END of the nodes at those x."""
    x, y = np.meshgrid(np.linspace(left, right, nx + 1), np.linspace(0.0, 1.0, ny + 1), indexing="ij")
    name = np.arange(x.size).reshape(x.shape)
    cells = np.stack([name[:-1, :-1], name[1:, :-1], name[1:, 1:], name[:-1, 1:]], axis=-1).reshape(-1, 4)
    text = ["COOR_3D", *(f"N{i} {a!r} {b!r} 0.0" for i, (a, b) in enumerate(zip(x.ravel().tolist(), y.ravel().tolist()))), "FINSF"]
    text += ["QUAD4", *(f"M{i} " + " ".join(f"N{n}" for n in row) for i, row in enumerate(cells)), "FINSF"]
    text += ["GROUP_MA", "ALL", *(f"M{i}" for i in range(len(cells))), "FINSF"]
    for group, place in (("FOOT", foot), ("END", end)):
        text += ["GROUP_NO", group, *(f"N{n}" for n in name[np.isclose(x, place)]), "FINSF"]
    return "\n".join([*text, "FIN"]) + "\n"


def study(tmp_path, body, same=False):
    deck = tmp_path / "deck.comm"
    deck.write_text(body + "FIN()\n")
    (tmp_path / "l.mail").write_text(plate(0.0, 1.0, 4, 3, 0.0, 1.0))
    (tmp_path / "r.mail").write_text(plate(1.0, 2.0, 4, 3 if same else 2, 2.0, 1.0))
    units = {20: tmp_path / "l.mail", 21: tmp_path / "r.mail"}
    return Study(deck, Options(units=units, output=tmp_path / "out", verbosity=-1)).run()


def test_works_add_up_and_motions_keep_what_is_held(tmp_path):
    done = study(tmp_path, BODY + EXTRACT)
    rows = done["WORKS"].rows()
    total = {row["NUM_MODE"]: row["TRAV_TOTAL"] for row in rows if row.get("TRAV_TOTAL") is not None}
    for mode, value in total.items():
        inside = [row["TRAV_SST"] for row in rows if row.get("TRAV_SST") is not None and row["NUM_MODE"] == mode]
        between = [row["TRAV_INTERF"] for row in rows if row.get("TRAV_INTERF") is not None and row["NUM_MODE"] == mode]
        assert len(inside) == 2 and len(between) == 2 and between[0] == between[1]
        assert value == pytest.approx(sum(inside) + between[0])
    assert sorted(total) == [1, 2]
    inner, free = done["INNER"], done["FREE"]
    places = inner.mesh.coordinates[:, 0]
    for modes, end_is_held in ((inner, True), (free, False)):
        fields = [modes.field("DEPL", order).values for order in modes.orders]
        assert all(abs(values).max() > 0 for values in fields)
        assert max(abs(values[np.isclose(places, 2.0), :3]).max() for values in fields) == pytest.approx(0.0, abs=1e-12)
        moved = max(abs(values[np.isclose(places, 1.0)]).max() for values in fields)
        assert (moved < 1e-12 * max(abs(values).max() for values in fields)) == end_is_held


def test_nodes_that_meet_are_refused(tmp_path):
    (found,) = study(tmp_path, BODY, same=True).diagnostics
    assert "meet: as in code_aster, interfaces of different meshes are mended only" in found.message
    assert found.span.line == BODY[: BODY.index("CALC_CORR_SSD")].count("\n") + 1
