"""Functions of one parameter, given by points, and constants.

Two readers ask them for values, and code_aster answers each by its own rules (u4.31.02):
`evaluate` is what the mechanics asks, `__call__` what the Python of decks and the post-processing ask.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.function_operations import FunctionOperations
from pyaster_lite.fe.errors import ComputationFailed

MECHANICS_TOLERANCE = float(np.sqrt(np.finfo(float).eps))
DECK_TOLERANCE = 1.0e-6
TINY = np.finfo(float).eps


class OutsideDomain(ComputationFailed):
    """A function is asked for a value where it has none."""


class UnknownParameter(OutsideDomain):
    """A function (`what`, its kind and name) depends on a parameter that has no value where it is asked."""

    known_as = "CALCULEL6_62"

    def __init__(self, what: str, parameter: str):
        super().__init__(f"the {what} depends on {parameter}, which is not known here")


@dataclass(frozen=True)
class Properties:
    """How a function is read: names of its parameter and result, interpolation (abscissa, ordinate), extrapolation.

    An interpolation is LIN, LOG or NON (points only); left and right are EXCLU, CONSTANT or LINEAIRE.
    """

    parameter: str = "TOUTPARA"
    result: str = "TOUTRESU"
    interpolation: tuple[str, str] = ("LIN", "LIN")
    left: str = "EXCLU"
    right: str = "EXCLU"

    def as_dict(self) -> dict:
        """In the deck's words."""
        return {
            "INTERPOL": list(self.interpolation),
            "NOM_PARA": self.parameter,
            "NOM_RESU": self.result,
            "PROL_DROITE": self.right,
            "PROL_GAUCHE": self.left,
        }

    @classmethod
    def from_dict(cls, words: dict) -> Properties:
        """From the deck's words."""
        pair = words.get("INTERPOL", ("LIN",))
        pair = (pair,) if isinstance(pair, str) else tuple(pair)
        return cls(
            words.get("NOM_PARA", "TOUTPARA"),
            words.get("NOM_RESU", "TOUTRESU"),
            pair * 2 if len(pair) == 1 else pair,
            words.get("PROL_GAUCHE", "EXCLU"),
            words.get("PROL_DROITE", "EXCLU"),
        )

    def changed(self, **fields) -> Properties:
        """The same with other values for some fields."""
        return replace(self, **fields)

    @property
    def extrapolation(self) -> str:
        """Both sides in two letters, left first: EE, CL, ..."""
        return self.left[0] + self.right[0]


def between(wanted, x1, x2, y1, y2, pair, tolerance=0.0, name=""):
    """Values at `wanted` between points (x1, y1) and (x2, y2), all arrays of one shape.

    `pair` is the interpolation; a point is taken as it is within `tolerance` of the interval. Raises OutsideDomain where a
    logarithm would need a positive number, or where only the points are known (NON).
    """
    width = np.abs(x2 - x1)
    on_first, on_second = np.abs(wanted - x1) <= tolerance * width, np.abs(wanted - x2) <= tolerance * width
    free = ~(on_first | on_second)
    who = f"the function {name}" if name else "a function"
    if pair[0] == "NON" and free.any():
        raise OutsideDomain(f"{who} is known at its points only, not at {wanted[free][0]:.9g}")
    for group in [(x1, x2, wanted)] * (pair[0] == "LOG") + [(y1, y2)] * (pair[1] == "LOG"):
        low = np.min([np.real(values) for values in group], axis=0)
        bad = np.flatnonzero(free & (low < TINY))
        if bad.size:
            interval = f"between {x1[bad[0]]:.9g} and {x2[bad[0]]:.9g}"
            raise OutsideDomain(f"{who} cannot be interpolated with logarithms {interval}: not positive")
    with np.errstate(all="ignore"):
        if pair[0] == "LOG":
            wanted, x1, x2 = np.log(wanted), np.log(x1), np.log(x2)
        part = (wanted - x1) / (x2 - x1)
        found = np.exp(np.log(y1) + part * (np.log(y2) - np.log(y1))) if pair[1] == "LOG" else y1 + part * (y2 - y1)
    return np.where(on_first, y1, np.where(on_second, y2, found))


