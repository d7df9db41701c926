"""AFFE_CHAR_MECA(CONTACT=_F(METHODE=...)), the contact of versions up to 10.1.2: DEFI_CONTACT today."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.legacy import Renamed, Told, Values, levels, new_argument
from pyaster_lite.catalogue.types import is_unknown

_OF_ALL = ("FROTTEMENT", "REAC_GEOM", "ITER_GEOM_MAXI", "RESI_GEOM", "LISSAGE", "STOP_INTERP", "STOP_SINGULIER", "NB_RESOL",
           "ITER_GCP_MAXI", "RESI_ABSO", "PRE_COND", "COEF_RESI", "RECH_LINEAIRE", "ITER_CONT_MAXI", "ITER_FROT_MAXI")  # fmt: skip
_SIDE = ("MODELE", "INFO", "VERI_NORM", "VERI_DDL")
_LAST = "10.1.2"
_SIDES = (("GROUP_MA_1", "GROUP_MA_MAIT"), ("GROUP_MA_2", "GROUP_MA_ESCL"), ("MAILLE_1", "MAILLE_MAIT"), ("MAILLE_2", "MAILLE_ESCL"),
          ("DIST_1", "DIST_MAIT"), ("DIST_2", "DIST_ESCL"))  # fmt: skip


@dataclass(frozen=True)
class Multipliers:
    """ALGO_CONT='LAGRANGIEN' without friction: the same conditions as those of 'CONTRAINTE', met exactly by both."""

    last: str = "13.1.10"

    def apply(self, factor) -> list[Told]:
        """Take the other one; with friction it is left as it is."""
        friction = factor.arguments.get("FROTTEMENT")
        if friction is not None and friction.value != "SANS":
            return []
        return Values("ZONE/ALGO_CONT", (("LAGRANGIEN", "CONTRAINTE"),), self.last).apply(factor)


@dataclass(frozen=True)
class FixedPoints:
    """Bounds of the loops of contact told that there are loops, before they could be left out (ALGO_RESO_*)."""

    last: str = "11.2.3"

    def apply(self, factor) -> list[Told]:
        """Ask for them."""
        told, given = [], factor.arguments
        if getattr(given.get("FORMULATION"), "value", None) != "CONTINUE" or factor.partial:
            return told
        for part in ("GEOM", "CONT", "FROT"):
            bound, loop = given.get(f"ITER_{part}_MAXI"), f"ALGO_RESO_{part}"
            if bound is None or loop in given:
                continue
            given[loop] = new_argument(loop, "POINT_FIXE", factor)
            if part == "CONT":
                given.setdefault("ITER_CONT_TYPE", new_argument("ITER_CONT_TYPE", "MAXI", factor))
            told.append(Told(bound.name_span, f"{bound.name} goes with {loop}='POINT_FIXE' now", self.last))
        return told


OLD_CONTACT = (
    FixedPoints(),
    Multipliers(),
    Renamed("ADAPT_COEF", None, last="13.3.8"),
    Renamed("REAC_FROT", None, last="11.2.7"),
    Renamed("REAC_ITER", None, last="11.0.31"),
    Renamed("ZONE/COEF_ECHELLE", None, last="11.1.6"),
    Renamed("ZONE/COEF_REGU_CONT", "ZONE/COEF_CONT", last="11.3.1"),
    Renamed("ZONE/COEF_REGU_FROT", "ZONE/COEF_FROT", last="11.3.1"),
    Values("ZONE/INTEGRATION", (("NOEUD", "AUTO"),), "15.2.17+"),
    Values("ZONE/INTEGRATION", (("FPG4", "GAUSS"),), "11.0.20"),
    Values("ZONE/INTEGRATION", (("SIMPSON2", "SIMPSON"), ("NCOTES1", "NCOTES"), ("NCOTES2", "NCOTES")), "11.0.32"),
)


@dataclass(frozen=True)
class ContactOfLoads:
    """Each CONTACT is a ZONE; what holds for all zones goes one level up; METHODE becomes FORMULATION and ALGO_CONT, ALGO_FROT."""

    last: str = _LAST
    command: str = "DEFI_CONTACT"

    def apply(self, factor) -> list[Told]:
        """Make the arguments those of DEFI_CONTACT; a load that holds more than contact is left as it is."""
        if "CONTACT" not in factor.arguments or set(factor.arguments) - {"CONTACT", *_SIDE}:
            return []
        for old, new in _SIDES:
            Renamed(f"CONTACT/{old}", f"CONTACT/{new}").apply(factor)
        zones, contact = levels(factor, ("CONTACT",)), factor.arguments.pop("CONTACT")
        told = [Told(contact.name_span, "CONTACT is now the command DEFI_CONTACT", self.last)]
        factor.arguments.pop("VERI_DDL", None)
        for zone in zones:
            method = zone.arguments.pop("METHODE", None)
            value = method.value if method is not None else "CONTRAINTE"
            rubs = (friction := zone.arguments.get("FROTTEMENT")) is not None and friction.value == "COULOMB"
            if value == "CONTINUE" or (form := zone.arguments.get("FORMULATION")) is not None and form.value in ("VITESSE", "DEPL"):
                zone.arguments.pop("FORMULATION", None)
            self._lift(factor, zone)
            self._formulate(factor, zone, value, rubs, method)
        contact.name = "ZONE"
        contact.value = zones if len(zones) > 1 else zones[0]
        factor.arguments["ZONE"] = contact
        return told

    @staticmethod
    def _lift(factor, zone):
        number = zone.arguments.pop("NB_REAC_GEOM", None)
        if number is not None and zone.arguments.get("REAC_GEOM") is not None and zone.arguments["REAC_GEOM"].value == "CONTROLE":
            number.name = "NB_ITER_GEOM"
            factor.arguments.setdefault(number.name, number)
        for word in _OF_ALL:
            if word in zone.arguments:
                factor.arguments.setdefault(word, zone.arguments.pop(word))

    @staticmethod
    def _formulate(factor, zone, method, rubs, given):
        if is_unknown(method):
            return
        near = zone
        if method in ("CONTINUE", "XFEM"):
            factor.arguments.setdefault("FORMULATION", new_argument("FORMULATION", method, near))
            return
        factor.arguments.setdefault("FORMULATION", new_argument("FORMULATION", "DISCRETE", near))
        if method == "VERIF":
            zone.arguments["RESOLUTION"] = new_argument("RESOLUTION", "NON", near)
            return
        contact = "LAGRANGIEN" if method == "PENALISATION" and rubs and "E_N" not in zone.arguments else method
        if given is not None and contact == method:
            given.name = "ALGO_CONT"
            zone.arguments["ALGO_CONT"] = given
        else:
            zone.arguments["ALGO_CONT"] = new_argument("ALGO_CONT", contact, near)
        if rubs and method in ("LAGRANGIEN", "PENALISATION"):
            zone.arguments["ALGO_FROT"] = new_argument("ALGO_FROT", method, near)
