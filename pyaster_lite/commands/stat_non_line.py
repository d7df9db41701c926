"""STAT_NON_LINE: the balance of a structure with nonlinear laws or contact, step by step, without inertia (u4.51.03)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.commands._evolution import keywords, run_evolution
from pyaster_lite.commands._evolution_old import OLD_EVOLUTION
from pyaster_lite.fe.time_scheme import Static


@operator("STAT_NON_LINE", produces="evol_noli", reuse="RESULTAT", legacy=OLD_EVOLUTION, keywords=keywords(False))
def stat_non_line(args, context):
    """The evolution without a time scheme."""
    return run_evolution(args, context, Static(), False)
