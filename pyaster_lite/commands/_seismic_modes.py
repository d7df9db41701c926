"""Which modes a seismic combination takes, with which damping, and by which rule they are combined."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.modal_combination import (
    chained,
    complete_correlation,
    correlated,
    double_sum_correlation,
    group_correlation,
    near_correlation,
    rigid_share,
)


def chosen_modes(args, modes) -> tuple[list[int], np.ndarray]:
    """(storage orders, frequencies) of the modes that the keywords name, by ascending frequency; all without a keyword."""
    orders = np.array(modes.orders)
    frequencies, numbers = modes.access("FREQ"), modes.access("NUME_MODE")
    kept = np.ones(len(orders), bool)
    if args.get("TOUT_ORDRE") != "OUI":
        if args.get("NUME_ORDRE") is not None or args.get("LIST_ORDRE") is not None:
            kept = np.isin(orders, args.NUME_ORDRE if args.get("NUME_ORDRE") is not None else args.LIST_ORDRE.values)
        elif args.get("NUME_MODE") is not None:
            kept = np.isin(numbers, args.NUME_MODE)
        elif args.get("FREQ") is not None or args.get("LIST_FREQ") is not None:
            wanted = np.asarray(args.FREQ if args.get("FREQ") is not None else args.LIST_FREQ.values, float)
            width = args.PRECISION * (wanted if args.CRITERE == "RELATIF" else 1.0)
            kept = ((frequencies[:, None] >= wanted - width) & (frequencies[:, None] <= wanted + width)).any(axis=1)
    if not kept.any():
        raise args.wrong(None, f"no mode of {modes.name} is chosen")
    rows = np.flatnonzero(kept)
    rows = rows[np.argsort(frequencies[rows], kind="stable")]
    return orders[rows].tolist(), frequencies[rows]


def reduced_dampings(args, modes, orders) -> np.ndarray:
    """(m,): the damping ratio of each mode; the last one given serves for those that are left."""
    if args.AMOR_GENE is not None:
        matrix = args.AMOR_GENE.matrix
        diagonal = matrix if matrix.ndim == 1 else np.diag(matrix)
        rows = [modes.orders.index(order) for order in orders]
        if max(rows) >= len(diagonal):
            raise args.wrong("AMOR_GENE", f"{args.AMOR_GENE.name} has {len(diagonal)} rows for {len(modes.orders)} modes")
        scale = 4.0 * np.pi * modes.access("FREQ")[rows] * modes.access("MASS_GENE")[rows]
        return diagonal[rows] / scale
    given = np.asarray(args.AMOR_REDUIT if args.AMOR_REDUIT is not None else args.LIST_AMOR.values, float)
    word = "AMOR_REDUIT" if args.AMOR_REDUIT is not None else "LIST_AMOR"
    if len(given) > len(orders):
        raise args.wrong(word, f"there are {len(given)} dampings for {len(orders)} modes")
    return np.concatenate([given, np.full(len(orders) - len(given), given[-1])])


def combination_rule(level, analysis, dampings, frequencies):
    """The rule of COMB_MODE: a function of peak responses (m, n) that gives the square of the response of the oscillators
    and the response that follows the ground, both (n,)."""
    kind = level.TYPE
    if kind == "GUPTA":
        return _gupta(level, analysis, dampings, frequencies)
    if kind in ("DSC", "NRC_DSA") and not (dampings.min() > 0.0 and dampings.max() <= 1.0):
        raise level.wrong("TYPE", f"{kind} needs damping ratios between 0 and 1")
    correlations = {
        "SRSS": lambda: np.eye(len(frequencies)),
        "CQC": lambda: complete_correlation(dampings, frequencies),
        "DSC": lambda: double_sum_correlation(dampings, frequencies, level.DUREE),
        "NRC_DSA": lambda: double_sum_correlation(dampings, frequencies, level.DUREE),
        "NRC_TEN_PERCENT": lambda: near_correlation(frequencies),
        "NRC_GROUPING": lambda: group_correlation(frequencies),
    }
    if kind == "ABS":
        return lambda r: (np.abs(r).sum(axis=0) ** 2, 0.0)
    if kind == "DPC":
        return lambda r: (chained(r, frequencies), 0.0)
    h = correlations[kind]()
    if kind.startswith("NRC_"):
        return lambda r: (correlated(np.abs(r), h), 0.0)
    return lambda r: (correlated(r, h), 0.0)


def _gupta(level, analysis, dampings, frequencies):
    if analysis != "MONO_APPUI":
        raise level.wrong("TYPE", "GUPTA goes with TYPE_ANALYSE='MONO_APPUI' only")
    if level.FREQ_1 > level.FREQ_2:
        raise level.wrong("FREQ_1", "FREQ_1 must not be above FREQ_2")
    share = rigid_share(frequencies, level.FREQ_1, level.FREQ_2)
    rest = np.sqrt(1.0 - share**2)
    h = complete_correlation(dampings, frequencies) * np.outer(rest, rest)
    return lambda r: (correlated(r, h), (r * share[:, None]).sum(axis=0))
