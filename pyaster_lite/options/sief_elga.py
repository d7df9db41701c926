"""SIEF_ELGA, SIEF_ELNO, SIEF_NOEU: stresses of solids, forces of discretes and of line elements (u4.81.04).

From displacements they are those of linear elasticity; an evolution that follows its behaviours stores its own.
"""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._family import everywhere


def stresses(element, data, given):
    """Elastic stresses of the displacements."""
    if given.u is None or not element.telling:
        return None
    if hasattr(element, "elastic_state"):
        return *element.shown(data, element.elastic_state(data, given.u).stress), element.sub_points(data)
    behaviour = BEHAVIOURS["ELAS"]
    rest = element.start(data, behaviour)
    if rest is None:
        return None
    return *element.shown(data, element.respond(data, behaviour, given.u, rest, False)[2].stress), element.sub_points(data)


everywhere("SIEF", "SIEF_R", stresses)
