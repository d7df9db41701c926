"""Implicit: the unknowns of a step are the increments dY that bring residuals to nought, by Newton's method at all points at once.

The unknowns are the elastic strain and the state variables, Y at the start of the step, h = theta:

1. @InitLocalVariables, then @Predictor, from dY = 0
2. stress by @ComputeStress at Y + h dY; then @Integrator sets residuals f, which start as dY, and d f_i / d dY_j, which start as 1
3. points whose |f| / m is below epsilon are done, m being how many numbers the unknowns are; the others go to dY - J^-1 f
4. Y <- Y + dY; stress by @ComputeFinalStress, by @ComputeStress without it; @UpdateAuxiliaryStateVariables; @TangentOperator

With an algorithm that tells J by itself it is that of centred differences. A tangent asks for parts of J^-1, the columns
of the strain: how the unknowns go with the increment of strain.
"""

from __future__ import annotations

import numpy as np

from ..bricks._brick import brick_of
from ..errors import MFrontError
from ..expressions import HOSTED
from ..values import Tensor
from ._dsl import OPERATORS, Answer, Dsl, added, either, registers, scaled

ALGORITHMS = {
    **dict.fromkeys(("NewtonRaphson", "PowellDogLeg_NewtonRaphson", "LevenbergMarquardt"), False),
    **{f"{name}_NumericalJacobian": True for name in ("NewtonRaphson", "PowellDogLeg_NewtonRaphson", "LevenbergMarquardt")},
    **dict.fromkeys(("Broyden", "Broyden2", "PowellDogLeg_Broyden"), True),
}
"""Whether J is told by differences: whatever the way of an algorithm to the solution, Newton's method is followed."""
FORESEEN = "computeElasticPrediction"
"""What a law with a brick may call for the stress of a step without flow."""
PROBE = 1e-8
"""How far unknowns are moved to see how residuals go with them."""


