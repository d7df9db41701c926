"""What cannot be glued is refused where the deck says it."""

from pathlib import Path

import pytest

from pyaster_lite import cli

HERE = Path(__file__).parents[2]
WRONG = {
    "no solid has its middle between the ends": ('GROUP_MA_1="ROUND"', 'GROUP_MA_1="BLOCK"'),
    "cannot be glued: beams of POU_D_T": ('"POU_D_T"', '"POU_D_E"'),
    "these cells carry no solids": ('GROUP_MA_1="ROUND"', 'GROUP_MA_1="FREE"'),
    "these cells carry no beams": ('GROUP_MA_2="INSIDE"', 'GROUP_MA_2="BLOCK"'),
}


@pytest.mark.parametrize("message", WRONG)
def test_what_cannot_be_glued_is_refused(tmp_path, capsys, message):
    deck = tmp_path / "glued.comm"
    deck.write_text((HERE / "comm/glued_beam.comm").read_text().replace(*WRONG[message]))
    mesh = HERE / "meshes/glued_beam.mail"
    assert cli.main(["run", str(deck), "--unit", f"20={mesh}", "--output", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert message in said.out + said.err and "glued.comm:29" in said.out + said.err
