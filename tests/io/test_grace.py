"""Grace projects: what they tell of curves is read back; the page is told whole."""

import re

import numpy as np
import pytest

from pyaster_lite.io.chart import Chart, Curve
from pyaster_lite.io.grace import grace


def told(text, pattern):
    """The numbers that lines of a pattern tell."""
    return [float(found) for found in re.findall(pattern, text)]


def test_sets_are_read_back():
    points = np.array([[0.0, 1.0, 2.0], [5.0, 7.5, -1.0], [1.0, 2.0, 3.0]])
    text = grace(Chart([Curve(points, ["X", "Y", "Z"], legend="two\nlines", colour=17, marker=3)], title="Title", labels=("time", None)))
    for number, column in enumerate(points[1:], 1):
        body = re.search(rf"@target g0\.s{number}\n@type xy\n(.*?)\n&", text, re.S).group(1)
        np.testing.assert_allclose([[float(v) for v in line.split()] for line in body.splitlines()], np.stack([points[0], column], axis=1))
    assert '@    title "Title"' in text and '@    xaxis  label "time"' in text and '@    s1 legend "two ; lines"' in text
    assert told(text, r"s1 line color (\d+)") == [2] and told(text, r"s2 symbol (\d+)\n") == [3]
    # every line of the head is a setting, a remark or empty
    head = text[: text.index("@target")]
    assert all(line[:1] in ("@", "#", "") for line in head.splitlines())
    assert text.count("@map font") == 14 and text.count("@map color") == 16 and len(told(text, r"yaxis  ticklabel prec (\d)")) == 1


@pytest.mark.parametrize("bounds, expected", [((None, None), (-0.05, 2.05)), (((0.5, 1.0), None), (0.5, 1.0))])
def test_axes_leave_a_margin_unless_they_are_given(bounds, expected):
    text = grace(Chart([Curve(np.array([[0.0, 2.0], [0.0, 100.0]]), ["X", "Y"])], bounds=bounds))
    assert told(text, r"world xm\w\w (\S+)") == pytest.approx(expected)
    assert told(text, r"world ym\w\w (\S+)") == pytest.approx((-2.5, 102.5))
    assert told(text, r"yaxis  tick major (\d+)\n") == [21]


def test_a_logarithm_starts_above_zero():
    text = grace(Chart([Curve(np.array([[1.0, 2.0], [0.1, 100.0]]), ["X", "Y"])], scales=("LIN", "LOG")))
    assert told(text, r"world ymin (\S+)") == [0.1] and "yaxes scale Logarithmic" in text
    assert grace(Chart([])) == ""
