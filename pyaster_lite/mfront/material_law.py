"""MaterialLaw: a property of a material as a function of numbers, which the laws of others call by `Material_Law`."""

from __future__ import annotations

from .code import compiled
from .description import Description
from .errors import MFrontError, Place
from .space import SPACES


def function_of(description: Description) -> dict:
    """The function by its name; MFrontError where the file tells none."""
    place = description.place or Place(description.file, 1, 1)
    directive = next((each for each in description.blocks if each.name == "Function"), None)
    outputs = [each.name for each in description.variables["outputs"]]
    if description.dsl != "MaterialLaw" or directive is None or len(outputs) != 1:
        raise MFrontError("a law of a material has DSL MaterialLaw, one @Output and a @Function", place)
    inputs = [each.name for each in description.variables["inputs"]]
    fixed = {each.name: each.value for each in description.parameters}
    block = compiled(directive.block, directive.inside, SPACES["Tridimensional"], {*inputs, *outputs, *fixed})
    name = f"{description.material}_{description.law}" if description.material else description.law

    def function(*values):
        if len(values) != len(inputs):
            raise TypeError(f"{name} takes {len(inputs)} numbers")
        return block.run(fixed | dict(zip(inputs, values))).names[outputs[0]]

    return {name: function}
