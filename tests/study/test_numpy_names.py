"""Decks written for numpy 1 find its names."""

import numpy as np

import pyaster_lite


def test_a_deck_integrates_by_the_old_name(tmp_path):
    path = tmp_path / "deck.comm"
    path.write_text("import numpy as np\narea = np.trapz([0.0, 1.0, 1.0], [0.0, 1.0, 2.0])\n")
    assert pyaster_lite.run(path, output=tmp_path / "out").environment["area"] == 1.5
    assert np.trapz is np.trapezoid