@registers("Implicit")
class Implicit(Dsl):
    """The DSL of this module."""

    own_states = (("eel", "Stensor", "ElasticStrain"),)

    def __init__(self, description, space, functions=None):
        algorithm = description.algorithm or "NewtonRaphson"
        if algorithm not in ALGORITHMS:
            raise MFrontError(f"there is no algorithm {algorithm} yet", description.place, missing=True)
        self.numerical = ALGORITHMS[algorithm]
        if description.brick is None:
            self.needed_blocks = ("ComputeStress", "Integrator")
        super().__init__(description, space, functions)
        self.size = self.unknowns[-1].stop
        self._rates = self.unit_rates()

    def wants_stiffness(self):
        """A brick wants it too where nothing else tells its elasticity."""
        brick, elastic = self.description.brick, self.description.elastic
        if brick is None or elastic or "young_modulus" in (brick.block or ""):
            return super().wants_stiffness()
        return self.description.stiff or not any(each.entry == "YoungModulus" for each in self.of("properties"))

    def prepared(self):
        """The brick."""
        self.brick = brick_of(self)

    def declared_unknowns(self):
        """The elastic strain, those of the brick, the file's."""
        first, *others = super().declared_unknowns()
        return [first, *(self.own(*each) for each in (self.brick.states if self.brick else ())), *others]

    def more_names(self):
        """Strains, stress, residuals, their rates, what tangents ask for."""
        names = [slot.variable.name for slot in self.unknowns]
        pairs = {f"df{a}_dd{b}" for a in names for b in names}
        own = {FORESEEN} if self.brick else set()
        return own | {"sig", "eto", "deto", "D", HOSTED, "perturbatedSystemEvaluation"} | {f"f{name}" for name in names} | pairs

    def integrate(self, step):
        """Steps 1 to 4."""
        names = self.base_names(step)
        names |= {"eto": Tensor(step.before), "deto": Tensor(step.after - step.before), "sig": Tensor(step.stress)}
        names["perturbatedSystemEvaluation"] = False
        if self.description.stiff or self.wants_stiffness():
            names["D"] = self.stiffness(names)
        points = step.internal.shape[0]
        y = np.zeros((points, self.size))
        names |= self.increments(y)
        if self.brick:
            self.brick.begin(names)
            names[FORESEEN] = lambda: names["brick.C"] * (names["eel"] + names["deto"])
        failed = either(self.run("InitLocalVariables", names), self.run("Predictor", names))
        for slot in self.unknowns:
            slot.write(names[f"d{slot.variable.name}"], y)
        y, matrix, lost = self.solved(names, y)
        names |= self.increments(y)
        for slot in self.unknowns:
            name = slot.variable.name
            names[name] = added(names[name], names[f"d{name}"])
        failed = either(failed, lost, self.final_stress(names), self.run("UpdateAuxiliaryStateVariables", names))
        names[HOSTED] = lambda count: self.parts_of_inverse(matrix, count)
        names["smt"] = OPERATORS[step.operator]
        failed = either(failed, self.tangent(names, matrix))
        stress = np.broadcast_to(names["sig"].values, step.stress.shape)
        tangent = np.broadcast_to(names["Dt"].values, (points, self.space.size, self.space.size))
        return Answer(stress, self.written(names), tangent, failed)

    # equations -----------------------------------------------------------------------------------------------------

    def increments(self, y) -> dict:
        """dY as the code names it."""
        return {f"d{slot.variable.name}": slot.value(y) for slot in self.unknowns}

    def stress_at(self, names, share, ends) -> dict:
        """The names once the stress block has run with the unknowns moved by a share of their increments, externals by `ends`."""
        seen = dict(names)
        for slot in self.unknowns:
            name = slot.variable.name
            seen[name] = added(names[name], scaled(names[f"d{name}"], share))
        for each in self.externals:
            seen[each.name] = names[each.name] + ends * names[f"d{each.name}"]
        return seen

    def stress_in_step(self, names):
        """Step 2: the stress at Y + h dY."""
        seen = self.stress_at(names, self.theta, self.theta)
        lost = self.make_stress("ComputeStress", seen)
        names["sig"] = seen["sig"]
        return lost

    def final_stress(self, names):
        """Step 4: the unknowns have moved already."""
        seen = self.stress_at(names, 0.0, 1.0)
        lost = self.make_stress("ComputeFinalStress", seen)
        names["sig"] = seen["sig"]
        return lost

    def make_stress(self, word, names):
        """By the block of a word, by @ComputeStress where there is none, else by the brick."""
        word = word if word in self.blocks else "ComputeStress"
        if word not in self.blocks:
            names["sig"] = self.brick.stress(names)
        return self.run(word, names)

    def residual(self, names, y, with_rates):
        """f (..., m) and, `with_rates`, J (..., m, m) of step 2; points that the code gives up have none."""
        own = dict(names, **self.increments(y))
        lost = self.stress_in_step(own)
        for slot in self.unknowns:
            own[f"f{slot.variable.name}"] = own[f"d{slot.variable.name}"]
        own |= self._rates
        if self.brick:
            self.brick.residuals(own)
        lost = either(lost, self.run("Integrator", own))
        f = np.empty(y.shape)
        for slot in self.unknowns:
            slot.write(own[f"f{slot.variable.name}"], f)
        if lost is not None:
            f[np.broadcast_to(lost, f.shape[:-1])] = np.nan
        return f, self.matrix(own, f.shape[:-1]) if with_rates else None

    def unit_rates(self) -> dict:
        """J before the code changes it."""
        result = {}
        for row in self.unknowns:
            for column in self.unknowns:
                name = f"df{row.variable.name}_dd{column.variable.name}"
                one = (self._unit(row.axes) if row is column else None) or self._none(row.axes, column.axes)
                none = self._none(row.axes, column.axes)
                if row.count and column.count:
                    result[name] = [[one if i == j else none for j in range(column.count)] for i in range(row.count)]
                elif row.count or column.count:
                    result[name] = [none] * (row.count or column.count)
                else:
                    result[name] = one
        return result

    @staticmethod
    def _unit(axes):
        return Tensor(np.eye(axes[0]), 2) if axes else 1.0

    @staticmethod
    def _none(row, column):
        axes = (*row, *column)
        return Tensor(np.zeros(axes), len(axes)) if axes else 0.0

    def matrix(self, names, shape):
        """J (..., m, m) of the rates as the code has left them."""
        result = np.zeros((*shape, self.size, self.size))
        result[..., :, :] = np.eye(self.size)
        for row in self.unknowns:
            for column in self.unknowns:
                name = f"df{row.variable.name}_dd{column.variable.name}"
                block = names[name]
                if block is self._rates[name]:
                    continue
                for i in range(row.count or 1):
                    for j in range(column.count or 1):
                        one = block if not row.count else block[i]
                        one = one if not column.count else one[j]
                        rows = slice(row.start + i * row.each, row.start + (i + 1) * row.each)
                        columns = slice(column.start + j * column.each, column.start + (j + 1) * column.each)
                        values = one.values if isinstance(one, Tensor) else np.asarray(one, float)
                        own = values.ndim - (one.order if isinstance(one, Tensor) else 0)
                        result[..., rows, columns] = values.reshape(values.shape[:own] + (row.each, column.each))
        return result

    def probed(self, names, y):
        """J by centred differences: all the moved unknowns at once, along an axis in front of the points."""
        moves = PROBE * np.eye(self.size)[:, None, :]
        ahead, _ = self.residual(names, y + moves, False)
        behind, _ = self.residual(names, y - moves, False)
        return np.moveaxis((ahead - behind) / (2 * PROBE), 0, -1)

    def solved(self, names, y):
        """dY, J there and the points that have found none."""
        points = len(y)
        done, step = np.zeros(points, bool), np.zeros_like(y)
        for _ in range(self.tries):
            f, matrix = self.residual(names, y, not self.numerical)
            size = np.sqrt((f * f).sum(axis=-1)) / self.size
            astray = ~np.isfinite(size)
            if astray.any():
                # as far again from where it has come
                step = np.where(astray[:, None], step / 2.0, 0.0)
                if not step[astray].any():
                    break
                y = y + step
                continue
            done = done | (size < self.epsilon)
            if done.all():
                return y, self.probed(names, y) if self.numerical else matrix, None
            if self.numerical:
                matrix = self.probed(names, y)
            try:
                step = np.linalg.solve(matrix, f[..., None])[..., 0]
            except np.linalg.LinAlgError:
                break
            step[done] = 0.0
            y = y - step
        return y, np.broadcast_to(np.eye(self.size), (points, self.size, self.size)), ~done

    # tangent -------------------------------------------------------------------------------------------------------

    def parts_of_inverse(self, matrix, count):
        """The rows of J^-1 of the first `count` unknowns, in the columns of the elastic strain."""
        n = self.space.size
        driver = np.zeros((self.size, n))
        driver[:n] = np.eye(n)
        inverse = np.linalg.solve(matrix, driver)
        parts = []
        for slot in self.unknowns[:count]:
            rows = [inverse[..., slot.start + k * slot.each : slot.start + (k + 1) * slot.each, :] for k in range(slot.count or 1)]
            parts.append([Tensor(part, 2) if slot.axes else Tensor(part[..., 0, :]) for part in rows])
            parts[-1] = parts[-1] if slot.count else parts[-1][0]
        return parts

    def tangent(self, names, matrix):
        """That of the file; without one, how the stress goes with the unknowns and they with the strain."""
        if "TangentOperator" in self.blocks:
            return self.run("TangentOperator", names)
        n = self.space.size
        driver = np.zeros((self.size, n))
        driver[:n] = np.eye(n)
        moves = np.moveaxis(np.linalg.solve(matrix, driver), -1, 0)
        sides = []
        for sign in (1.0, -1.0):
            seen = dict(names)
            for slot in self.unknowns:
                seen[slot.variable.name] = added(names[slot.variable.name], slot.value(sign * PROBE * moves))
            for each in self.externals:
                seen[each.name] = names[each.name] + names[f"d{each.name}"]
            self.make_stress("ComputeFinalStress", seen)
            sides.append(np.broadcast_to(seen["sig"].values, moves.shape[:-1] + (n,)))
        names["Dt"] = Tensor(np.moveaxis((sides[0] - sides[1]) / (2 * PROBE), 0, -1), 2)
        return None
