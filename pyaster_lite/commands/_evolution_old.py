"""DYNA_NON_LINE and STAT_NON_LINE as they were written in older versions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pyaster_lite.catalogue.legacy import Idle, Made, Renamed, Told, Values, levels, new_argument
from pyaster_lite.catalogue.types import is_unknown, kind_of

_CUTTING = ("SUBD_METHODE", "SUBD_PAS", "SUBD_NIVEAU", "SUBD_PAS_MINI", "SUBD_COEF_PAS_1", "SUBD_ITER_IGNO", "SUBD_ITER_FIN",
            "SUBD_ITER_PLUS")  # fmt: skip
_METHODS = {"UNIFORME": "MANUEL", "EXTRAPOLE": "AUTO"}


@dataclass(frozen=True)
class Cutting:
    """SUBD_* of INCREMENT: how a step is cut is a matter of DEFI_LIST_INST, whose list takes the place of the plain one."""

    last: str = "10.0.9"

    def apply(self, factor) -> list[Told]:
        """Put a list of instants with ECHEC in place of LIST_INST."""
        told = []
        for holder in levels(factor, ("INCREMENT",)):
            found = {word: holder.arguments.pop(word) for word in _CUTTING if word in holder.arguments}
            told += [Told(a.name_span, f"INCREMENT/{word} is now DEFI_LIST_INST/ECHEC/{word}", self.last) for word, a in found.items()]
            instants = holder.arguments.get("LIST_INST")
            if found and instants is not None:
                instants.value = Made("DEFI_LIST_INST", self._list(holder, instants, found), "list_inst", "L_SUBD")
        return told

    def _list(self, holder, instants, found):
        kind = type(holder)
        times = replace(instants)
        failure, given = kind(holder.span), kind(holder.span)
        given.arguments["LIST_INST"] = times
        method = found.pop("SUBD_METHODE", None)
        if method is not None and method.value == "AUCUNE":
            failure.arguments["ACTION"] = new_argument("ACTION", "ARRET", holder)
        else:
            failure.arguments["ACTION"] = new_argument("ACTION", "DECOUPE", holder)
            if method is not None:
                method.value = _METHODS.get(method.value, method.value)
                failure.arguments["SUBD_METHODE"] = method
            automatic = method is not None and method.value == "AUTO"
            kept = ("SUBD_PAS_MINI",) if automatic else ("SUBD_PAS", "SUBD_NIVEAU", "SUBD_PAS_MINI")
            failure.arguments.update({word: found[word] for word in kept if word in found})
        made = kind(holder.span)
        made.arguments["DEFI_LIST"] = new_argument("DEFI_LIST", given, holder)
        made.arguments["ECHEC"] = new_argument("ECHEC", failure, holder)
        return made


@dataclass(frozen=True)
class ContactAmongLoads:
    """A contact in EXCIT: it is given by CONTACT."""

    last: str = "10.1.2"

    def apply(self, factor) -> list[Told]:
        """Take the contact out of the loads."""
        excit = factor.arguments.get("EXCIT")
        for holder in levels(factor, ("EXCIT",)):
            charge = holder.arguments.get("CHARGE")
            if charge is None or is_unknown(charge.value) or kind_of(charge.value) != "char_contact":
                continue
            others = [one for one in levels(factor, ("EXCIT",)) if one is not holder]
            excit.value = others
            if not others:
                del factor.arguments["EXCIT"]
            charge.name = "CONTACT"
            factor.arguments["CONTACT"] = charge
            return [Told(charge.name_span, "EXCIT/CHARGE of a contact is now CONTACT", self.last)]
        return []


@dataclass(frozen=True)
class OldScheme:
    """NEWMARK=_F(...) and its like: SCHEMA_TEMPS=_F(SCHEMA='NEWMARK', ...)."""

    old: str
    last: str = "9.0.16"

    def apply(self, factor) -> list[Told]:
        """Put the scheme's words into SCHEMA_TEMPS."""
        found = factor.arguments.pop(self.old, None)
        if found is None or not hasattr(found.value, "arguments"):
            return []
        found.name = "SCHEMA_TEMPS"
        found.value.arguments["SCHEMA"] = new_argument("SCHEMA", self.old, found.value)
        found.value.arguments.setdefault("FORMULATION", new_argument("FORMULATION", "DEPLACEMENT", found.value))
        factor.arguments["SCHEMA_TEMPS"] = found
        return [Told(found.name_span, f"{self.old} is now SCHEMA_TEMPS with SCHEMA={self.old!r}", self.last)]


