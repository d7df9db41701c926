"""What the directives of a file say of a law."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import inf

from lark import Tree

from .errors import MFrontError, Place
from .grammar import code_tree
from .outline import Directive, directives

ROLES = {
    "MaterialProperty": "properties",
    "StateVariable": "states",
    "AuxiliaryStateVariable": "auxiliaries",
    "LocalVariable": "locals",
    "ExternalStateVariable": "externals",
    "IntegrationVariable": "integration",
    "Gradient": "gradients",
    "ThermodynamicForce": "forces",
    "Input": "inputs",
    "Output": "outputs",
}
BLOCKS = frozenset(
    [
        "Integrator",
        "ComputeStress",
        "ComputeFinalStress",
        "InitLocalVariables",
        "Predictor",
        "TangentOperator",
        "PredictionOperator",
        "FlowRule",
        "Derivative",
        "UpdateAuxiliaryStateVariables",
        "Function",
    ]
)
OTHER_NAMES = {
    "Parser": "DSL",
    "InitLocalVars": "InitLocalVariables",
    "InitializeLocalVariables": "InitLocalVariables",
    "UpdateAuxiliaryStateVars": "UpdateAuxiliaryStateVariables",
    "ComputeThermodynamicForces": "ComputeStress",
    "ComputeFinalThermodynamicForces": "ComputeFinalStress",
    "IterMax": "MaximumNumberOfIterations",
    "RequireStiffnessOperator": "RequireStiffnessTensor",
    "ModellingHypothesis": "ModellingHypotheses",
    "ConvergenceCriterion": "Epsilon",
    "AuxiliaryStateVar": "AuxiliaryStateVariable",
    "ExternalStateVar": "ExternalStateVariable",
    "StateVar": "StateVariable",
    "LocalVar": "LocalVariable",
    "Coef": "MaterialProperty",
    "Flux": "ThermodynamicForce",
    "StaticVariable": "Parameter",
    "IntegerConstant": "Parameter",
}
WITHOUT_EFFECT = frozenset(
    (
        *("Author", "Date", "Description", "Includes", "Library", "Interface", "UseQt", "Profiling"),
        *("CompareToNumericalJacobian", "JacobianComparisonCriterion", "PerturbationValueForNumericalJacobianComputation"),
        *("TangentOperatorBlocks", "ProvidesTangentOperator", "ProvidesSymmetricTangentOperator", "IsTangentOperatorSymmetric"),
        *("IsotropicBehaviour", "IsotropicElasticBehaviour", "UsableInPurelyImplicitResolution", "MinimalTimeStepScalingFactor"),
        *("MaximalTimeStepScalingFactor", "APrioriTimeStepScalingFactor", "APosterioriTimeStepScalingFactor", "InitJacobian"),
        *("MaximumIncrementValuePerIteration", "Sources", "Link"),
    )
)
"""What changes no result: remarks, libraries, ways of numbers to it."""
INTERFACES = ("Abaqus", "Ansys", "Aster", "CalculiX", "Castem", "Cyrano", "DianaFEA", "Europlexus", "Generic", "UMAT")
"""How directives begin that are for one program alone."""
OPTIONS = ("parameters_", "default_out_of_bounds_policy", "out_of_bounds_policy_", "build_identifier", "overriding_parameters")
"""How options of a DSL begin that change no result."""
TEMPERATURE = "automatic_declaration_of_the_temperature_as_first_external_state_variable"


@dataclass
class Variable:
    """A declared variable: its type as a tree or as a word (a number without), how many where it is an array, its name for others."""

    name: str
    place: Place
    kind: Tree | None = None
    count: int | None = None
    space: str | None = None
    entry: str | None = None
    value: Tree | None = None
    word: str | None = None

    @property
    def known_as(self) -> str:
        """The name that others know it by."""
        return self.entry or self.name


@dataclass(frozen=True)
class Bound:
    """Between which values a variable stays; beyond those of physics no law goes."""

    name: str
    low: float
    high: float
    physical: bool
    place: Place


@dataclass
class Description:
    """All that a file says.

    dsl        its DSL;  law  the name of the law;  material  what it is of, where it says
    variables  lists of Variable by role (the values of ROLES)
    parameters  the values of the Variable that @Parameter gives
    elastic    the trees of the numbers of @ElasticMaterialProperties or @ComputeStiffnessTensor
    numbers    theta, epsilon and the number of tries, where they are given
    blocks     the directives of code in order;  brick  that of @Brick
    bounds     those of variables
    needed     the files of the laws of materials that it calls, and where it says so
    heated     whether the temperature is declared by itself
    """

    file: str
    dsl: str = ""
    law: str = ""
    material: str = ""
    place: Place | None = None
    variables: dict[str, list[Variable]] = field(default_factory=lambda: {role: [] for role in ROLES.values()})
    parameters: list[Variable] = field(default_factory=list)
    numbers: dict[str, float] = field(default_factory=dict)
    algorithm: str | None = None
    hypotheses: tuple[str, ...] = ()
    blocks: list[Directive] = field(default_factory=list)
    brick: Directive | None = None
    bounds: list[Bound] = field(default_factory=list)
    needed: list[tuple[str, Place]] = field(default_factory=list)
    orthotropic: bool = False
    stiff: bool = False
    elastic: list[Tree] = field(default_factory=list)
    heated: bool = True

    def named(self, name: str) -> Variable | None:
        """The variable of a name."""
        everyone = [*self.parameters, *(each for group in self.variables.values() for each in group)]
        return next((each for each in everyone if each.name == name), None)


def read(file: str, text: str) -> Description:
    """The description that a text is; MFrontError where it cannot be understood."""
    found = Description(file)
    for directive in directives(text, file):
        _take(found, directive)
    if not found.dsl:
        if not found.law:
            raise MFrontError("there is no @DSL and no @Behaviour here", Place(file, 1, 1))
        found.dsl, found.place = "Default", Place(file, 1, 1)
    for each in found.parameters:
        if each.value is None:
            raise MFrontError(f"the parameter {each.name} is given no value", each.place)
    return found


def _take(found, directive):
    name = OTHER_NAMES.get(directive.name, directive.name)
    if not name:
        _more(found, directive)
    elif name in ROLES:
        found.variables[ROLES[name]] += _variables(directive, found)
    elif name in BLOCKS:
        if directive.block is None:
            raise MFrontError(f"@{directive.name} has no block", directive.place)
        found.blocks.append(directive)
    elif name not in WITHOUT_EFFECT and not name.startswith(INTERFACES):
        action = _ACTIONS.get(name)
        if action is None:
            raise MFrontError(f"there is no directive @{directive.name} yet", directive.place, missing=True)
        action(found, directive)


def _variables(directive, found):
    known = {each.name: each.value for each in found.parameters}
    tree = code_tree(directive.words, "variables", directive.at)
    kind = next((child for child in tree.children if child.data == "type"), None)
    space = directive.options[0] if directive.options else None
    result = []
    for child in tree.children:
        if child.data != "declarator":
            continue
        name, *rest = child.children
        count = value = None
        for part in rest:
            if part.data == "count":
                count = int(_number(part.children[0], directive, known))
            else:
                value = part
        place = Place(directive.at.file, name.line, name.column)
        result.append(Variable(str(name), place, kind, count, space, value=value))
    return result


def _number(tree, directive, known=None) -> float:
    """The number that a tree is, or the constant that it names."""
    sign = 1.0
    if known and tree.data == "qualified" and known.get(str(tree.children[-1].children[0])) is not None:
        return known[str(tree.children[-1].children[0])]
    if tree.data == "binary" and tree.children[1] in "+-*":
        left, right = (_number(tree.children[k], directive, known) for k in (0, 2))
        return {"+": left + right, "-": left - right, "*": left * right}[str(tree.children[1])]
    if tree.data == "signed":
        sign = -1.0 if tree.children[0] == "-" else 1.0
        tree = tree.children[1]
    if tree.data == "arguments" and len(tree.children) == 1:
        return _number(tree.children[0], directive, known)
    if tree.data != "number":
        raise MFrontError("a number is wanted here", directive.at)
    return sign * float(str(tree.children[0]).rstrip("uUlLfF").replace("'", ""))


def _parameter(found, directive):
    for each in _variables(directive, found):
        each.value = None if each.value is None else _number(each.value, directive)
        if directive.name == "IntegerConstant" and each.value is not None:
            each.value = int(each.value)
        if each.name in ("theta", "epsilon"):
            found.numbers[each.name] = each.value
        else:
            found.parameters.append(each)


def _elastic(found, directive):
    """Numbers, or words of a map that gives them in their order."""
    parts = [part.rpartition(":")[2] if ":" in part else part for part in (directive.block or "").split(",")]
    for part in parts:
        if part.strip().startswith('"'):
            raise MFrontError("laws of materials are not asked for elasticities yet", directive.place, missing=True)
    if len(parts) not in (2, 9):
        raise MFrontError("two numbers are wanted here, or nine", directive.place)
    found.elastic = [code_tree(part, "expression", directive.inside) for part in parts]
    found.stiff = found.stiff or directive.name == "ComputeStiffnessTensor"


def _more(found, directive):
    """NAME.setEntryName("..."): how others know a variable."""
    head, _, call = directive.words.partition("(")
    name, _, method = head.rpartition(".")
    name = name.rpartition("::")[2].strip()
    variable = found.named(name)
    if variable is None:
        raise MFrontError(f"{name} is not declared", directive.place)
    if method.strip() in ("setEntryName", "setGlossaryName"):
        variable.entry = call.strip().rstrip(")").strip().strip('"')
    elif method.strip() == "setDefaultValue" and variable in found.parameters:
        variable.value = float(call.strip().rstrip(")").replace("'", ""))
    else:
        raise MFrontError(f"there is no {method.strip()} yet", directive.place, missing=True)


def _dsl(found, directive):
    found.dsl, found.place = directive.words.strip(), directive.at
    for option in (directive.block or "").split(","):
        name, _, value = (part.strip() for part in option.partition(":"))
        if name == TEMPERATURE:
            found.heated = value == "true"
        elif name and not name.startswith(OPTIONS):
            raise MFrontError(f"the option {name} of a DSL is not there yet", directive.inside, missing=True)


def _named(attribute):
    def take(found, directive):
        setattr(found, attribute, directive.words.strip())

    return take


def _counted(name):
    def take(found, directive):
        try:
            found.numbers[name] = float(directive.words)
        except ValueError:
            raise MFrontError("a number is wanted here", directive.at) from None

    return take


def _listed(directive):
    """The words of a directive: those of its block, or those that it says."""
    text = directive.words if directive.block is None else directive.block
    return [word.strip().strip('"') for word in text.split(",") if word.strip()]


def _hypotheses(found, directive):
    found.hypotheses = tuple(_listed(directive))


def _needed(found, directive):
    found.needed += [(name, directive.place) for name in _listed(directive)]


def _flag(attribute):
    def take(found, directive):
        setattr(found, attribute, True)

    return take


def _bounds(found, directive):
    """NAME in [low:high], * where there is no end."""
    read = re.fullmatch(r"\s*(\w+)\s+in\s*[\[\]]\s*([^:]+?)\s*:\s*(.+?)\s*[\[\]]\s*", directive.words)
    if read is None:
        raise MFrontError("a variable in [low:high] is wanted here", directive.at)
    try:
        low, high = (open_ if text == "*" else float(text) for text, open_ in ((read[2], -inf), (read[3], inf)))
    except ValueError:
        raise MFrontError("bounds are numbers or *", directive.at) from None
    found.bounds.append(Bound(read[1], low, high, directive.name == "PhysicalBounds", directive.at))


def _numerical(found, directive):
    """Where some rates are told by differences, all are."""
    found.algorithm = "NewtonRaphson_NumericalJacobian"


def _brick(found, directive):
    if found.brick is not None:
        raise MFrontError("a law has one brick", directive.place)
    found.brick = directive


_ACTIONS = {
    "DSL": _dsl,
    "Behaviour": _named("law"),
    "Law": _named("law"),
    "Material": _named("material"),
    "Algorithm": _named("algorithm"),
    "Theta": _counted("theta"),
    "Epsilon": _counted("epsilon"),
    "MaximumNumberOfIterations": _counted("tries"),
    "ModellingHypotheses": _hypotheses,
    "MaterialLaw": _needed,
    "Parameter": _parameter,
    "OrthotropicBehaviour": _flag("orthotropic"),
    "RequireStiffnessTensor": _flag("stiff"),
    "Bounds": _bounds,
    "PhysicalBounds": _bounds,
    "Brick": _brick,
    "ElasticMaterialProperties": _elastic,
    "ComputeStiffnessTensor": _elastic,
    "NumericallyComputedJacobianBlocks": _numerical,
}
