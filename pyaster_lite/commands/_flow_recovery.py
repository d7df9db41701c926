"""What RECU_FONCTION reads of modes in a flow (melasflu_sdaster)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.function import Function, Properties


def of_flow_modes(args):
    """A frequency or damping by the velocity, or Connors' velocities by his constant."""
    made = args.BASE_ELAS_FLUI
    if args.PARA_X == "NB_CONNORS":
        return _connors(args, made)
    if args.NUME_MODE not in made.orders:
        raise args.wrong("NUME_MODE", f"{made.name} has no mode {args.NUME_MODE}")
    if made.frequencies is None:
        raise args.wrong("PARA_Y", f"{made.name} has Connors' velocities only: CALC_FLUI_STRU had no damping for the coupling")
    rows = np.arange(len(made.speeds))
    if "NUME_ORDRE" in args:
        asked = np.sort(np.array(args.NUME_ORDRE)) - 1
        rows = asked[asked < len(rows)]
        if not len(rows):
            raise args.wrong("NUME_ORDRE", f"{made.name} has {len(made.speeds)} velocities")
    else:
        args.mark_read("TOUT_ORDRE")
    values = made.frequencies if args.PARA_Y == "FREQ" else made.dampings
    return Function(made.speeds[rows], values[rows, made.orders.index(args.NUME_MODE)], Properties(args.PARA_X, args.PARA_Y))


def _connors(args, made):
    if made.critical is None:
        raise args.wrong("PARA_X", f"{made.name} has no critical velocities: CALC_FLUI_STRU makes them of AMOR_REDUIT_CONN")
    if not 1 <= args.NUME_MODE <= len(made.orders):
        raise args.wrong("NUME_MODE", f"{made.name} has {len(made.orders)} modes")
    row, count = args.NUME_MODE - 1, len(made.constants)
    critical = made.critical[row, :count]
    if args.PARA_Y == "VITE_CRIT":
        values = critical
    else:
        values = made.felt[int(args.PARA_Y == "INSTAB_TOUT_CMP"), row] / critical
    return Function(made.constants, values, Properties(args.PARA_X, args.PARA_Y))
