"""Internal variables by their names: those of the law of each cell in place of V1, V2, ..."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.comportement import KITS
from pyaster_lite.catalogue.registry import BEHAVIOURS, FLUIDS
from pyaster_lite.concepts.field import ElementBlock, ElementField

OF_DEFORMATION = {
    "GDEF_LOG": ("TXX", "TYY", "TZZ", "TXY", "TXZ", "TYZ"),
    "SIMO_MIEHE": tuple(f"SM{i}" for i in range(1, 7)),
}
"""What kinematics add behind the variables of a law."""


def names_of(law, count: int) -> tuple[str, ...]:
    """The names that a law that cells obeyed (concepts.result.AppliedLaw) gives its variables; none where it does not name them.

    Of a law that is written for several kinds of continuum, those of which there are so many.
    """
    more = (*OF_DEFORMATION.get(law.deformation, ()), *law.added)
    if law.relation in KITS:
        names = (*_of_kit(law.kit), *more)
        return names if len(names) <= count else ()
    if not law.sources:
        return (*getattr(BEHAVIOURS[law.relation], "internal_names", ()), *more)
    from pyaster_lite.mfront.law import source  # a language of its own, that few decks speak

    found = source(law.sources)
    kinds = [found.law(space).internal_names for space in found.spaces]
    return (*next((names for names in kinds if len(names) + len(more) == count), kinds[0]), *more)


def _of_kit(words):
    """The names of a porous medium's variables: those of the skeleton, of the density of the liquid, of what fills the pores."""
    skeleton = (name for word in words if word in BEHAVIOURS for name in BEHAVIOURS[word].internal_names)
    return (*skeleton, "RHOLIQ", *(name for word in words if word in FLUIDS for name in FLUIDS[word].internal_names))


def named(field, laws) -> ElementField | None:
    """A field of internal variables under their names; None where some of them have none."""
    owner = np.full(field.mesh.n_cells, -1)
    for index, law in enumerate(laws):
        owner[slice(None) if law.cells is None else law.cells] = index
    blocks = []
    for block in field.blocks:
        for index in np.unique(owner[block.cells]):
            rows, count = owner[block.cells] == index, len(block.components)
            names = names_of(laws[index], count) if index >= 0 else ()
            if len(names) < count:
                if np.nan_to_num(block.values[rows][..., len(names) :]).any():
                    return None
                names = (*names, *(f"VIDE_{i + 1}" for i in range(count - len(names))))
            blocks.append(ElementBlock(block.cells[rows], block.values[rows], names[:count], block.element, block.sub))
    return ElementField(field.mesh, field.quantity, field.location, blocks)


def variable_of(args, result, field):
    """The field of a result in which the component that the deck means is found: under names where it says NOM_VARI."""
    return field if args.get("NOM_VARI") is None else under_names(args, field, getattr(result, "laws", ()))


def under_names(args, field, laws) -> ElementField:
    """A field of internal variables under the names that NOM_VARI means; raises Refused where they are not known."""
    if not field.quantity.startswith("VARI"):
        raise args.wrong("NOM_VARI", f"a field of {field.quantity} has no internal variables")
    found = named(field, laws)
    if found is None:
        raise args.not_yet("NOM_VARI", "the names of these internal variables are not known")
    return found
