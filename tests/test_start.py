"""What a study loads at its start: half of the time of a small one."""

import gc
import subprocess
import sys

import pytest

from pyaster_lite.api import run

HEAVY = ("scipy.linalg", "scipy.sparse.linalg", "scipy.optimize", "scipy.special", "scipy.spatial", "matplotlib", "meshio", "pandas")
ALL_COMMANDS = "from pyaster_lite.catalogue.registry import COMMANDS; COMMANDS.words()"
OFFERED = "import pyaster_lite.concepts.interface_synthesis"


@pytest.mark.parametrize("loaded", [ALL_COMMANDS, OFFERED], ids=["commands", "what decks may import"])
def test_is_there_without_heavy_libraries(loaded):
    text = f"import sys; {loaded}\nprint(*(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert not done.stdout.split()


def test_garbage_is_looked_for_once_the_deck_is_read(tmp_path):
    deck = tmp_path / "deck.comm"
    deck.write_text("DEBUT()\nFIN()\n")
    gc.disable()
    try:
        run(deck)
        assert gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()
