"""MACRO_BASCULE_SCHEMA: a motion whose time scheme goes over from an implicit one to an explicit one and back, at given instants."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._evolution import keywords

_SHARED = (
    "MODELE", "CHAM_MATER", "CARA_ELEM", "EXCIT", "ETAT_INIT", "NEWTON", "CONVERGENCE", "SOLVEUR", "OBSERVATION", "ARCHIVAGE", "ENERGIE",
    "INFO",
)  # fmt: skip
"""The words of DYNA_NON_LINE that hold for every part of the motion, ETAT_INIT for the first one alone."""
_IMPLICIT, _EXPLICIT = ("NEWMARK", "HHT"), ("DIFF_CENT", "TCHAMWA")
_STATE = {"DEPL": "DEPL", "VITE": "VITE", "ACCE": "ACCE", "SIGM": "SIEF_ELGA", "VARI": "VARI_ELGA"}
"""What a motion goes on from: words of ETAT_INIT and the fields they take."""
_TYPES = {"SIGM": "ELGA_SIEF_R", "VARI": "ELGA_VARI_R"}
_SETTLING = 10
"""How many explicit steps a motion settles for before its scheme becomes implicit."""


def _increment():
    return FACT("o", LIST_INST=SIMP("o", typ="listr8_sdaster"), PRECISION=SIMP("f", typ="R", defaut=1e-6))


def _scheme(*words):
    """A scheme with the defaults that it has here, which are not those of DYNA_NON_LINE today."""
    return FACT(
        "o",
        SCHEMA=SIMP("o", into=words),
        b_hht=BLOC(equal("SCHEMA", "HHT"), ALPHA=SIMP("f", typ="R", defaut=-0.3), MODI_EQUI=SIMP("f", into=("OUI", "NON"), defaut="NON")),
        b_tchamwa=BLOC(equal("SCHEMA", "TCHAMWA"), PHI=SIMP("f", typ="R", defaut=1.05)),
        b_explicit=BLOC(
            is_in("SCHEMA", *_EXPLICIT),
            STOP_CFL=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
            FORMULATION=SIMP("o", into=("ACCELERATION",)),
        ),
        b_implicit=BLOC(is_in("SCHEMA", *_IMPLICIT), FORMULATION=SIMP("o", into=("DEPLACEMENT",))),
    )


@operator(
    "MACRO_BASCULE_SCHEMA",
    produces="evol_noli",
    keywords=dict(
        **{word: own for word, own in keywords(True).items() if word in _SHARED},
        INCR_IMPL=_increment(),
        INCR_EXPL=_increment(),
        SCHEMA_TEMPS_IMPL=_scheme(*_IMPLICIT),
        SCHEMA_TEMPS_EXPL=_scheme(*_EXPLICIT),
        SCHEMA_TEMPS_EQUI=_scheme(*_EXPLICIT, *_IMPLICIT),
        COMPORTEMENT_IMPL=comportement(kits=True),
        COMPORTEMENT_EXPL=comportement(kits=True),
        LIST_INST_BASCULE=SIMP("o", typ="listr8_sdaster"),
        SCHEMA_INIT=SIMP("o", into=("IMPLICITE", "EXPLICITE")),
        EQUILIBRAGE=FACT("o", PAS_IMPL=SIMP("o", typ="R", advisory=True), PAS_EXPL=SIMP("o", typ="R")),
    ),
)
def macro_bascule_schema(args, context):
    """One DYNA_NON_LINE after the other, each from the state at the instant where the one before ends.

    Before an implicit part the motion runs on for ten explicit steps with SCHEMA_TEMPS_EQUI; from the displacements, velocities and
    accelerations found there, but the stresses and internal variables of the instant of change, the implicit scheme comes to the
    same instant in turn, and goes on from there.
    """
    motion, ends = _Motion(args, context), list(args.LIST_INST_BASCULE.values)
    implicit = args.SCHEMA_INIT == "IMPLICITE"
    first = {} if implicit else {"MASS_DIAG": "OUI"}
    motion.run(implicit, _given(args.ETAT_INIT), {"INST_FIN": ends[0]}, **first)
    for start, end in zip(ends, [*ends[1:], None]):
        implicit = not implicit
        if implicit:
            start = motion.settle(start)
        motion.run(implicit, motion.state(start), {"INST_INIT": start} | ({"INST_FIN": end} if end is not None else {}))
    return motion.result


class _Motion:
    """The result as it grows."""

    def __init__(self, args, context):
        self.args, self.context, self.result = args, context, None
        self._words = {}
        for word in _SHARED:
            if word in args and word != "ETAT_INIT":
                value = args[word]
                self._words[word] = _given(value) if hasattr(value, "as_dict") or isinstance(value, list) else value

    def run(self, implicit, state, bounds, **more):
        """Go on from a state, None at rest, within bounds of INCR_IMPL or INCR_EXPL."""
        kind = "IMPL" if implicit else "EXPL"
        increment = self.args[f"INCR_{kind}"].as_dict() | bounds
        self.result = self._evolution(kind, state, increment, self.args[f"SCHEMA_TEMPS_{kind}"], reuse=self.result, **more)

    def _evolution(self, kind, state, increment, scheme, **more):
        laws = {"COMPORTEMENT": _given(self.args[f"COMPORTEMENT_{kind}"])}
        words = self._words | laws | more
        return self.context.run("DYNA_NON_LINE", ETAT_INIT=state, INCREMENT=increment, SCHEMA_TEMPS=scheme.as_dict(), **words)

    def state(self, instant, result=None, words=tuple(_STATE)):
        """The fields at an instant, as ETAT_INIT takes them."""
        found, where = {}, dict(OPERATION="EXTR", RESULTAT=self.result if result is None else result, INST=instant, PRECISION=1e-7)
        for word in words:
            kind = _TYPES.get(word, "NOEU_DEPL_R")
            found[word] = self.context.run("CREA_CHAMP", TYPE_CHAM=kind, NOM_CHAM=_STATE[word], **where)
        return found

    def settle(self, instant):
        """Bring the motion from explicit to implicit balance; the instant at which it then stands."""
        step = self.args.EQUILIBRAGE.PAS_EXPL
        end = instant + _SETTLING * step
        steps = self.context.run("DEFI_LIST_REEL", DEBUT=instant, INTERVALLE={"JUSQU_A": end, "PAS": step})
        scheme, before = self.args.SCHEMA_TEMPS_EQUI, self.state(instant)
        within = {"LIST_INST": steps, "INST_INIT": instant, "INST_FIN": end}
        diagonal = {"MASS_DIAG": "OUI"} if scheme.SCHEMA in _EXPLICIT else {}
        settled = self._evolution("EXPL", before, within, scheme, **diagonal)
        state = before | self.state(end, settled, ("DEPL", "VITE", "ACCE"))
        self.run(True, state, {"INST_INIT": instant, "INST_FIN": end})
        return end


def _given(level):
    """What a factor keyword gives, its defaults apart."""
    if level is None:
        return None
    if isinstance(level, list):
        return [_given(one) for one in level]
    return {word: value for word, value in level.as_dict().items() if level.given(word)}
