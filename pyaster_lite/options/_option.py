"""A field that is derived from others: what it needs and how elements make it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np


@dataclass
class Given:
    """What elements of one group may use, at one storage order.

    u, v, a   (ne, nd) displacements, velocities, accelerations; None where the result has none
    time      s, None in results without time
    omega2    the square of the pulsation of a mode or of a harmonic response, 1/s2, or None
    lumped    whether the mass that goes with omega2 or `a` is a diagonal one
    fields    by role, (values (ne, np, nc), names of the components) of the fields that the option needs
    subs      by role, how many sub-points stand at each point of these fields
    before    the same at the storage order before; None at the first one and for options that do not ask (see Option.follows)
    after     the same at the storage order after, for options that ask (see Option.leads)
    moved     (ne,) whether a cell stands where its displacements have brought it, None when none does
    nonlinear  whether the stresses were followed from step to step, rather than made from the displacements
    structural  (ne, np, nc) what structural elements keep beside stresses (STRX_ELGA), None where the result does not have it
    stretches  function giving (ne,) whether a cell's law is one of elastic stretches that it keeps (see fe.multiplicative) and
              (ne, np, nv) the internal variables, or None where no cell's is
    duals     function giving (ne,) whether a cell's law answers to logarithmic strains (see fe.logarithmic_strain) and (ne, np, 6) the
              stress that it keeps, plain components, or None where no cell's does
    crept     function giving (ne,) whether a cell's law has creep that is no plastic strain, that law (its `basic_creep`) and
              (ne, np, nv) the internal variables, or None where no cell's has
    parted    function giving (ne,) whether a cell's law keeps what its section strains by damage alone, and (ne, np, 6) that, or None
    laws      function giving (rows, law) of the cells by the law of solids that they obeyed, that of the skeleton of porous media
    loads     function giving (ne, nd) the nodal forces of the loads that act on the cells themselves, None when nothing is known
    """

    u: np.ndarray | None = None
    v: np.ndarray | None = None
    a: np.ndarray | None = None
    time: float | None = None
    omega2: float | None = None
    lumped: bool = False
    fields: Mapping[str, tuple[np.ndarray, tuple[str, ...]]] = field(default_factory=dict)
    subs: Mapping[str, int] = field(default_factory=dict)
    before: Given | None = None
    after: Given | None = None
    moved: np.ndarray | None = None
    nonlinear: bool = False
    structural: np.ndarray | None = None
    laws: Callable[[], list] | None = None
    loads: Callable[[], np.ndarray] | None = None
    stretches: Callable[[], tuple[np.ndarray, np.ndarray] | None] | None = None
    duals: Callable[[], tuple[np.ndarray, np.ndarray] | None] | None = None
    crept: Callable[[], tuple[np.ndarray, object, np.ndarray] | None] | None = None
    parted: Callable[[], tuple[np.ndarray, np.ndarray] | None] | None = None

    def former(self) -> np.ndarray | float:
        """(ne, np, nc) the field itself at the storage order before, 0 where there is none."""
        known = self.before is not None and "itself" in self.before.fields
        return np.nan_to_num(self.before.fields["itself"][0]) if known else 0.0

    def components(self, role: str, names) -> np.ndarray | None:
        """(ne, np, len(names)) some components of a field, None when it lacks one of them."""
        values, own = self.fields[role]
        if not set(names) <= set(own):
            return None
        return values[..., [own.index(name) for name in names]]

    @property
    def is_complex(self) -> bool:
        """Whether the fields that the option needs are complex, or where it needs none the motions."""
        return any(map(np.iscomplexobj, [values for values, _ in self.fields.values()] or [self.u, self.v, self.a]))

    def part(self, of: Callable) -> Given:
        """The same with the part of each motion, field and load that `of` (np.real, np.imag) takes."""
        motion = {name: None if (own := getattr(self, name)) is None else of(own) for name in ("u", "v", "a", "structural")}
        fields = {role: (of(values), names) for role, (values, names) in self.fields.items()}
        loads = self.loads and (lambda: of(self.loads()))
        return replace(self, **motion, fields=fields, loads=loads, before=self.before and self.before.part(of))


@dataclass(frozen=True)
class Option:
    """One member of the open list, registered under the name of the field.

    place     ELGA, ELNO, ELEM: `compute` gives (values (ne, np, nc), names) for the cells of one element, None where the
              element has no such field; a third item tells the sub-points at each point where they are not those of
              `needs`. NOEU: the mean at the nodes of the field `mean_of`. UNKNOWNS: `compute` gives (ne, nd) for the sum
              over elements.
    quantity  the physical quantity of the field
    compute   function (element, data, given) -> what `place` says
    needs     by role, the names of the fields that `compute` finds in given.fields
    mean_of   for NOEU, the field at nodes of elements that the mean is taken of
    follows   whether `given.before` is wanted, with the field itself there under the role "itself" where it is known (see Given.former)
    leads     whether `given.after` is wanted: there is none at the last storage order
    linear    whether it makes sense only where the displacements say everything
    of_skin   whether it is for sides of solids, which find in `needs` what the cells behind them have at their nodes
    balanced  whether the loads are taken away from the sum over elements, and inertia added
    complexes  what becomes of complex sources (routine meceuc): APART, the real and the imaginary part are those of the sources'
              parts; TOGETHER, their sum (energies); WHOLE, `compute` takes complex numbers; NONE, there is no such field
    """

    place: str
    quantity: str
    compute: Callable | None = None
    needs: Mapping[str, str] = field(default_factory=dict)
    mean_of: str = ""
    follows: bool = False
    leads: bool = False
    linear: bool = False
    balanced: bool = False
    of_skin: bool = False
    complexes: str = "APART"

    def computed(self, element, data, given: Given):
        """What `compute` makes of real or complex sources."""
        if self.complexes == "WHOLE" or not given.is_complex:
            return self.compute(element, data, given)
        real, imaginary = (self.compute(element, data, given.part(of)) for of in (np.real, np.imag))
        if real is None:
            return None
        factor = 1.0 if self.complexes == "TOGETHER" else 1j
        if self.place == "UNKNOWNS":
            return real + factor * imaginary
        return real[0] + factor * imaginary[0], *real[1:]
