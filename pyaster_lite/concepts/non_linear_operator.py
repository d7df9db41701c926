"""The nonlinear balance of a problem, run step by step by a deck's Python: code_aster's NonLinearOperator.

A step is one of MECA_NON_LINE, from the state that the last one has left; hooks are called after each.
"""

from __future__ import annotations

from types import SimpleNamespace

from pyaster_lite.concepts.base import STUDY

_OF_STEPS = ("INCREMENT", "ETAT_INIT", "RESULTAT", "reuse", "MODELE", "CHAM_MATER", "CARA_ELEM", "EXCIT")
"""Keywords that the operator gives itself."""


class PhysicalState:
    """Where the evolution is: instants (s), displacements, stresses and internal variables; the fields are None before the first step."""

    def __init__(self, initial=0.0):
        self.time_prev = self.time_curr = initial
        self.primal_curr = self.stress = self.internVar = None

    @property
    def time_step(self):
        """From the instant before to the current one."""
        return self.time_curr - self.time_prev

    def debugPrint(self, label=""):
        """Tell the instant and the norms of the fields to whoever asked for details."""
        fields = {"DEPL": self.primal_curr, "SIEF_ELGA": self.stress, "VARI_ELGA": self.internVar}
        norms = ", ".join(f"{name} {field.norm('NORM_2'):.6g}" for name, field in fields.items() if field is not None)
        STUDY.get().say(f"{label}t = {self.time_curr:g}: {norms}")


class BaseHook:
    """What is called after a step: a deck's own class says what run(operator) does."""

    def run(self, operator):
        """Nothing."""


class MecaStatStepSolver:
    """The balance of one step without inertia."""

    def __init__(self, context):
        self.context = context

    @property
    def phys_state(self):
        """Where the evolution is."""
        return self.context.state

    def solve(self):
        """Balance the step that the stepper says, and move the state there; raises what the command does when there is no balance."""
        context, run = self.context, STUDY.get().run
        problem, state, stepper = context.problem, context.state, context.stepper
        state.time_prev, state.time_curr = state.time_curr, stepper.getCurrent()
        words = {word: value for word, value in context.keywords.items() if word not in _OF_STEPS}
        if context.linear_solver is not None:
            words["SOLVEUR"] = {"METHODE": context.linear_solver.solverName()}
        if context.result is not None:
            words |= {"reuse": context.result, "RESULTAT": context.result, "ETAT_INIT": {"EVOL_NOLI": context.result}}
        made = run(
            "MECA_NON_LINE",
            MODELE=problem.model,
            CHAM_MATER=problem.material,
            CARA_ELEM=problem.characteristics,
            EXCIT=problem.excitations(),
            INCREMENT={"LIST_INST": run("DEFI_LIST_REEL", VALE=(state.time_prev, state.time_curr))},
            **words,
        )
        context.result, last = made, made.getLastIndex()
        state.primal_curr, state.stress, state.internVar = (made.getField(name, last) for name in ("DEPL", "SIEF_ELGA", "VARI_ELGA"))


class NonLinearOperator:
    """Runs the steps of `context`: problem, keywords, stepper, linear_solver, result, state."""

    def __init__(self, context):
        self.context, self._hooks = context, []
        self.step_solver = MecaStatStepSolver(context)

    @classmethod
    def factory(cls, problem, result=None, **keywords):
        """Of a problem and keywords of MECA_NON_LINE; TypeError for a problem that is not of mechanics."""
        if problem.model.phenomenon != "MECANIQUE":
            raise TypeError(f"unsupported physics: {problem.model.phenomenon}")
        state = PhysicalState()
        return cls(SimpleNamespace(problem=problem, keywords=keywords, stepper=None, linear_solver=None, result=result, state=state))

    @property
    def state(self):
        """Where the evolution is."""
        return self.context.state

    @property
    def problem(self):
        """The problem."""
        return self.context.problem

    @property
    def result(self):
        """What has been computed so far."""
        return self.context.result

    def register_hook(self, hook):
        """Call a function of the operator, or run() of a BaseHook, after each step."""
        self._hooks.append(hook)

    def run(self):
        """All the steps that the stepper has to come."""
        stepper = self.context.stepper
        self.state.time_curr = stepper.getInitial()
        while not stepper.isFinished():
            self.step_solver.solve()
            for hook in self._hooks:
                getattr(hook, "run", hook)(self)
            stepper.completed()