class Function(FunctionOperations, Concept):
    """y given at points x.

    x  (n,) real, ascending (a value may come twice: a jump); empty until `setValues` gives them
    y  (n,) real, or complex for a fonction_c
    """

    vectorised = True

    def __init__(self, x, y, properties: Properties = Properties(), name: str = ""):
        self.x = np.asarray(x, float)
        self.y = np.asarray(y)
        if self.y.dtype.kind != "c":
            self.y = self.y.astype(float)
        if self.x.shape != self.y.shape or self.x.ndim != 1:
            raise ComputationFailed(f"a function needs as many ordinates as abscissas, not {len(self.y)} for {len(self.x)}")
        self.properties = properties
        self.name = name

    @property
    def kind(self):
        """fonction_sdaster, or fonction_c when the values are complex."""
        return "fonction_c" if self.is_complex else "fonction_sdaster"

    @property
    def is_complex(self) -> bool:
        """Whether the values are complex."""
        return self.y.dtype.kind == "c"

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of what it depends on."""
        return (self.properties.parameter,)

    def evaluate(self, **values):
        """The value at INST=..., X=..., by name of parameter (scalar or array; others are ignored).

        Linear extrapolation is linear whatever the interpolation. Raises OutsideDomain beyond an EXCLU end (within
        sqrt(eps) of the last interval the end value holds), and where a logarithm would need a positive number.
        """
        return self._told(values, MECHANICS_TOLERANCE)

    def exactly(self, **values):
        """As evaluate, but only the very end has the end value: properties of heat are told so (rcfode)."""
        return self._told(values, 0.0)

    def _told(self, values, tolerance):
        word = self.properties.parameter
        if word not in values:
            raise UnknownParameter(f"function {self.name}", word)
        return self._at(values[word], tolerance, False)

    def __call__(self, value, tol: float = DECK_TOLERANCE):
        """The value at one abscissa or an array of them, points being met within `tol` of their interval."""
        return self._at(value, tol, True)

    def slope(self, values: np.ndarray) -> np.ndarray:
        """The derivative at `values`, of any shape: that of the interval, at a point of the function the one before it.

        Beyond an end it is zero or that of the last interval; OutsideDomain where the function ends there.
        """
        wanted = np.asarray(values, float)
        if len(self.x) < 2:
            return np.zeros(wanted.shape)
        self._refuse(wanted < self.x[0], wanted, self.properties.left)
        self._refuse(wanted > self.x[-1], wanted, self.properties.right)
        place = np.clip(np.searchsorted(self.x, wanted, "left") - 1, 0, len(self.x) - 2)
        found = (np.diff(self.y) / np.diff(self.x))[place]
        flat = ((wanted < self.x[0]) & (self.properties.left == "CONSTANT")) | (
            (wanted > self.x[-1]) & (self.properties.right == "CONSTANT")
        )
        return np.where(flat, 0.0, found)

    def _at(self, value, tolerance, deck_rules):
        if isinstance(value, (float, int)) and (found := self._at_one(float(value), tolerance, deck_rules)) is not None:
            return found
        wanted = np.asarray(value, float)
        flat = np.atleast_1d(wanted).ravel()
        found = self._single_point(flat, tolerance) if len(self.x) == 1 else self._lookup(flat, tolerance, deck_rules)
        return found[0].item() if wanted.ndim == 0 else found.reshape(wanted.shape)

    def _at_one(self, value, tolerance, deck_rules):
        """The same for one number between points that lines join, as most are: loads are asked for one instant after the other."""
        x, y = self.x, self.y
        if len(x) < 2 or not x[0] < value < x[-1] or y.dtype.kind == "c" or self.properties.interpolation != ("LIN", "LIN"):
            return None
        place = min(int(x.searchsorted(value, "left" if deck_rules else "right")) - 1, len(x) - 2)
        (x1, x2), (y1, y2) = x[place : place + 2].tolist(), y[place : place + 2].tolist()
        width = (x2 - x1) * tolerance if deck_rules else 0.0
        if value - x1 <= width:
            return y1
        return y2 if x2 - value <= width else y1 + (value - x1) / (x2 - x1) * (y2 - y1)

    def _single_point(self, wanted, tolerance):
        near = np.abs(wanted - self.x[0]) <= tolerance * np.abs(self.x[0])
        self._refuse((wanted < self.x[0]) & ~near, wanted, self.properties.left)
        self._refuse((wanted > self.x[0]) & ~near, wanted, self.properties.right)
        return np.full(wanted.shape, self.y[0])

    def _refuse(self, where, wanted, side):
        if side == "EXCLU" and where.any():
            raise self._outside(wanted[where][0])

    def _outside(self, value):
        who = f"the function {self.name}" if self.name else "a function"
        domain = f"{self.x[0]:.9g} <= {self.properties.parameter} <= {self.x[-1]:.9g}"
        return OutsideDomain(f"{who} is asked for its value at {value:.9g}, but is given for {domain} only")

    def _lookup(self, wanted, tolerance, deck_rules):
        x, y, p = self.x, self.y, self.properties
        if not deck_rules and p.interpolation == ("LIN", "LIN") and ((x[0] < wanted) & (wanted < x[-1])).all():
            # as most are asked: the rest below comes to the same, to the last digit
            place = np.searchsorted(x, wanted, "right") - 1
            first = y[place]
            return first + (wanted - x[place]) / (x[place + 1] - x[place]) * (y[place + 1] - first)
        if np.isnan(wanted).any():
            raise self._outside(np.nan)
        first, last = abs(x[1] - x[0]), abs(x[-1] - x[-2])
        at_first = np.abs(wanted - x[0]) <= tolerance * first
        at_last = np.abs(wanted - x[-1]) <= tolerance * last
        left = (wanted < x[0]) & ~at_first
        right = (wanted > x[-1]) & ~at_last
        self._refuse(left, wanted, p.left)
        self._refuse(right, wanted, p.right)
        inside = ~(left | right)
        place = np.searchsorted(x, wanted, "left" if deck_rules else "right") - 1
        place = np.clip(place, 0, len(x) - 2)
        found = np.empty(wanted.shape, y.dtype)
        pair = p.interpolation
        found[inside] = self._between(wanted[inside], place[inside], pair, tolerance if deck_rules else 0.0)
        ends = (left, p.left, 0), (right, p.right, len(x) - 2)
        for where, rule, interval in ends:
            if not where.any():
                continue
            if rule == "CONSTANT":
                found[where] = y[0] if interval == 0 and where is left else y[-1]
            else:
                pair = p.interpolation if deck_rules else ("LIN", "LIN")
                found[where] = self._between(wanted[where], np.full(where.sum(), interval), pair, 0.0)
        found[at_first & (wanted <= x[0])] = y[0]
        found[at_last & (wanted >= x[-1])] = y[-1]
        return found

    def _between(self, wanted, place, pair, tolerance):
        ends = self.x[place], self.x[place + 1], self.y[place], self.y[place + 1]
        return between(wanted, *ends, pair, tolerance, self.name)

    # what the Python of decks asks -------------------------------------------------------------------------------

    def Valeurs(self):
        """(abscissas, ordinates), or (abscissas, real parts, imaginary parts)."""
        if self.is_complex:
            return self.x.copy(), self.y.real.copy(), self.y.imag.copy()
        return self.x.copy(), self.y.copy()

    def Absc(self):
        """The abscissas."""
        return self.x.copy()

    def Ordo(self):
        """The ordinates, their real parts when complex."""
        return self.y.real.copy()

    def OrdoImg(self):
        """The imaginary parts."""
        return self.y.imag.copy()

    def getValues(self):
        """[x1, x2, ..., y1, y2, ...], a complex value being two numbers."""
        values = self.y.view(float) if self.is_complex else self.y
        return self.x.tolist() + values.tolist()

    def getValuesAsArray(self):
        """(n, 2) abscissa and ordinate, or (n, 3) abscissa, real and imaginary part."""
        return np.column_stack(self.Valeurs())

    def setValues(self, absc, ordo):
        """Replace the points; complex ordinates come as (real, imaginary, real, ...).

        A function that has points keeps their number. Raises ComputationFailed for another number of them.
        """
        ordo = np.asarray(ordo)
        if self.is_complex and ordo.dtype.kind != "c":
            if len(ordo) != 2 * len(absc):
                raise ComputationFailed(f"the length of the ordinates must be twice that of the abscissas, {len(absc)}, not {len(ordo)}")
            ordo = np.ascontiguousarray(ordo, float).view(complex)
        if len(ordo) != len(absc):
            raise ComputationFailed(f"the length of abscissas and ordinates must be equal, not {len(absc)} and {len(ordo)}")
        if len(self.x) not in (0, len(absc)):
            raise ComputationFailed(f"the function size is {len(self.x)}: it cannot become {len(absc)}")
        self.__init__(absc, ordo, self.properties, self.name)

    def size(self):
        """How many points."""
        return len(self.x)

    def Trace(self, FORMAT="TABLEAU"):
        """Print the points as a table."""
        if FORMAT != "TABLEAU":
            raise AttributeError(name=f"Trace(FORMAT={FORMAT!r})", obj=self)
        names = [self.properties.parameter, self.properties.result]
        names = [names[0], f"{names[1]}_R", f"{names[1]}_I"] if self.is_complex else names
        print("".join(f"{name:>14}" for name in names))
        print("\n".join("".join(f" {value:13.6e}" for value in row) for row in self.getValuesAsArray()))

    def Parametres(self):
        """The properties in the deck's words, as CALC_FONC_INTERP takes them."""
        return self.properties.as_dict()

    def getProperties(self):
        """[type, interpolation, parameter, result, extrapolation, name]."""
        p = self.properties
        return [self.type_word, " ".join(p.interpolation), p.parameter, p.result, p.extrapolation, self.inner_name()]

    @property
    def type_word(self) -> str:
        """FONCTION, FONCT_C or CONSTANT."""
        return "FONCT_C" if self.is_complex else "FONCTION"

    def setParameterName(self, name):
        """Rename the parameter."""
        self.properties = self.properties.changed(parameter=name)

    def setResultName(self, name):
        """Rename the result."""
        self.properties = self.properties.changed(result=name)

    def setInterpolation(self, type):
        """Such as "LIN LOG"; raises ComputationFailed for anything else."""
        pair = tuple(type.split())
        if len(pair) != 2 or not set(pair) <= {"LIN", "LOG", "NON"}:
            raise ComputationFailed(f"{type!r} is no interpolation: two words of LIN, LOG and NON are")
        self.properties = self.properties.changed(interpolation=pair)

    def setExtrapolation(self, type):
        """Such as "CE": left, right."""
        words = {"E": "EXCLU", "C": "CONSTANT", "L": "LINEAIRE"}
        self.properties = self.properties.changed(left=words[type[0]], right=words[type[1]])


class Constant(Function):
    """One value everywhere, whatever it is asked for."""

    def __init__(self, value: float, result: str = "TOUTRESU"):
        properties = Properties("TOUTPARA", result, ("LIN", "LIN"), "CONSTANT", "CONSTANT")
        super().__init__([1.0], [value], properties)

    @property
    def parameters(self):
        """It depends on nothing."""
        return ()

    def evaluate(self, **values):
        """The value, as an array of the shape of what is given."""
        shape = np.broadcast_shapes(*(np.shape(value) for value in values.values()))
        return np.full(shape, self.y[0]) if shape else self.y[0].item()

    exactly = evaluate

    @property
    def type_word(self):
        """CONSTANT."""
        return "CONSTANT"
