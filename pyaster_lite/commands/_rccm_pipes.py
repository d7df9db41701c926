"""POST_RCCM, TYPE_RESU_MECA='ZE200a' and 'ZE200b': situations of pipes, whose pressure and moments count by the indices of B 3600
and whose transients by the stresses along a line (r7.04.03, u4.83.11)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._rccm_cycles import ENVIRONNEMENT, Cycles
from pyaster_lite.commands._rccm_sides import Side
from pyaster_lite.commands._rccm_situations import IDENTITY, KINDS, Reader, hot_by_time, loads_of, numbered
from pyaster_lite.fe.load_situations import LinearRange, Range, Situation, linear_range, pressure_membrane, shaken
from pyaster_lite.fe.pipe_stresses import Pipe, Section, state_pairs
from pyaster_lite.fe.situation_cycles import Peak, peak_range, peak_ranges

_REAL, _MUST, _WHOLE = SIMP("f", typ="R"), SIMP("o", typ="R"), SIMP("o", typ="I")
_SITUATION = dict(
    **IDENTITY,
    CHAR_ETAT_A=_WHOLE,
    CHAR_ETAT_B=_WHOLE,
    O_ETOILE=_REAL,
    TABL_TEMP=SIMP("f", typ="table_sdaster"),
)
_COMMON = dict(
    OPTION=SIMP("o", into=("SN", "FATIGUE", "EFAT")),
    SOUS_CYCL=SIMP("f", into=("OUI", "NON"), defaut="NON"),
    METHODE=SIMP("f", into=("TRESCA", "TOUT_INST"), defaut="TRESCA"),
    MATER=SIMP("o", typ="mater_sdaster"),
    SY_MAX=_REAL,
    TYPE_KE=SIMP("f", into=("KE_MECA", "KE_MIXTE"), defaut="KE_MECA"),
    CHAR_MECA=FACT(
        "o", max="**", rules=UN_PARMI("MX", "MX_TUBU"), NUME_CHAR=_WHOLE, NOM_CHAR=SIMP("f", advisory=True), **loads_of("R", forces=False)
    ),
    INDI_SIGM=FACT(
        "o",
        rules=UN_PARMI("C2", "C2_TUBU"),
        **dict.fromkeys(("C1", "K1", "C3", "K3"), _MUST),
        **dict.fromkeys(("C2", "C2_TUBU", "K2", "K2_TUBU", "C2_CORP", "K2_CORP"), _REAL),
    ),
    TUYAU=FACT(
        "o",
        rules=UN_PARMI("I", "I_TUBU"),
        **dict.fromkeys(("R", "EP"), _MUST),
        **dict.fromkeys(("R_TUBU", "R_CORP", "I", "I_TUBU", "I_CORP"), _REAL),
    ),
    RESU_THER=numbered("RESU_THER"),
    ENVIRONNEMENT=ENVIRONNEMENT,
    SEISME=FACT("f", NB_OCCUR=_WHOLE, NB_CYCL_SEISME=_WHOLE, NUME_SITU=_WHOLE, NOM_SITU=SIMP("f"), CHAR_ETAT=_WHOLE),
)
ZE200A = BLOC(equal("TYPE_RESU_MECA", "ZE200a"), SITUATION=FACT("o", max="**", PRES_A=_MUST, PRES_B=_MUST, **_SITUATION), **_COMMON)
ZE200B = BLOC(
    equal("TYPE_RESU_MECA", "ZE200b"),
    RESU_PRES=numbered("RESU_PRES"),
    SITUATION=FACT("o", max="**", NUME_RESU_PRES=SIMP("f", typ="I"), **_SITUATION),
    **_COMMON,
)


def pipe_of(args) -> Pipe:
    """The indices and the section of the pipe, or those of the nozzle and of the run that it stands on where moments are of both."""
    given, tube = args.INDI_SIGM, args.TUYAU
    two = args.CHAR_MECA[0].get("MX_TUBU") is not None
    places = {"_TUBU": slice(3, 6), "_CORP": slice(9, 12)} if two else {"": slice(3, 6)}
    sections = []
    for end, columns in places.items():
        found = {
            (level, word): level[word] for level, word in ((given, f"C2{end}"), (given, f"K2{end}"), (tube, f"R{end}"), (tube, f"I{end}"))
        }
        for (level, word), value in found.items():
            if value is None:
                raise level.wrong(None, f"moments of {'a nozzle and its run' if two else 'one pipe'} need {word}")
        c2, k2, radius, inertia = found.values()
        sections.append(Section(columns, radius, inertia, c2, k2))
    return Pipe(tube.R, tube.EP, given.C1, given.K1, given.C3, given.K3, tuple(sections))


@dataclass
class _PipeSituation(Situation):
    """A situation whose states are loads (2, 12) and pressures (2,), None where pressure is a transient's."""

    loads: np.ndarray = field(default_factory=lambda: np.zeros((2, 12)))
    pressures: np.ndarray | None = None

    @property
    def ends(self):
        """(loads, pressures) of both states."""
        return self.loads, np.zeros(2) if self.pressures is None else self.pressures


