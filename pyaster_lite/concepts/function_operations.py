"""Operations on functions (u4.32.04), under the names that the Python of decks uses."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

_PRIMITIVE_OF = {"VITE": "DEPL", "ACCE": "VITE"}
_DERIVATIVE_OF = {"DEPL": "VITE", "VITE": "ACCE"}


class FunctionOperations:
    """What functions of one parameter can do with themselves and with each other; results are new functions."""

    def with_points(self, x, y, **changes):
        """A function of the same reading at other points; `changes` are fields of Properties."""
        from pyaster_lite.concepts.function import Function

        return Function(x, y, self.properties.changed(**changes))

    def with_properties(self, properties):
        """The same points read otherwise."""
        from pyaster_lite.concepts.function import Function

        return Function(self.x, self.y, properties)

    @property
    def vale_x(self):
        """The abscissas."""
        return self.x

    @property
    def vale_y(self):
        """The ordinates."""
        return self.y

    @property
    def para(self):
        """The properties in the deck's words."""
        return self.properties.as_dict()

    @property
    def values(self):
        """(n, 2) or (n, 3): abscissas and ordinates."""
        return self.getValuesAsArray()

    def convert(self, arg="real"):
        """The function itself, or of a complex one its "real" or "imag" part, "modul", "phase" (degrees) or "complex"."""
        if not self.is_complex:
            return self.with_points(self.x, self.y.astype(complex)) if arg == "complex" else self
        parts = {"real": np.real, "imag": np.imag, "modul": np.abs, "complex": np.array}
        parts["phase"] = lambda y: np.angle(y, deg=True)
        return self.with_points(self.x, parts[arg](self.y))

    def tabul(self):
        """[x1, y1, x2, y2, ...]"""
        return np.column_stack(self.Valeurs()).ravel().tolist()

    def evalfonc(self, abscissas):
        """The function at other abscissas."""
        return self.with_points(abscissas, self(np.asarray(abscissas, float)))

    def abs(self):
        """The absolute values; an extrapolation that was linear is no longer allowed."""
        sides = {side: "EXCLU" for side in ("left", "right") if getattr(self.properties, side) == "LINEAIRE"}
        return self.with_points(self.x, np.abs(self.y), **sides)

    def common_support(self, other):
        """(x, left, right): every abscissa of both where both are known, and the extrapolation beyond.

        An end reaches as far as either function when the shorter one may be extrapolated, else as far as both.
        """
        first_left, last_left = (self, other) if other.x[0] > self.x[0] else (other, self)
        left = first_left if last_left.properties.left != "EXCLU" else last_left
        first_right, last_right = (self, other) if self.x[-1] > other.x[-1] else (other, self)
        right = first_right if last_right.properties.right != "EXCLU" else last_right
        x = np.unique(np.clip(np.concatenate((self.x, other.x)), left.x[0], right.x[-1]))
        return x, left.properties.left, right.properties.right

    def _combine(self, other, operation):
        if isinstance(other, FunctionOperations):
            x, left, right = self.common_support(other)
            return self.with_points(x, operation(self(x), other(x)), left=left, right=right)
        return self.with_points(self.x, operation(self.y, other))

    def __add__(self, other):
        return self._combine(other, np.add)

    def __sub__(self, other):
        return self._combine(other, np.subtract)

    def __mul__(self, other):
        return self._combine(other, np.multiply)

    __rmul__ = __mul__
    __radd__ = __add__

    def __getitem__(self, inner):
        """The composition x -> self(inner(x)), at the points of the inner function."""
        if inner.properties.result != self.properties.parameter:
            what = f"{inner.properties.result} where {self.properties.parameter} is needed"
            raise ComputationFailed(f"the functions cannot be composed: the inner one gives {what}")
        return self.with_points(inner.x, self(inner.y), parameter=inner.properties.parameter)

    def _derived_name(self, names):
        return names.get(self.properties.result[:4], self.properties.result)

    def intervals(self) -> np.ndarray:
        """(n - 1,) the intervals between the abscissas; raises ComputationFailed for a function of one point."""
        if len(self.x) < 2:
            raise ComputationFailed(f"{self.name or 'the function'} has one point: two at least are needed here")
        return np.diff(self.x)

    def trapeze(self, coef=0.0):
        """The primitive by trapezes, worth `coef` at the first point."""
        steps = (self.y[1:] + self.y[:-1]) / 2 * np.diff(self.x)
        y = np.cumsum(np.concatenate(([coef], steps)))
        return self.with_points(self.x, y, left="EXCLU", right="EXCLU", result=self._derived_name(_PRIMITIVE_OF))

    def simpson(self, coef=0.0):
        """The primitive by Simpson's rule over every two intervals, equal or not, worth `coef` at the first point.

        Points of even and of odd number make two chains; the second starts with one trapeze. Over h1 and h2 the
        weights are (h1 + h2)/6 times 2 - h2/h1, 2 + (h2 - h1)^2/(h1 h2), 2 - h1/h2 as code_aster has them (function_py);
        those of the rule itself would have 4 in the middle.
        """
        h = self.intervals()
        h1, h2 = h[:-1], h[1:]
        even = (h1 == 0) | (h2 == 0)
        even |= np.abs(h2 - h1) <= 1e-4 * np.abs(h1)
        with np.errstate(all="ignore"):
            weights = np.where(even, [[1.0], [4.0], [1.0]], [2 - h2 / h1, 2 + (h2 - h1) ** 2 / (h1 * h2), 2 - h1 / h2])
        terms = (h1 + h2) / 6 * (weights[0] * self.y[:-2] + weights[1] * self.y[1:-1] + weights[2] * self.y[2:])
        y = np.empty_like(self.y)
        y[0::2] = np.cumsum(np.concatenate(([coef], terms[0::2])))
        y[1::2] = np.cumsum(np.concatenate(([coef + (self.y[0] + self.y[1]) * h[0] / 2], terms[1::2])))
        return self.with_points(self.x, y, left="EXCLU", right="EXCLU", result=self._derived_name(_PRIMITIVE_OF))

    def derive(self):
        """The derivative: inside, the mean of both slopes weighted by their intervals; at the ends, the slope there."""
        steps = self.intervals()
        slopes = np.diff(self.y) / steps
        inner = (slopes[1:] * steps[1:] + slopes[:-1] * steps[:-1]) / (steps[1:] + steps[:-1])
        y = np.concatenate((slopes[:1], inner, slopes[-1:]))
        return self.with_points(self.x, y, left="EXCLU", right="EXCLU", result=self._derived_name(_DERIVATIVE_OF))

    def inverse(self):
        """The inverse function of a monotonic one; a constant extrapolation has no inverse and becomes EXCLU."""
        p = self.properties
        x, y = (self.y, self.x) if (np.diff(self.y) >= 0).all() else (self.y[::-1], self.x[::-1])
        if not (np.diff(x) >= 0).all():
            raise ComputationFailed(f"the function {self.name} has no inverse: it is not monotonic")
        sides = {side: "EXCLU" for side in ("left", "right") if getattr(p, side) == "CONSTANT"}
        return self.with_points(x, y, result="TOUTRESU", interpolation=p.interpolation[::-1], **sides)

    def suppr_tend(self):
        """Without its slope, and less what code_aster takes for the level of its regression line.

        code_aster sums abscissas where the ordinates are meant (function_py): the level is not that of the line.
        """
        n, x, xx, xy = len(self.x), self.x.sum(), self.x @ self.x, self.x @ self.y
        slope = (n * xy - x * self.y.sum()) / (n * xx - x * x)
        level = x * (xx - xy) / (n * xx - x * x)
        return self.with_points(self.x, self.y - slope * self.x - level)

    def normel2(self):
        """The L2 norm, by trapezes."""
        return float(np.sqrt((self * self).trapeze(0.0).y[-1]))

    def extreme(self):
        """{"min": [[x, y], ...], "max": [[x, y], ...]}: every point where the least and the greatest ordinate is met."""
        found = {}
        for word, value in (("min", self.y.min()), ("max", self.y.max())):
            found[word] = [[x, value] for x in sorted(self.x[self.y == value])]
        return found

    def cut(self, low, high, precision, criterion="RELATIF"):
        """The piece between two abscissas, which become its ends; points within the precision of them are dropped."""
        widths = [precision * (abs(end) if criterion == "RELATIF" else 1.0) for end in (low, high)]
        near_low, near_high = np.abs(self.x - low) <= widths[0], np.abs(self.x - high) <= widths[1]
        i = int(np.argmax(near_low)) + 1 if near_low.any() else int(np.searchsorted(self.x, low))
        j = int(np.argmax(near_high)) if near_high.any() else int(np.searchsorted(self.x, high))
        x = np.concatenate(([low], self.x[i:j], [high]))
        y = np.concatenate(([self(low)], self.y[i:j], [self(high)]))
        return self.with_points(x, y, left="EXCLU", right="EXCLU")

    def cat(self, other, surcharge):
        """Both functions end to end; where they overlap the one named counts, "GAUCHE" or "DROITE"."""
        if self.properties.interpolation != other.properties.interpolation:
            raise ComputationFailed("functions of different interpolations cannot be joined")
        first, second = (self, other) if self.x[0] < other.x[0] else (other, self)
        if surcharge == "GAUCHE":
            i = int(np.searchsorted(second.x, first.x[-1]))
            last = second if i != len(second.x) else first
            pieces = (first.x, second.x[i:]), (first.y, second.y[i:])
        else:
            i = int(np.searchsorted(first.x, second.x[0]))
            last = second if i != len(first.x) else first
            pieces = (first.x[:i], second.x), (first.y[:i], second.y)
        x, y = (np.concatenate(piece) for piece in pieces)
        return self.with_points(x, y, left=first.properties.left, right=last.properties.right)

    def fft(self, methode, syme="NON"):
        """The discrete Fourier transform: INST to FREQ of a real function, FREQ back to INST of a complex one."""
        from pyaster_lite.fe.fourier import backward, forward

        wanted = "FREQ" if self.is_complex else "INST"
        if self.properties.parameter != wanted:
            raise ComputationFailed(f"a Fourier transform here needs a function of {wanted}, not of {self.properties.parameter}")
        steps = self.intervals()
        if (np.abs(steps / steps[0] - 1) > (1e-3 if self.is_complex else 1e-2)).any():
            raise ComputationFailed(f"a Fourier transform needs a constant step in {wanted}")
        y = backward(self.y, methode, syme == "OUI") if self.is_complex else forward(self.y, methode)
        x = np.arange(len(y)) / (steps[0] * len(y))
        return self.with_points(x, y, parameter="INST" if self.is_complex else "FREQ")
