"""ENGENDRE_TEST: what it writes is a test that the concept passes."""

from pyaster_lite.study.run import Options, Study

from .meshes import GRID

DECK = """DEBUT()
MA = LIRE_MAILLAGE(FORMAT='ASTER')
FIELD = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='AFFE', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY'), VALE=(-0.5, 2.0)))
TIMES = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_NOLI', AFFE=_F(NOM_CHAM='DEPL', CHAM_GD=FIELD, INST=(1.0, 2.0)))
TABLE = CREA_TABLE(LISTE=(_F(PARA='A', LISTE_R=(1.5, -4.0)), _F(PARA='WORD', LISTE_K=('x', 'y'))))
{}
FIN()
"""


def ran(tmp_path, *lines):
    (tmp_path / "d.mail").write_text(GRID)
    (tmp_path / "d.comm").write_text(DECK.format("\n".join(lines)))
    return Study(tmp_path / "d.comm", Options(output=tmp_path / "out", verbosity=-1, units={20: tmp_path / "d.mail"})).run()


def test_what_is_written_passes(tmp_path):
    for kind in ("SOMM_ABS", "SOMME", "MAX", "MIN"):
        folder = tmp_path / kind
        folder.mkdir()
        study = ran(folder, f"ENGENDRE_TEST(UNITE=38, CO=(FIELD, TIMES, TABLE), TYPE_TEST='{kind}')")
        assert not study.diagnostics
        (written,) = [path for path in (folder / "out").iterdir() if "38" in path.name]
        lines = written.read_text().splitlines()
        assert [line.split("(")[0] for line in lines] == ["TEST_RESU"] * 3 + ["TEST_TABLE"]
        again = ran(folder, *lines)
        assert len(again.tests) == 4 and all(row.passed for row in again.tests)


def test_what_is_written_of_objects_passes(tmp_path):
    for place in ("first", "second"):
        (tmp_path / place).mkdir()
    study = ran(tmp_path / "first", "LIST = DEFI_LIST_REEL(VALE=(1.0, 3.5))", "ENGENDRE_TEST(UNITE=38, FORMAT='OBJET', CO=(MA, LIST))")
    assert not study.diagnostics
    (written,) = [path for path in (tmp_path / "first" / "out").iterdir() if "38" in path.name]
    again = ran(tmp_path / "second", "LIST = DEFI_LIST_REEL(VALE=(1.0, 3.5))", *written.read_text().splitlines())
    assert [row.computed for row in again.tests] == [18.0, 4.5] and all(row.passed for row in again.tests)


def test_all_objects_in_memory_are_not_there(tmp_path):
    study = ran(tmp_path, "ENGENDRE_TEST(FORMAT='OBJET', TOUT='OUI')")
    assert any("CO names some" in d.message for d in study.diagnostics)