@dataclass(frozen=True)
class References:
    """FORC_REFE=(force, moment): EFFORT_REFE and MOMENT_REFE."""

    last: str = "13.0.2"

    def apply(self, factor) -> list[Told]:
        """Give each number its word."""
        told = []
        for holder in levels(factor, ("CONVERGENCE",)):
            both = holder.arguments.get("FORC_REFE")
            if both is not None and isinstance(both.value, (list, tuple)) and len(both.value) == 2:
                force, moment = both.value
                del holder.arguments["FORC_REFE"]
                holder.arguments["EFFORT_REFE"] = replace(both, name="EFFORT_REFE", value=force, item_spans=())
                holder.arguments["MOMENT_REFE"] = replace(both, name="MOMENT_REFE", value=moment, item_spans=())
                told.append(Told(both.name_span, "CONVERGENCE/FORC_REFE is now EFFORT_REFE and MOMENT_REFE", self.last))
        return told


@dataclass(frozen=True)
class Band:
    """CRIT_STAB/CHAR_CRIT asked for what lies between two critical loads without an OPTION."""

    last: str = "12.0.11"

    def apply(self, factor) -> list[Told]:
        """Say that it is a band."""
        told = []
        for holder in levels(factor, ("CRIT_STAB",)):
            if "CHAR_CRIT" in holder.arguments and "OPTION" not in holder.arguments and not holder.partial:
                holder.arguments["OPTION"] = new_argument("OPTION", "BANDE", holder)
                holder.arguments.pop("NMAX_CHAR_CRIT", None)
                told.append(Told(holder.arguments["CHAR_CRIT"].name_span, "CRIT_STAB/CHAR_CRIT needs OPTION='BANDE' now", self.last))
        return told


@dataclass(frozen=True)
class Unordered:
    """LDLT took RENUM='SANS' for equations in the order of the mesh."""

    last: str = "13.1.10"

    def apply(self, factor) -> list[Told]:
        """Take the one ordering there is today; it changes no result."""
        told = []
        for holder in levels(factor, ("SOLVEUR",)):
            method, order = holder.arguments.get("METHODE"), holder.arguments.get("RENUM")
            if method is not None and order is not None and method.value == "LDLT" and order.value == "SANS":
                order.value = "RCMK"
                told.append(Told(order.name_span, "SOLVEUR/RENUM='SANS' of LDLT is now 'RCMK'", self.last))
        return told


@dataclass(frozen=True)
class ThetaOfFlows:
    """PARM_THETA beside a law of porous media was the implicit share of their flows, which SCHEMA_THM says today."""

    last: str = "14.1.2"

    def apply(self, factor) -> list[Told]:
        """Move it; other laws have a PARM_THETA of their own, and 1 says nothing today either."""
        told = []
        for holder in levels(factor, ("COMPORTEMENT",)):
            relation, theta = (getattr(holder.arguments.get(word), "value", None) for word in ("RELATION", "PARM_THETA"))
            if theta not in (None, 1.0) and isinstance(relation, str) and relation.startswith(("KIT_H", "KIT_T")):
                argument = holder.arguments.pop("PARM_THETA")
                for scheme in levels(factor, ("SCHEMA_THM",), create=True):
                    scheme.arguments.setdefault("PARM_THETA", argument)
                told.append(Told(argument.name_span, "COMPORTEMENT/PARM_THETA is now SCHEMA_THM/PARM_THETA", self.last))
        return told


