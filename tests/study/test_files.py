"""Units: convention, command line, .export, what the deck says; outputs in place and whole."""

import gzip

import pytest

from pyaster_lite.diagnostics import Refused, Span
from pyaster_lite.study.export import read_export
from pyaster_lite.study.files import Files


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "comm").mkdir()
    (tmp_path / "meshes").mkdir()
    (tmp_path / "comm/block.comm").write_text("DEBUT()\nFIN()\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_units_by_convention(project):
    (project / "meshes/block.mail").write_text("COOR_3D")
    (project / "comm/block.21").write_text("1 2 3")
    files = Files.of("comm/block.comm")
    assert files.path(20).name == "block.mail"
    assert files.path(21).name == files.find("./fort.21").name == "block.21"
    (project / "comm/block.mmed").write_text("HDF")
    assert files.path(20).name == "block.mmed"
    assert files.path(20, extensions=(".mail",)).name == "block.mmed"
    (project / "comm/block.mail").write_text("COOR_3D")
    assert files.path(20, extensions=(".mail",)).name == "block.mail"


def test_later_command_files_follow(project):
    for name in ("block.com2", "block.com1"):
        (project / "comm" / name).write_text("POURSUITE()\n")
    assert [deck.name for deck in Files.of("comm/block.comm").decks] == ["block.comm", "block.com1", "block.com2"]


def test_missing_unit_says_where_it_looked(project):
    span = Span("block.comm", 3, 1, 3, 5)
    with pytest.raises(Refused) as refused:
        Files.of("comm/block.comm").path(20, span=span)
    (problem,) = refused.value.diagnostics
    assert problem.span is span
    assert "unit 20" in problem.message and "--unit 20=PATH" in problem.help and "block.mmed" in problem.help


def test_outputs_lie_in_the_output_folder_and_can_be_read_back(project):
    files = Files.of("comm/block.comm")
    assert not files.output_dir.exists()
    files.append(38, "first\n")
    files.append(38, "second\n")
    path = files.path(38)
    assert path.parent.name == "block.pyaster" and path.read_text() == "first\nsecond\n"
    files.append(38, "third\n")
    files.close()
    assert path.read_text() == "first\nsecond\nthird\n"
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_new_run_replaces_and_a_failed_block_leaves_the_old_file(project):
    for text in ("old", "new"):
        files = Files.of("comm/block.comm")
        with files.writing(80, ".rmed") as temporary:
            assert not temporary.exists()
            temporary.write_text(text)
    path = files.path(80)
    with pytest.raises(ZeroDivisionError), files.writing(80, ".rmed") as temporary:
        assert temporary.read_text() == "new"
        temporary.write_text("half")
        raise ZeroDivisionError
    assert path.name == "block.80.rmed" and path.read_text() == "new"
    assert len(list(path.parent.iterdir())) == 1


def test_an_input_is_never_overwritten(project):
    (project / "mesh.med").write_text("mesh")
    files = Files.of("comm/block.comm", {20: "mesh.med"})
    assert files.path(20).read_text() == "mesh"
    with files.writing(20, ".rmed") as temporary:
        temporary.write_text("result")
    assert (project / "mesh.med").read_text() == "mesh"
    assert files.path(20).read_text() == "result"


def test_unwritable_output_is_refused(project):
    (project / "taken").write_text("a file")
    files = Files.of("comm/block.comm", output_dir="taken/below")
    with pytest.raises(Refused, match="cannot be made"):
        files.append(8, "text")


def test_deck_names_its_files(project):
    files = Files.of("comm/block.comm")
    unit = files.associate(None, "./REPE_OUT/curve.txt")
    files.append(unit, "1\n")
    assert files.unit_of("REPE_OUT/curve.txt") == unit
    assert files.find("./REPE_OUT/curve.txt").read_text() == "1\n"
    files.release(unit)
    written = project / "block.pyaster/REPE_OUT/curve.txt"
    assert written.read_text() == "1\n"
    files.associate(33, "REPE_OUT/curve.txt", "APPEND")
    files.append(33, "2\n")
    files.release(33)
    assert written.read_text() == "1\n2\n"
    files.associate(33, "REPE_OUT/curve.txt", "NEW")
    files.append(33, "3\n")
    files.close()
    assert written.read_text() == "3\n"
    assert files.associate(34, "curve.txt", "NEW") == 34
    with pytest.raises(Refused, match="no file nowhere.txt"):
        files.associate(35, "nowhere.txt", "OLD")


def test_export(project):
    (project / "comm/mesh one.med.gz").write_bytes(gzip.compress(b"mesh"))
    (project / "comm/data").mkdir()
    (project / "comm/data/x.txt").write_text("x")
    (project / "comm/block.export").write_text(
        "# a study\nP time_limit 300\nA args --max_base=100\n\nF comm block.comm D 1\n"
        "F mmed mesh one.med.gz DC 20\nR nom data D 0\nF libr ../out/table.txt RC 38\nR base base R 0\n"
    )
    files = Files.of("comm/block.export")
    assert files.export.time_limit == 300.0 and [d.name for d in files.decks] == ["block.comm"]
    assert files.path(20).read_bytes() == b"mesh"
    assert files.find("data/x.txt").read_text() == "x"
    assert files.base_in is None and files.base_out.name == "base"
    files.append(38, "row\n")
    assert files.path(38).read_text() == "row\n"
    files.close()
    assert gzip.decompress((project / "out/table.txt").read_bytes()) == b"row\n"


def test_text_goes_after_the_data_of_its_unit(project):
    (project / "comm/rows.txt").write_text("given\n")
    (project / "comm/block.export").write_text("F comm block.comm D 1\nF libr rows.txt D 40\n")
    files = Files.of("comm/block.export", output_dir=project / "out")
    files.append(40, "told\n")
    assert files.path(40).read_text() == "given\ntold\n"
    assert (project / "comm/rows.txt").read_text() == "given\n"


def test_export_says_everything_wrong_at_once(project):
    path = project / "block.export"
    path.write_text("P time_limit soon\nQ what\nF comm none.comm D 1\nF mmed x.med 20\nF libr comm D 3\n")
    with pytest.raises(Refused) as refused:
        read_export(path)
    found = [(d.span.line, d.message.removeprefix(str(project) + "/")) for d in refused.value.diagnostics]
    assert found == [
        (1, "time_limit is a number of seconds, not 'soon'"),
        (2, "a line starts with P, A, F or R, not 'Q'"),
        (3, "none.comm does not exist"),
        (4, "the line must read: F type path flags unit"),
        (5, "comm is a folder, not a file"),
    ]
