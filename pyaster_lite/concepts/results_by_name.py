"""Results that go together, each under a name of its own."""

from __future__ import annotations

from collections.abc import Iterator

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.result import Result


class ResultsByName(Concept):
    """Like a dictionary of results of one kind; `kind` is evol_elas_dict, evol_noli_dict or evol_ther_dict."""

    def __init__(self, kind: str, results: dict[str, Result] | None = None):
        self.kind, self._results = kind, dict(results or {})

    def __getitem__(self, name: str) -> Result:
        return self._results[name]

    def __setitem__(self, name: str, result: Result):
        if getattr(result, "kind", None) != self.kind.removesuffix("_dict"):
            raise TypeError(f"a result {self.kind.removesuffix('_dict')} is wanted, not {result!r}")
        self._results[name] = result

    def __contains__(self, name: str) -> bool:
        return name in self._results

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def keys(self):
        """The names."""
        return self._results.keys()

    def items(self):
        """The names with their results."""
        return self._results.items()

    def get(self, name: str, default=None):
        """The result of a name, `default` when there is none."""
        return self._results.get(name, default)
