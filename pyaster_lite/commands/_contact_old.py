"""AFFE_CHAR_MECA(CONTACT=_F(METHODE=...)), the contact of versions up to 10.1.2: DEFI_CONTACT today."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.legacy import Told, levels, new_argument
from pyaster_lite.catalogue.types import is_unknown

_OF_ALL = ("FROTTEMENT", "REAC_GEOM", "ITER_GEOM_MAXI", "RESI_GEOM", "LISSAGE", "STOP_INTERP", "STOP_SINGULIER", "NB_RESOL",
           "ITER_GCP_MAXI", "RESI_ABSO", "PRE_COND", "COEF_RESI", "RECH_LINEAIRE", "ITER_CONT_MAXI", "ITER_FROT_MAXI")  # fmt: skip
_SIDE = ("MODELE", "INFO", "VERI_NORM", "VERI_DDL")
_LAST = "10.1.2"


@dataclass(frozen=True)
class ContactOfLoads:
    """Each CONTACT is a ZONE; what holds for all zones goes one level up; METHODE becomes FORMULATION and ALGO_CONT, ALGO_FROT."""

    last: str = _LAST
    command: str = "DEFI_CONTACT"

    def apply(self, factor) -> list[Told]:
        """Make the arguments those of DEFI_CONTACT; a load that holds more than contact is left as it is."""
        if "CONTACT" not in factor.arguments or set(factor.arguments) - {"CONTACT", *_SIDE}:
            return []
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
