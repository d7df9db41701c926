"""A tangent beside that by differences, term by term (TYPE_MATR_TANG='VERIFICATION' and the macro VERI_MATR_TANG)."""

from __future__ import annotations

import numpy as np

WIDTH = 1.0e-4
"""Terms that differ by more come after the others."""


def apart(own, other, whole: bool, least: float) -> list[dict]:
    """Rows of the terms of two matrices with the share by which they differ, those that exceed WIDTH last.

    whole  also those that do not;  least  terms that are smaller together do not differ
    """
    size = abs(own) + abs(other)
    off = np.where(size > least, abs(own - other) / (size + least), 0.0)
    places = [*np.argwhere(off <= WIDTH).tolist(), *np.argwhere(off > WIDTH).tolist()] if whole else np.argwhere(off > WIDTH).tolist()
    return [{"I": i + 1, "J": j + 1, "MAT_TGTE": own[i, j], "MAT_PERT": other[i, j], "MAT_DIFF": off[i, j]} for i, j in places]
