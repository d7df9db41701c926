"""What every DSL does: its variables, its names, its blocks of code."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import reduce
from math import prod

import numpy as np

from ..code import Frame, compiled
from ..description import OTHER_NAMES, Description, Variable
from ..errors import MFrontError
from ..expressions import Expressions
from ..functions import elasticity
from ..space import Space, made
from ..values import Tensor

DSLS: dict[str, type[Dsl]] = {}
"""By each of the words of @DSL."""
ELASTIC, SECANT, TANGENT, CONSISTENT = "ELASTIC", "SECANTOPERATOR", "TANGENTOPERATOR", "CONSISTENTTANGENTOPERATOR"
OPERATORS = {"ELASTIC": 1, "SECANTOPERATOR": 2, "TANGENTOPERATOR": 3, "CONSISTENTTANGENTOPERATOR": 4}
"""The tangents that a block may be asked for, and the numbers that stand for them."""
ENDS = {"SUCCESS": True, "FAILURE": False}
ORTHOTROPIC = [
    "YoungModulus1",
    "YoungModulus2",
    "YoungModulus3",
    "PoissonRatio12",
    "PoissonRatio23",
    "PoissonRatio13",
    "ShearModulus12",
    "ShearModulus23",
    "ShearModulus13",
]
ISOTROPIC = ["YoungModulus", "PoissonRatio"]


def registers(*words):
    """A class decorator: the DSL behind these words."""

    def enter(kind):
        DSLS.update(dict.fromkeys(words, kind))
        return kind

    return enter


@dataclass
class Step:
    """What a step brings to the points, (np, ...) each.

    before, after  the gradients at both ends;  stress, internal  the forces and the variables at its start
    properties     the numbers of the material;  around  what surrounds the points at both ends, (before, after) by name
    length         how long it lasts;  operator  which tangent is wanted
    """

    before: np.ndarray
    after: np.ndarray
    stress: np.ndarray
    internal: np.ndarray
    properties: np.ndarray
    around: dict
    length: float
    operator: str = CONSISTENT


@dataclass
class Answer:
    """Forces, variables, tangent and, where some points have no answer, which."""

    stress: np.ndarray
    internal: np.ndarray
    tangent: np.ndarray
    failed: np.ndarray | None = None


@dataclass
class Slot:
    """A variable in an array of numbers of points: where it starts, its own axes, how many it is where it is an array."""

    variable: Variable
    start: int
    axes: tuple[int, ...]
    count: int | None

    @property
    def each(self) -> int:
        """How many numbers one value is."""
        return prod(self.axes)

    @property
    def stop(self) -> int:
        """The first number after it."""
        return self.start + self.each * (self.count or 1)

    def value(self, numbers):
        """Its value in an array (..., n)."""
        values = [self._one(numbers, self.start + k * self.each) for k in range(self.count or 1)]
        return values if self.count else values[0]

    def _one(self, numbers, first):
        if not self.axes:
            return numbers[..., first]
        part = numbers[..., first : first + self.each]
        return Tensor(part.reshape(part.shape[:-1] + self.axes), len(self.axes))

    def write(self, value, numbers):
        """Its value into an array (..., n)."""
        for k, one in enumerate(value if self.count else [value]):
            first = self.start + k * self.each
            if not self.axes:
                numbers[..., first] = one
            else:
                flat = one.values.reshape(one.values.shape[: one.values.ndim - len(self.axes)] + (-1,))
                numbers[..., first : first + self.each] = flat

    def labels(self, space: Space):
        """code_aster's names of its numbers."""
        name = self.variable.known_as
        suffixes = [""] if not self.axes else ["XX", "YY", "ZZ", "XY", "XZ", "YZ"] if self.axes == (space.size,) else None
        if suffixes is None:
            suffixes = [f"{k + 1:02d}" for k in range(self.each)]
        for k in range(self.count or 1):
            own = f"{name}[{k}]" if self.count else name
            yield from (f"{own[:14]}{suffix}" if suffix else own[:16] for suffix in suffixes[: self.each])


def added(left, right):
    """The sum of two values, arrays of values included."""
    return [added(a, b) for a, b in zip(left, right)] if isinstance(left, list) else left + right


def scaled(value, factor):
    """The product with a number, of arrays of values too."""
    return [scaled(each, factor) for each in value] if isinstance(value, list) else value * factor


def either(*masks):
    """The points that any of the masks names; None of them names none."""
    found = [mask for mask in masks if mask is not None]
    return reduce(np.logical_or, found) if found else None


class _Material(Expressions):
    """Expressions over given names."""

    def __init__(self, space, names, file):
        super().__init__(space, {}, file)
        self._names = names

    def known(self, name):
        """A name that is given."""
        return name if name in self._names else None


