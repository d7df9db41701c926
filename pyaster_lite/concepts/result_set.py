"""Several results of one kind under names (ds_dict)."""

from __future__ import annotations

from .base import Concept


class ResultSet(Concept):
    """Results by the names of their cases; `kind` tells that of each, evol_ther_dict."""

    def __init__(self, kind: str, cases: dict):
        self.kind, self.cases = kind, dict(cases)

    def __getitem__(self, case):
        return self.cases[case]

    def __len__(self):
        return len(self.cases)

    def keys(self):
        """The names of the cases."""
        return self.cases.keys()

    def get(self, case, default=None):
        """The result of a case, `default` when there is no such case."""
        return self.cases.get(case, default)