@dataclass(frozen=True)
class LawInLibrary:
    """UNITE_LIBRAIRIE and NOM_ROUTINE: the law that CREA_LIB_MFRONT has kept behind that unit is COMPOR_MFRONT."""

    last: str = "15.2.17+"

    def apply(self, factor) -> list[Told]:
        """Put the law of the library in the place of both words."""
        told = []
        for holder in levels(factor, ("COMPORTEMENT",)):
            unit, routine = holder.arguments.get("UNITE_LIBRAIRIE"), holder.arguments.get("NOM_ROUTINE")
            if unit is None:
                continue
            words = {"UNITE_LIBRAIRIE": unit.value}
            if routine is not None and isinstance(routine.value, str):
                words["NOM_COMPOR"] = routine.value.removeprefix("aster")
            made = type(holder).from_values(words, unit.name_span)
            del holder.arguments["UNITE_LIBRAIRIE"]
            holder.arguments.pop("NOM_ROUTINE", None)
            # such laws take the gradient itself, whatever the motion was called
            motion = holder.arguments.get("DEFORMATION")
            if motion is not None and motion.value == "GROT_GDEP":
                motion.value = "GREEN_LAGRANGE"
            holder.arguments["COMPOR_MFRONT"] = replace(
                unit, name="COMPOR_MFRONT", value=Made("CREA_LIB_MFRONT", made, "compor_mgis", "LAW"), item_spans=()
            )
            told.append(Told(unit.name_span, "COMPORTEMENT/UNITE_LIBRAIRIE is now COMPORTEMENT/COMPOR_MFRONT", self.last))
        return told


def _symmetric(value):
    """Only SYME='OUI' says anything."""
    return value if value == "OUI" or is_unknown(value) else None


def _algorithm(value):
    """Laws have one way that is not explicit, and one order of the explicit one."""
    if value == "IMPLICITE":
        return None
    return "RUNGE_KUTTA" if isinstance(value, str) and value.startswith("RUNGE_KUTTA") else value


