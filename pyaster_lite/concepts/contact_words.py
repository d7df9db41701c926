"""What the Python of decks says of a zone of DEFI_CONT: code_aster's words for methods, and the parameters that carry them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

ContactAlgo = Enum("ContactAlgo", ["Lagrangian", "Nitsche", "Penalization"])
ContactType = Enum("ContactType", ["Unilateral", "Bilateral"])
ContactVariant = Enum("ContactVariant", ["Empty", "Fast", "Robust", "Symetric", "Classic"])
CoordinatesSpace = Enum("CoordinatesSpace", ["Slave", "Global"])
FrictionAlgo = Enum("FrictionAlgo", ["Lagrangian", "Nitsche", "Penalization"])
FrictionType = Enum("FrictionType", ["Without", "Tresca", "Coulomb", "Stick"])
InitialState = Enum("InitialState", ["Interpenetrated", "No", "Yes"])
PairingAlgo = Enum("PairingAlgo", ["Mortar"])
PairingMethod = Enum("PairingMethod", ["Fast", "Legacy", "BrutForce"])
ENUMERATIONS = (
    ContactAlgo, ContactType, ContactVariant, CoordinatesSpace, FrictionAlgo, FrictionType, InitialState, PairingAlgo, PairingMethod,
)  # fmt: skip

_ALGORITHMS = {"LAGRANGIEN": "Lagrangian", "NITSCHE": "Nitsche", "PENALISATION": "Penalization"}
_VARIANTS = {"RAPIDE": "Fast", "ROBUSTE": "Robust", "CLASSIQUE": "Classic"}
_TYPES = {"UNILATERAL": "Unilateral", "BILATERAL": "Bilateral"}
_FRICTIONS = {"SANS": "Without", "TRESCA": "Tresca", "COULOMB": "Coulomb", "ADHERENT": "Stick"}
_STATES = {"INTERPENETRE": "Interpenetrated", "NON": "No", "OUI": "Yes"}
UNSET = -1.0


class _Parameter:
    """A get and a set for each of the attributes `answers`, by code_aster's names."""

    answers: dict = {}

    def __init_subclass__(cls):
        for word, attribute in cls.answers.items():
            setattr(cls, f"get{word}", lambda self, attribute=attribute: getattr(self, attribute))
            setattr(cls, f"set{word}", lambda self, value, attribute=attribute: setattr(self, attribute, value))


@dataclass
class ContactParameter(_Parameter):
    """How a zone presses."""

    answers = {"Algorithm": "algorithm", "Type": "type", "Variant": "variant", "Coefficient": "coefficient"}
    algorithm: ContactAlgo = ContactAlgo.Lagrangian
    type: ContactType = ContactType.Unilateral
    variant: ContactVariant = ContactVariant.Empty
    coefficient: float = 100.0

    @classmethod
    def of(cls, said: dict) -> ContactParameter:
        """From the words of a zone."""
        word = said["ALGO_CONT"]
        variant = _VARIANTS.get(said.get("VARIANTE"), "Robust")
        if word == "NITSCHE" and said.get("SYME") == "OUI":
            variant = "Symetric"
        return cls(ContactAlgo[_ALGORITHMS[word]], ContactType[_TYPES[said["TYPE_CONT"]]], ContactVariant[variant], said["COEF_CONT"])


@dataclass
class FrictionParameter(_Parameter):
    """How a zone rubs."""

    answers = {"Algorithm": "algorithm", "Type": "type", "Coefficient": "coefficient", "Tresca": "tresca", "Coulomb": "coulomb"}
    hasFriction: bool = False
    algorithm: FrictionAlgo = FrictionAlgo.Lagrangian
    type: FrictionType = FrictionType.Without
    coefficient: float = 100.0
    tresca: float = UNSET
    coulomb: float = UNSET

    @classmethod
    def of(cls, said: dict) -> FrictionParameter:
        """From the words of a zone."""
        if said["FROTTEMENT"] != "OUI":
            return cls()
        given = {word: UNSET if said.get(word) is None else said[word] for word in ("TRESCA", "COULOMB")}
        coefficient = said.get("COEF_FROT") or 100.0
        return cls(
            True, FrictionAlgo[_ALGORITHMS[said["ALGO_CONT"]]], FrictionType[_FRICTIONS[said["TYPE_FROT"]]], coefficient, *given.values()
        )


@dataclass
class PairingParameter(_Parameter):
    """How the sides of a zone find each other."""

    answers = {
        "Algorithm": "algorithm", "DistanceRatio": "ratio", "InitialState": "state", "DistanceFunction": "function",
        "ElementaryCharacteristics": "characteristics",
    }  # fmt: skip
    algorithm: PairingAlgo = PairingAlgo.Mortar
    ratio: float = -1.0
    state: InitialState = InitialState.Interpenetrated
    function: object = None
    characteristics: object = None
    hasBeamDistance: bool = False
    hasShellDistance: bool = False

    @classmethod
    def of(cls, said: dict) -> PairingParameter:
        """From the words of a zone."""
        state = InitialState[_STATES[said["CONTACT_INIT"]]]
        thick = [said.get(word) == "OUI" for word in ("DIST_POUTRE", "DIST_COQUE")]
        return cls(PairingAlgo.Mortar, said["COEF_MULT_APPA"], state, said.get("DIST_SUPP"), said.get("CARA_ELEM"), *thick)
