"""Which storage orders, instants or frequencies a deck selects, many at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat


def precision() -> dict:
    """CRITERE and PRECISION."""
    return {
        "CRITERE": SIMP("f", defaut="RELATIF", into=("RELATIF", "ABSOLU")),
        "b_prec_rela": BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP("f", typ="R", defaut=1e-6, dated=(("9.3.14", 1e-3),))),
        "b_prec_abso": BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
    }


def access_keywords() -> dict:
    """The ways to select storage orders; all of them when none is given."""
    near = present("INST") | present("LIST_INST") | present("FREQ") | present("LIST_FREQ")
    return {
        "TOUT_ORDRE": SIMP("f", into=("OUI",)),
        "NUME_ORDRE": SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        "LIST_ORDRE": SIMP("f", typ="listis_sdaster"),
        "TOUT_INST": SIMP("f", into=("OUI",)),
        "INST": SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        "LIST_INST": SIMP("f", typ="listr8_sdaster"),
        "FREQ": SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        "LIST_FREQ": SIMP("f", typ="listr8_sdaster"),
        "NUME_MODE": SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        "b_prec": BLOC(near, INTERP_NUME=SIMP("f", into=("NON", "LIN")), **precision()),
    }


@dataclass
class Selection:
    """Rows of a series, each a mix of two neighbours: row `first` with weight 1 - `share`, `second` with `share`.

    `abscissas` are the values asked for when rows are interpolated, those of the rows otherwise.
    """

    first: np.ndarray
    second: np.ndarray
    share: np.ndarray
    abscissas: np.ndarray | None

    def of(self, series: np.ndarray) -> np.ndarray:
        """The selected rows of an array whose first axis is the series."""
        if not self.share.any():
            return series[self.first]
        weight = self.share.reshape(-1, *[1] * (series.ndim - 1))
        return (1.0 - weight) * series[self.first] + weight * series[self.second]


def select(args, name: str, orders, columns: dict[str, np.ndarray], interpolate: bool) -> Selection:
    """The rows that the keywords name.

    orders   (n,) storage numbers; `columns` holds (n,) access variables such as INST and FREQ
    interpolate  whether values between two rows are wanted (INTERP_NUME or INTERPOL 'LIN')
    """
    orders = np.asarray(orders)
    for word in ("TOUT_ORDRE", "TOUT_INST"):
        # as in code_aster, it gives way to whatever selects
        args.get(word)
    for word, values in (("NUME_ORDRE", orders), ("LIST_ORDRE", orders), ("NUME_MODE", columns.get("NUME_MODE"))):
        if args.get(word) is not None:
            return _whole(np.array([_exact(args, word, name, values, wanted) for wanted in args[word]], int))
    for word in ("INST", "LIST_INST", "FREQ", "LIST_FREQ"):
        if args.get(word) is not None:
            return _near(args, word, name, columns.get(word.removeprefix("LIST_")), interpolate)
    return _whole(np.arange(len(orders)))


def _whole(rows):
    return Selection(rows, rows, np.zeros(len(rows)), None)


def _exact(args, word, name, values, wanted):
    found = np.flatnonzero(values == wanted) if values is not None else np.empty(0, int)
    if not found.size:
        raise args.wrong(word, f"{name} has no {word.replace('LIST_ORDRE', 'NUME_ORDRE')} {wanted}")
    return found[0]


def _near(args, word, name, values, interpolate):
    label = word.removeprefix("LIST_")
    if values is None or not np.isfinite(values).any():
        raise args.wrong(word, f"{name} has no {label}")
    given = args[word]
    wanted = np.array([given] if np.isscalar(given) else list(given), float)
    width = args.PRECISION * (abs(wanted) if args.CRITERE == "RELATIF" else np.ones(len(wanted)))
    width = np.maximum(width, np.finfo(float).tiny)
    upper = np.clip(np.searchsorted(values, wanted), 1, max(len(values) - 1, 1)) if len(values) > 1 else np.zeros(len(wanted), int)
    lower = np.maximum(upper - 1, 0)
    nearest = np.where(abs(values[lower] - wanted) <= abs(values[upper] - wanted), lower, upper)
    on_row = abs(values[nearest] - wanted) <= width
    inside = (wanted >= values[0]) & (wanted <= values[-1])
    lost = ~on_row & ~(inside & interpolate)
    if lost.any():
        item = int(np.flatnonzero(lost)[0])
        help = f"{label} goes from {values[0]:.9g} to {values[-1]:.9g}"
        raise args.wrong(word, f"{name} has nothing at {label} {wanted[item]:.9g}", help=help, item=item)
    gap = np.where(values[upper] > values[lower], values[upper] - values[lower], 1.0)
    share = np.where(on_row, 0.0, (wanted - values[lower]) / gap)
    return Selection(np.where(on_row, nearest, lower), np.where(on_row, nearest, upper), share, wanted)