_CREEP = (
    ("BETON_UMLV_FP", "BETON_UMLV"),
    ("BETON_BURGER_FP", "BETON_BURGER"),
    ("GRANGER_FP", "BETON_GRANGER"),
    ("GRANGER_FP_INDT", "BETON_GRANGER"),
    ("GRANGER_FP_V", "BETON_GRANGER_V"),
)
_SWELLING = (("ELAS_GONF", "GonfElas"), ("GONF_ELAS", "GonfElas"))
OLD_BEHAVIOUR = (
    Renamed("COMP_INCR/RESO_INTE", "COMP_INCR/ALGO_INTE", _algorithm, last="10.3.0"),
    Renamed("COMP_INCR/ALGO_C_PLAN", None, last="11.1.11"),
    Renamed("COMP_INCR/ITER_MAXI_DEBORST", "COMP_INCR/ITER_CPLAN_MAXI", last="11.1.11"),
    Renamed("COMP_INCR", "COMPORTEMENT", last="12.0.11"),
    Renamed("COMP_ELAS", "COMPORTEMENT", last="12.0.11"),
    Renamed("COMPORTEMENT/RESI_INTE_RELA", "COMPORTEMENT/RESI_INTE", last="15.2.17+"),
    Renamed("COMPORTEMENT/RESI_INTE_MAXI", "COMPORTEMENT/RESI_INTE", still=True),
    LawInLibrary(),
    Values("COMPORTEMENT/DEFORMATION", (("GREEN", "GROT_GDEP"), ("GREEN_GR", "GROT_GDEP")), last="10.1.0"),
    Values("COMPORTEMENT/RELATION", _CREEP, last="13.2.16"),
    Values("COMPORTEMENT/RELATION_KIT", _CREEP, last="13.2.16"),
    Values("COMPORTEMENT/RELATION_KIT", _SWELLING, last="15.2.17+"),
)
"""Of every command that follows a law of behaviour."""
OLD_REFERENCES = (References(), Renamed("CONVERGENCE/FORC_REFE", "CONVERGENCE/EFFORT_REFE", last="13.0.2"))
"""Of every command that iterates to balance."""
OLD_EVOLUTION = (
    Renamed("CONVERGENCE/ITER_INTE_MAXI", "COMPORTEMENT/ITER_INTE_MAXI", last="8.1.17"),
    Renamed("CONVERGENCE/RESO_INTE", "COMP_INCR/RESO_INTE", last="8.1.17"),
    Renamed("CONVERGENCE/RESI_INTE_RELA", "COMPORTEMENT/RESI_INTE_RELA", last="8.1.17"),
    Renamed("COMP_INCR/ALGO_1D", None, last="11.1.11"),
    *OLD_BEHAVIOUR,
    Renamed("COMPORTEMENT/PARM_ALPHA", "SCHEMA_THM/PARM_ALPHA", last="14.1.2"),
    Renamed("PARM_THETA", "COMPORTEMENT/PARM_THETA", last="8.3.16"),
    ThetaOfFlows(),
    *OLD_REFERENCES,
    Renamed("CRIT_FLAMB", "CRIT_STAB", last="11.1.4"),
    Renamed("CRIT_STAB/NB_FREQ", "CRIT_STAB/NMAX_CHAR_CRIT", last="14.0.6"),
    Renamed("CRIT_STAB/NB_MODE", "CRIT_STAB/NMAX_CHAR_CRIT", last="14.1.0"),
    Band(),
    Renamed("ETAT_INIT/INST_ETAT_INIT", "INCREMENT/INST_INIT", last="15.2.17+"),
    Values("SOLVEUR/STOP_SINGULIER", (("DECOUPE", "OUI"),), last="11.0.14"),
    *(Idle(f"ARCHIVAGE/{word}", ("INST", "LIST_INST")) for word in ("PRECISION", "CRITERE")),
    Idle("INCREMENT/PRECISION", ("INST_INIT", "INST_FIN")),
    Idle("ETAT_INIT/INST", ("EVOL_NOLI",)),
    Renamed("SOLVEUR/SYME", "NEWTON/MATR_RIGI_SYME", _symmetric, last="13.0.5"),
    Renamed("ARCHIVAGE/ARCH_ETAT_INIT", None, last="10.3.13"),
    Renamed("ARCHIVAGE/DETR_NUME_SUIV", None, last="11.1.6"),
    Values("NEWTON/PREDICTION", (("EXTRAPOL", "EXTRAPOLE"),), last="11.1.9"),
    Values("OBSERVATION/EVAL_CHAM", (("MAX_ABS", "MAXI_ABS"), ("MIN_ABS", "MINI_ABS")), last="11.2.11"),
    Values("METHODE", (("IMPL_EX", "IMPLEX"),), last="11.0.26"),
    Renamed("SOLVEUR/PARALLELISME", None, last="10.0.5"),
    Unordered(),
    Renamed("VARI_COMM", None, last="8.1.3"),
    Renamed("LAGR_NON_LOCAL", None, last="9.1.1"),
    Cutting(),
    ContactAmongLoads(),
)
OLD_DYNAMICS = (
    OldScheme("NEWMARK"),
    OldScheme("HHT"),
    Renamed("MODE_VIBR/NB_FREQ", "MODE_VIBR/NMAX_FREQ", last="14.1.0"),
    Renamed("SCHEMA_TEMPS/DELTA", "SCHEMA_TEMPS/GAMMA", last="9.3.11"),
)
"""Of DYNA_NON_LINE alone, before the rest; DELTA and ALPHA of Newmark's scheme were GAMMA and BETA (r5.05.05)."""
