"""code_aster.CA.Material: a material that a deck's Python gives its properties one after the other."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.material import Material

from ._building import OfKind


@SERVED.register("code_aster.CA.Material")
def material(study):
    """Material(), or Material(other) for one with the same properties."""

    class BuiltMaterial(Material, metaclass=OfKind):
        kind = "mater_sdaster"

        def __init__(self, other=None):
            super().__init__({} if other is None else dict(other.laws), {} if other is None else dict(other.properties))

        def addProperties(self, name, context=None, **values):
            """One factor keyword of DEFI_MATERIAU; `context` are its simple keywords that others depend on."""
            if self.of(name) is not None:
                raise RuntimeError(f"{name} is already defined")
            made = study.run("DEFI_MATERIAU", **dict(context or {}), **{name: values})
            self.laws |= made.laws
            self.properties |= made.properties

        def __reduce__(self):
            return _plain, (self.laws, self.properties, self.name)

    return BuiltMaterial


def _plain(laws, properties, name):
    """The material as it is kept when the study ends."""
    kept = Material(laws, properties)
    kept.name = name
    return kept
