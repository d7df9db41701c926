"""LIAISON_RBE3: the motion of a node is the mean of those of others, without stiffening them (u4.44.01).

The mean is in the least squares of the distances to a rigid motion, each unknown weighing as COEF_ESCL says; rotations weigh as
displacements at the mean distance of the nodes would.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._member import COMPONENTS, LoadKeyword
from ._relations import RowList


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        GROUP_NO_MAIT=SIMP("o", typ="grno", max="**"),
        DDL_MAIT=SIMP("o", max=6, into=COMPONENTS),
        GROUP_NO_ESCL=SIMP("o", typ="grno", max="**"),
        DDL_ESCL=SIMP("o", max="**"),
        COEF_ESCL=SIMP("f", typ="R", max="**", defaut=1.0),
    )


def terms(occurrences, model):
    """One relation for each of DDL_MAIT."""
    rows = RowList(model)
    for occurrence in occurrences:
        master, nodes = (_nodes(occurrence, model.mesh, f"GROUP_NO_{role}") for role in ("MAIT", "ESCL"))
        if len(master) != 1:
            raise occurrence.wrong("GROUP_NO_MAIT", f"the group has {len(master)} nodes: it must have one")
        master = int(master[0])
        arms = model.mesh.coordinates[nodes] - model.mesh.coordinates[master]
        size = np.linalg.norm(arms, axis=1).mean()
        unknowns, motions, weights = [], [], []
        shared = zip(nodes, arms, _for_each(occurrence, "DDL_ESCL", nodes), _for_each(occurrence, "COEF_ESCL", nodes))
        for node, arm, names, weight in shared:
            for name in _components(occurrence, names):
                unknowns.append((node, name))
                motions.append(_motion(arm, COMPONENTS.index(name)))
                weights.append(weight if COMPONENTS.index(name) < 3 else weight * size**2)
        motions, weights = np.array(motions), np.array(weights)
        normal = motions.T @ (weights[:, None] * motions)
        if np.linalg.matrix_rank(normal) < 6:
            raise occurrence.wrong("DDL_ESCL", "these unknowns do not tell a rigid motion: add nodes or unknowns")
        means = np.linalg.solve(normal, motions.T * weights)
        means[abs(means) < 1e-14 * abs(means).max()] = 0.0
        for name in occurrence.DDL_MAIT:
            row = [(master, name, "DDL_MAIT", -1.0)]
            row += [(*unknown, "DDL_ESCL", c) for unknown, c in zip(unknowns, means[COMPONENTS.index(name)]) if c]
            rows.add([(_equation(occurrence, model, *of), c) for *of, c in row], 0.0)
    return rows.term("LIAISON_RBE3")


def _nodes(occurrence, mesh, word):
    return np.concatenate(look_up(occurrence, word, mesh.node_group))


def _for_each(occurrence, word, nodes):
    """The values of a keyword for each node, one for all where there is only one."""
    values = occurrence[word]
    if len(values) not in (1, len(nodes)):
        raise occurrence.wrong(word, f"{len(values)} values for {len(nodes)} nodes: give one for all, or one for each")
    return list(values) * (len(nodes) if len(values) == 1 else 1)


def _components(occurrence, names):
    parts = names.split("-")
    for name in parts:
        if name not in COMPONENTS:
            raise occurrence.wrong("DDL_ESCL", f"{name} is not one of {', '.join(COMPONENTS)}, joined by '-'")
    return sorted(parts, key=COMPONENTS.index)


def _equation(occurrence, model, node, name, word):
    equation = int(model.dofs.index(node, name))
    if equation < 0:
        raise occurrence.wrong(word, f"node {model.mesh.node_names[node]} has no unknown {name}")
    return equation


def _motion(arm, component):
    """(6,) what a component is at the end of an arm, for each unit rigid motion."""
    row = np.eye(6)[component]
    if component < 3:
        row[3:] = np.cross(np.eye(3), arm)[:, component]
    return row


LOADS.add("LIAISON_RBE3", LoadKeyword(declare, terms, functions=False))
