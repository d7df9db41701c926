"""REST_MODE_NONL: a nonlinear mode as a motion in time, or its harmonics as modes (u4.63.36)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.nonlinear_modes.energy import over_period

from ._nonlinear_modes import point_of


@operator(
    "REST_MODE_NONL",
    produces=lambda args: (args.get("TYPE_RESU") or "DYNA_TRANS").lower(),
    keywords=dict(
        MODE_NON_LINE=SIMP("o", typ="table_container"),
        TYPE_RESU=SIMP("f", into=("MODE_MECA", "DYNA_TRANS"), defaut="DYNA_TRANS"),
        NUME_ORDRE=SIMP("o", typ="I"),
        b_dyna_trans=BLOC(equal("TYPE_RESU", "DYNA_TRANS"), NB_INST=SIMP("f", typ="I", defaut=512, val_min=1)),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
    ),
)
def rest_mode_nonl(args, context):
    """A period at even instants, their number a power of two above NB_INST."""
    row, modes = point_of(args, args.MODE_NON_LINE, args.NUME_ORDRE)
    if args.TYPE_RESU == "MODE_MECA":
        return modes.duplicate()
    count = 2 ** int(1.0 + np.log10(float(args.NB_INST)) / np.log10(2.0))
    moved = over_period(np.array([modes.vectors[order] for order in modes.orders]), max(count, len(modes.orders)))
    made = Result("dyna_trans", modes.mesh, modes.model)
    for number, vector in enumerate(moved):
        field = NodeField(modes.mesh, "DEPL_R", modes.dofs.components, modes.dofs.at_nodes(vector))
        made.store(number, {"INST": float(number / (row["FREQUENCE"] * len(moved)))}, {"DEPL": field})
    return made
