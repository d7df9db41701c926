"""CRIT_QUALITE/ERRE_TEMPS_THM: how much the flow of a saturated medium changes over each step (u4.51.03, see fe.porous.estimates)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.commands._estimators.porous import sizes_of
from pyaster_lite.fe.data import MissingData
from pyaster_lite.fe.porous.element import Porous
from pyaster_lite.fe.porous.estimates import Medium, in_time


def crit_qualite():
    """The factor keyword."""
    return FACT("f", ERRE_TEMPS_THM=SIMP("f", into=("OUI", "NON"), defaut="NON"))


class Quality:
    """ERRE_TPS_LOC of the last step and ERRE_TPS_GLOB of all of them, and PARM_THETA of porous media.

    order  the storage order of EVOL_NOLI that the evolution goes on from, None where it starts anew
    """

    def __init__(self, args, structure, state, order=None):
        self.parts = [(i, part) for i, part in enumerate(structure.parts) if isinstance(part.element, Porous)]
        asked = args.get("CRIT_QUALITE")
        self.asked = asked is not None and asked.ERRE_TEMPS_THM == "OUI"
        theta = 1.0 if args.get("SCHEMA_THM") is None else args.SCHEMA_THM.PARM_THETA
        # as in code_aster it is told where it is asked for, and estimates read zero elsewhere
        self._theta = {"PARM_THETA": theta if self.asked else 0.0} if self.parts else {}
        self.step = self.whole = 0.0
        if self.asked:
            if not self.parts or any(part.element.layout.constituents != ((1, 1),) or part.element.dim != 2 for _, part in self.parts):
                raise asked.wrong("ERRE_TEMPS_THM", "it is estimated in the plane, of porous media that one liquid fills")
            self._sizes = sizes_of(asked, args.MODELE)
            evolution = None if order is None else args.ETAT_INIT.EVOL_NOLI
            if evolution is not None:
                self.step, self.whole = (evolution.parameter(word, order) or 0.0 for word in ("ERRE_TPS_LOC", "ERRE_TPS_GLOB"))
            self._asked, self._flows, self._time = asked, self._flow(state), state.time

    def _flow(self, state):
        return [state.internal[i].stress[..., part.element.layout.stress["flow", (1, 1)]] for i, part in self.parts]

    def after(self, state):
        """Count a step."""
        if not self.asked:
            return
        flows, dt, square = self._flow(state), state.time - self._time, 0.0
        for (_, part), now, before in zip(self.parts, flows, self._flows):
            try:
                medium = Medium.of(part.data, state.time, *self._sizes)
            except MissingData as lacking:
                raise self._asked.wrong("ERRE_TEMPS_THM", f"the material lacks {lacking.name}") from None
            square += in_time(part.element, part.data, medium, now - before)
        self._flows, self._time = flows, state.time
        self.step = float(np.sqrt(dt * square))
        self.whole = float(np.hypot(self.whole, self.step))

    @property
    def parameters(self) -> dict:
        """What the result keeps of it."""
        return self._theta | ({"ERRE_TPS_LOC": self.step, "ERRE_TPS_GLOB": self.whole} if self.asked else {})