class _PipeReader(Reader):
    def situation(self, given, side) -> Situation:
        changes, instants, arrays = self.course(given, side)
        zero, still = np.zeros((2, 6)), np.zeros((len(instants), 6))
        pressures = None if given.get("PRES_A") is None else np.array([given.PRES_A, given.PRES_B])
        return _PipeSituation(
            instants, **arrays, moved=dict.fromkeys(("linear", "peak"), still), states=dict.fromkeys(KINDS, zero), unitary=False,
            changes=changes, pressed_by_time=given.get("NUME_RESU_PRES") is not None, hot_by_time=hot_by_time(given), pressures=pressures,
            loads=np.array([self.unit.of(given, f"CHAR_ETAT_{state}") for state in "AB"]),
        )  # fmt: skip

    def earthquake(self, side) -> np.ndarray | None:
        given = self.args.SEISME
        return None if given is None else self.unit.of(given, "CHAR_ETAT")


class _AsPipe:
    """What pressure and moments are worth by indices comes on top of the ranges of transients."""

    READER = _PipeReader

    def __init__(self, args, side):
        self.pipe = pipe_of(args)
        super().__init__(args, side)

    def _of_states(self, peak, one, other, quake):
        """(stress of both cycles) of the states of two situations, the same of one by itself."""
        if other is None:
            (loads, pressures), alone = one.ends, None
            alone = self.pipe.size(peak, loads[0] - loads[1], pressures[0] - pressures[1], quake)
            return alone, alone
        return state_pairs(peak, self.pipe, one.ends, other.ends, quake)

    def _idle(self, one, other):
        """Where all pairs of instants are gone through and neither situation has any, the search starts at -1 and finds nothing
        (rc32snb, rc32spb)."""
        return not self.by_tresca and other is not None and not (one.changes or other.changes)

    def linear_range(self, one, other, quake) -> LinearRange:
        found = linear_range(one, other, self.by_tresca, shaken(None))
        added = self._of_states(False, one, other, quake)[0] - (1.0 if self._idle(one, other) else 0.0)
        whole, net = (Range(own.value + added, own.row, own.instants) for own in (found.whole, found.net))
        hot = found.hot
        if quake is not None and other is None and not (self.by_tresca and one.changes):
            # With an earthquake code_aster keeps one number for both: the membrane of pressure stands for the thermal range (rc32ac)
            hot = self.pressure_membrane(one) or 0.0
        self._local = self.pipe.local(hot, found.pushed)
        return LinearRange(whole, net, found.hot, found.pushed)

    def pressure_membrane(self, situation) -> float | None:
        if situation.pressures is not None:
            return self.pipe.membrane(situation.pressures)
        if situation.pressed_by_time and not self.by_tresca:
            # All instants gone through, code_aster counts no pressure there (rc32snb)
            return 0.0
        return pressure_membrane(situation, self.by_tresca)

    def _raised(self, own: Peak, added: float, idle=0.0) -> Peak:
        whole, mechanical = self._local
        return Peak(own.whole + added + whole - idle, own.mechanical + added + mechanical, own.instants)

    def peak_range(self, situation, quake) -> Peak:
        found = peak_range(situation, self.by_tresca, shaken(None))
        made = self._raised(found, self._of_states(True, situation, None, quake)[0])
        if not self.by_tresca and not situation.changes:
            # All instants gone through, of none: all of the stress counts as thermal (rc32spb)
            made.mechanical = 0.0
        return made

    def peak_ranges(self, one, other, quake) -> tuple[Peak, Peak]:
        first, second = peak_ranges(one, other, self.by_tresca, shaken(None))
        added = self._of_states(True, one, other, quake)
        return self._raised(first, added[0], 1.0 if self._idle(one, other) else 0.0), self._raised(second, added[1])

    def of_earthquake(self, quake) -> tuple[float, float]:
        return tuple(self.pipe.size(peak, np.zeros(12), 0.0, quake) for peak in (False, True))


class PipeSide(_AsPipe, Side):
    """Ranges of linear stress of situations of pipes."""


class PipeCycles(_AsPipe, Cycles):
    """What situations of pipes use up."""
