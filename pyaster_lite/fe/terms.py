"""What a load is made of: terms that push and terms that relate unknowns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .constraints import Relations


@dataclass
class ForceTerm:
    """A term that gives nodal forces.

    vector(data, t, displacement) -> (n,) in N: `data` lists the ElementData of the model's groups (for what depends on
    mass), `displacement` (n,) is None unless the load follows the deformed shape
    constant  whether it is the same at all instants, so that it need be computed once
    word      the deck's word it comes from, for messages
    follows   whether it can follow the deformed shape
    flows     whether it is given by second, and acts over a step for as long as it lasts
    started   whether a load that flows depends on the unknowns where the step starts
    moving    whether `vector` also takes velocities and accelerations (n,), None in statics
    stiffness(data, t, displacement) -> (n, n) sparse: less the derivative of a following force; None when there is none
    matrices(data, t) -> per group of elements, (ne, nd, nd) or None: what makes `stiffness` where unknowns are zero, None likewise
    spin      per group of elements, (ne, 3) rotation vectors in rad/s or None: what turns the structure, None when nothing does
    blocks(data, t) -> per group of elements, (ne, nd) or None: what makes `vector`, None for what acts on nodes alone
    values(data, t, where) -> (group, rows, values (ne, np) by the deck's words) for cells of the groups: the load itself where
              `where(element, data)` says (ne, np, 3), numbers that are zero left out; accelerations AX, AY, AZ of loads on masses.
              None for the others
    by_functions  whether `values` are told by functions, be they constant
    lips(t) -> (group, fe.extended.lips.Lips, values (nf, ng) by the deck's words) of loads on the lips of cracks, None for the others
    """

    vector: Callable[[list, float, np.ndarray | None], np.ndarray]
    constant: bool = True
    word: str = ""
    follows: bool = False
    stiffness: Callable[[list, float, np.ndarray], object] | None = None
    blocks: Callable[[list, float], list] | None = None
    matrices: Callable[[list, float], list] | None = None
    moving: bool = False
    flows: bool = False
    started: bool = False
    spin: list | None = None
    values: Callable | None = None
    by_functions: bool = False
    lips: Callable | None = None


@dataclass
class RelationTerm:
    """A term that relates unknowns: C u = b(t).

    following() -> (relations, list of fe.rigid_links.Pairs) that stand instead where they follow the motion; None where they are the same
    """

    relations: Relations
    word: str = ""
    following: Callable[[], tuple[Relations, list]] | None = None


@dataclass
class StressTerm:
    """Stresses that a computation starts from besides those of its state: normal forces (n,), N, in bars on `cells` (n,)."""

    cells: np.ndarray
    forces: np.ndarray
    word: str = ""


@dataclass
class TransportTerm:
    """What carries heat: `velocity` (n_nodes, 3) of the body at the nodes of the mesh, m/s."""

    velocity: np.ndarray
    word: str = ""


@dataclass
class ImpedanceTerm:
    """Sides of a fluid that answer a speed along their normal by a pressure, p = Z v.

    matrices(data) gives the block (ne, nd, nd) of each group of elements, None where it has none; r4.02.02: damping of pressures, the
    third derivative of potentials of displacements.
    """

    matrices: Callable[[list], list]
    word: str = ""
