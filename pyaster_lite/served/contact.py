"""code_aster.CA and libaster: the words of contact, meshes paired with each other, and what is asked of DEFI_CONT."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts import contact_methods, contact_words, mesh_pairing

CLASSES = (
    *contact_words.ENUMERATIONS,
    contact_words.ContactParameter,
    contact_words.FrictionParameter,
    contact_words.PairingParameter,
    contact_methods.ContactPairing,
    contact_methods.ContactComputation,
    mesh_pairing.MeshPairing,
)


def _serve(cls):
    SERVED.register(f"code_aster.CA.{cls.__name__}", f"libaster.{cls.__name__}")(lambda study: cls)


for _class in CLASSES:
    _serve(_class)
