"""Results that go together under names."""

from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.results_by_name import ResultsByName


def test_they_are_found_by_name():
    one, two = Result("evol_elas"), Result("evol_elas")
    both = ResultsByName("evol_elas_dict", {"A": one, "B": two})
    assert both["B"] is two and "A" in both and "C" not in both
    assert list(both) == list(both.keys()) == ["A", "B"] and len(both) == 2 and dict(both.items()) == {"A": one, "B": two}
