"""FORCE_NODALE: forces and moments at nodes (u4.44.01). For one component the last occurrence that names it holds."""

import numpy as np

from pyaster_lite.catalogue.commons.places import NODE_WORDS, nodes_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.fe.frames import rotation
from pyaster_lite.fe.terms import ForceTerm

from ._member import COMPONENTS, LoadKeyword, at, varies

FORCES = ("FX", "FY", "FZ", "MX", "MY", "MZ")


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("GROUP_NO", "NOEUD"), AU_MOINS_UN(*FORCES)),
        GROUP_NO=NODE_WORDS["GROUP_NO"],
        NOEUD=NODE_WORDS["NOEUD"],
        **{word: SIMP("f", typ=value) for word in FORCES},
        ANGL_NAUT=SIMP("f", typ=value, max=3),
    )


def terms(occurrences, model):
    """One force term for all occurrences."""
    values, angles = {}, {}
    for occurrence in occurrences:
        nodes = nodes_of(occurrence, model.mesh)
        given = [word for word in FORCES if word in occurrence]
        for word in given:
            if "ANGL_NAUT" not in occurrence and not (_equations(model, nodes, word) >= 0).any():
                name = COMPONENTS[FORCES.index(word)]
                raise occurrence.wrong(word, f"none of these nodes carries {name}: the force would have no effect")
        for node in nodes:
            values.setdefault(int(node), {}).update({word: occurrence[word] for word in given})
            if "ANGL_NAUT" in occurrence:
                angles[int(node)] = (*occurrence.ANGL_NAUT, 0.0, 0.0)[:3]
            else:
                angles.pop(int(node), None)
    nodes = np.array(sorted(values), int)
    where = model.mesh.coordinates[nodes]
    equations = np.stack([_equations(model, nodes, word) for word in FORCES], axis=1)

    def vector(data, t, displacement):
        forces = np.zeros((len(nodes), 6))
        for row, node in enumerate(nodes):
            for word, value in values[node].items():
                forces[row, FORCES.index(word)] = at(value, t, where[row])
            if node in angles:
                turn = rotation(*(np.radians(float(at(angle, t, where[row]))) for angle in angles[node]), tiny=0.0)
                forces[row] = np.concatenate([turn.T @ forces[row, :3], turn.T @ forces[row, 3:]])
        result = np.zeros(model.dofs.size)
        np.add.at(result, equations[equations >= 0], forces[equations >= 0])
        return result

    everything = [v for own in values.values() for v in own.values()] + [a for own in angles.values() for a in own]
    return [ForceTerm(vector, not any(map(varies, everything)), "FORCE_NODALE")]


def _equations(model, nodes, word):
    return model.dofs.index(nodes, COMPONENTS[FORCES.index(word)])


LOADS.add("FORCE_NODALE", LoadKeyword(declare, terms))