class Dsl:
    """A law as its description tells it, in a space.

    method  by which the elements of its kind ask laws (see behaviours): "integrate", "separate", "driven"
    symmetric  whether its tangent is;  large  whether its strains are those of Green
    theta   the share of a step at whose end the code looks, where the file does not say
    """

    method, symmetric, large = "integrate", False, False
    theta, epsilon, tries = 0.5, 1e-8, 100
    own_properties: tuple[str, ...] = ()
    own_states: tuple[tuple[str, str, str], ...] = ()
    needed_blocks: tuple[str, ...] = ()

    def __init__(self, description: Description, space: Space, functions=None):
        self.description, self.space, self.functions = description, space, functions or {}
        self._types = Expressions(space, {}, description.file)
        numbers = description.numbers
        self.theta, self.epsilon = numbers.get("theta", self.theta), numbers.get("epsilon", self.epsilon)
        self.tries = int(numbers.get("tries", self.tries))
        self.parameters = {each.name: each.value for each in description.parameters}
        self.properties = self.laid_out(self.declared_properties())
        self.prepared()
        self.unknowns = self.laid_out(self.declared_unknowns())
        self.internal = self.laid_out([slot.variable for slot in self.unknowns if self.kept(slot)] + self.of("auxiliaries"))
        self.locals = self.laid_out(self.of("locals"))
        self.externals = self.declared_externals()
        self.blocks = self.compiled_blocks()
        for bound in description.bounds:
            if bound.name not in self.known_names():
                raise MFrontError(f"{bound.name} is not known here", bound.place)
        for word in self.needed_blocks:
            if word not in self.blocks:
                raise MFrontError(f"a law of {description.dsl} needs a block @{word}", description.place)

    def within(self, epsilon: float | None, tries: int | None) -> Dsl:
        """The law with another precision or another number of tries, where they are given."""
        other = copy(self)
        other.epsilon = self.epsilon if epsilon is None else epsilon
        other.tries = self.tries if tries is None else tries
        return other

    # what there is -------------------------------------------------------------------------------------------------

    def of(self, role) -> list[Variable]:
        """The variables of a role that are there in this space."""
        return [each for each in self.description.variables[role] if each.space in (None, self.space.hypothesis)]

    def prepared(self):
        """What is to be read before unknowns are told."""

    def code_of(self, tree):
        """A function of the names that gives the value of an expression over what the material gives."""
        if tree.data in ("text", "named", "map", "list"):
            raise MFrontError("an expression is wanted here", self._types.place(tree))
        names = {slot.variable.name for slot in self.properties} | set(self.parameters)
        value = _Material(self.space, names, self.description.file).expression(tree)
        return lambda found: value(Frame(found))

    def own(self, name, kind=None, entry=None) -> Variable:
        """A variable that the DSL declares by itself, of the type of a word."""
        return Variable(name, self.description.place, entry=entry, word=kind)

    def laid_out(self, variables) -> list[Slot]:
        """One after the other."""
        slots, start = [], 0
        for variable in variables:
            axes = self.space.axes(variable.word) if variable.word else variable.kind and self._types.axes(variable.kind)
            slots.append(Slot(variable, start, axes or (), variable.count))
            start = slots[-1].stop
        return slots

    def declared_properties(self):
        """Those of the file, then those of the elasticity that it wants."""
        result = self.of("properties")
        if self.wants_stiffness():
            shears = 9 if self.space.dimension == 3 else 7
            words = ORTHOTROPIC[:shears] if self.description.orthotropic else ISOTROPIC
            result = [*(self.own(word) for word in words), *result]
        return result

    def wants_stiffness(self) -> bool:
        """Whether the material gives an elasticity besides."""
        return self.description.stiff and not self.description.elastic

    def declared_unknowns(self):
        """Those of the DSL, then the file's."""
        return [*(self.own(*each) for each in self.own_states), *self.of("states"), *self.of("integration")]

    def kept(self, slot) -> bool:
        """Whether an unknown stays from one step to the next."""
        return slot.variable not in self.description.variables["integration"]

    def declared_externals(self):
        """The temperature where it is, then the file's."""
        first = [self.own("T", entry="Temperature")] if self.description.heated else []
        return [*first, *self.of("externals")]

    @property
    def internal_size(self) -> int:
        """How many numbers a point keeps."""
        return self.internal[-1].stop if self.internal else 0

    @property
    def internal_names(self) -> tuple[str, ...]:
        """code_aster's names of them."""
        return tuple(label for slot in self.internal for label in slot.labels(self.space)) or ("VIDE",)

    @property
    def property_count(self) -> int:
        """How many numbers the material gives."""
        return self.properties[-1].stop if self.properties else 0

    # code ----------------------------------------------------------------------------------------------------------

    def known_names(self) -> set[str]:
        """What blocks may say."""
        groups = (self.properties, self.unknowns, self.internal, self.locals)
        names = {slot.variable.name for group in groups for slot in group} | set(self.parameters)
        names |= {f"d{slot.variable.name}" for slot in self.unknowns}
        for each in self.externals:
            names |= {each.name, f"d{each.name}"}
        return names | {"dt", "theta", "epsilon", "smt", "Dt", "computeTangentOperator_", *OPERATORS, *ENDS} | self.more_names()

    def more_names(self) -> set[str]:
        """Those of the DSL itself."""
        return set()

    def compiled_blocks(self) -> dict:
        """The blocks that are there in this space, by their directive: the last of each, those that are appended behind it."""
        known, result = self.known_names(), {}
        for directive in self.description.blocks:
            spaces = [
                option for option in directive.options if option in ("PlaneStress", "PlaneStrain", "Axisymmetrical", "Tridimensional")
            ]
            if spaces and self.space.hypothesis not in spaces:
                continue
            name = OTHER_NAMES.get(directive.name, directive.name)
            block = compiled(directive.block, directive.inside, self.space, known, self.functions)
            if "Append" in directive.options and name in result:
                block.steps[:0] = result[name].steps
                block.sets |= result[name].sets
            result[name] = block
        return result

    def base_names(self, step: Step) -> dict:
        """The values that all blocks see at the start of a step."""
        names = dict(self.parameters, **OPERATORS, **ENDS)
        names |= {slot.variable.name: slot.value(step.properties) for slot in self.properties}
        names |= {slot.variable.name: self.empty(slot) for slot in self.locals}
        names |= {slot.variable.name: slot.value(step.internal) for slot in self.internal}
        shape = step.internal.shape[:-1]
        for each in self.externals:
            before, after = step.around.get(each.known_as, (np.zeros(shape), np.zeros(shape)))
            names |= {each.name: before, f"d{each.name}": after - before}
        names |= dict(dt=step.length, theta=self.theta, epsilon=self.epsilon, smt=OPERATORS[step.operator], computeTangentOperator_=True)
        names["Dt"] = made((self.space.size, self.space.size))
        return names

    def beyond(self, step: Step, strict: bool) -> str | None:
        """The first variable that some point starts with outside its bounds, None where there is none; not `strict`: of physics alone."""
        watched = [bound for bound in self.description.bounds if bound.physical or strict]
        names = self.base_names(step) if watched else {}
        for bound in watched:
            value = names.get(bound.name, 0.0)
            for one in value if isinstance(value, list) else [value]:
                one = one.values if isinstance(one, Tensor) else np.asarray(one)
                if bound.name in names and not ((one >= bound.low) & (one <= bound.high)).all():
                    return bound.name
        return None

    @staticmethod
    def empty(slot):
        """A value of nothing but zeros."""
        return [made(slot.axes)] * slot.count if slot.count else made(slot.axes)

    def run(self, word, names):
        """Run a block where there is one: the points that it says to have failed, None where none did."""
        return self.blocks[word].run(names).failed if word in self.blocks else None

    def run_through(self, names):
        """Run the blocks of a law that is all written out, one after the other: the points that they say to have failed."""
        return either(
            *(self.run(word, names) for word in ("InitLocalVariables", "Integrator", "UpdateAuxiliaryStateVariables", "TangentOperator"))
        )

    def stiffness(self, names) -> Tensor:
        """The elasticity that the file wants, of the numbers that it or the material gives."""
        if self.description.elastic:
            values = [self.code_of(tree)(names) for tree in self.description.elastic]
        else:
            values = [names[word] for word in (ORTHOTROPIC if self.description.orthotropic else ISOTROPIC) if word in names]
        if len(values) == 2:
            young, poisson = values
            return elasticity(self.space, young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson)))
        e1, e2, e3, n12, n23, n13, *shears = values
        supple = np.zeros((*np.shape(e1), self.space.size, self.space.size))
        for i, modulus in enumerate((e1, e2, e3)):
            supple[..., i, i] = 1.0 / modulus
        for (i, j), ratio, modulus in (((0, 1), n12, e1), ((1, 2), n23, e2), ((0, 2), n13, e1)):
            supple[..., i, j] = supple[..., j, i] = -ratio / modulus
        for i, shear in enumerate(shears[: self.space.size - 3]):
            supple[..., 3 + i, 3 + i] = 1.0 / (2.0 * shear)
        return Tensor(np.linalg.inv(supple), 2)

    def written(self, names) -> np.ndarray:
        """The numbers (np, nv) that points keep."""
        shape = np.broadcast_shapes(*(np.shape(self._first(names[slot.variable.name])) for slot in self.internal)) if self.internal else ()
        result = np.zeros((*shape, self.internal_size))
        for slot in self.internal:
            slot.write(names[slot.variable.name], result)
        return result

    @staticmethod
    def _first(value):
        """The array over points behind a value."""
        while isinstance(value, list):
            value = value[0]
        return value.values[(..., *(0,) * value.order)] if isinstance(value, Tensor) else value

    def integrate(self, step: Step) -> Answer:
        """The answer to a step."""
        raise NotImplementedError
