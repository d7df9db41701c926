"""EVOL_CHAR: forces that a result tells, as fields of its instants and in proportion between two (u4.44.01).

Pressures (PRES), forces by area (FSUR_2D, FSUR_3D) and by volume (FVOL_2D, FVOL_3D) at the nodes of cells, and forces at nodes (FORC_NODA).
Models of heat take what flows bring (T_EXT, COEF_H, FLUN, see _evol_heat); a wind VITE_VENT pushes what moves (_wind).
"""

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.terms import ForceTerm

from ._evol_heat import heat_terms
from ._member import BOTH, LoadKeyword
from ._surface import FORCES
from ._wind import wind_term

NEAR = 1e-10
"""Instants in s nearer than this are one."""
SPREAD = {
    "PRES": ("pressure", ("PRES",), None),
    "FSUR_2D": ("traction", FORCES, 2),
    "FSUR_3D": ("traction", FORCES, 3),
    "FVOL_2D": ("body_force", FORCES, 2),
    "FVOL_3D": ("body_force", FORCES, 3),
}
"""For each field of forces: the method that an element must have, the components, and the dimension of the models it is for."""


def declare(value, unknowns):
    """The declaration."""
    return SIMP("f", typ="evol_char")


def terms(results, model):
    """One force term for each kind of field."""
    (result,) = results
    if model.phenomenon == "THERMIQUE":
        return heat_terms(result, model, _between)
    names = [name for name in result.field_names() if name in SPREAD and SPREAD[name][2] in (None, model.dimension)]
    made = [_spread(result, name, model) for name in names]
    made += [_at_nodes(result, model)] if "FORC_NODA" in result.field_names() else []
    return made + ([wind_term(result, model, _between)] if "VITE_VENT" in result.field_names() else [])


def _between(result, name, t, read):
    """What `read` makes of the field, in proportion between the two instants about t; a result of one instant is constant."""
    orders = [order for order in result.orders if result.has_field(name, order)]
    instants = np.array([result.parameter("INST", order) for order in orders], float)
    near = np.flatnonzero(abs(instants - t) <= NEAR)
    if near.size or len(orders) == 1:
        return read(result.field(name, orders[near[0] if near.size else 0]))
    after = int(np.searchsorted(instants, t))
    if not 0 < after < len(orders):
        raise ComputationFailed(f"{name} of EVOL_CHAR is not known at INST = {t:g}: it is from {instants[0]:g} to {instants[-1]:g}")
    share = (t - instants[after - 1]) / (instants[after] - instants[after - 1])
    return (1 - share) * read(result.field(name, orders[after - 1])) + share * read(result.field(name, orders[after]))


def _spread(result, name, model):
    method, components, _ = SPREAD[name]
    carriers = [index for index, group in enumerate(model.groups) if hasattr(group.element, method)]
    if not carriers:
        raise ComputationFailed(f"no cells of the model take {name} of EVOL_CHAR yet")

    def values(index, t):
        """(ne, nn, nc) at the nodes of the cells of a group; zero where there is nothing."""
        nodes = model.groups[index].nodes

        def read(field):
            found = field.on(model.groups[index].cells)
            if found is None:
                return np.zeros((*nodes.shape, len(components)))
            own, names = found
            zero = np.zeros(own.shape[:2])
            own = np.stack([np.nan_to_num(own[..., names.index(word)]) if word in names else zero for word in components], axis=-1)
            return np.broadcast_to(own, (*nodes.shape, len(components)))

        return _between(result, name, t, read)

    def blocks(data, t, displacement, stiffness=False):
        made = [None] * len(model.groups)
        for index in carriers:
            element, part = model.groups[index].element, data[index]
            if displacement is not None:
                part = part.moved(displacement[model.assembler.equations[index]])
            # at the places where the element reads its loads: plates do so at their corners
            force = element.points(values(index, t))
            if name != "PRES":
                made[index] = getattr(element, method)(part, force)
            else:
                made[index] = (element.pressure_stiffness if stiffness else element.pressure)(part, force[..., 0])
        return made

    return ForceTerm(
        lambda data, t, displacement: model.assembler.vector(blocks(data, t, displacement)),
        constant=False,
        word="EVOL_CHAR",
        follows=name == "PRES",
        stiffness=(lambda data, t, u: model.assembler.matrix(blocks(data, t, u, True))) if name == "PRES" else None,
        blocks=lambda data, t: blocks(data, t, None),
    )


def _at_nodes(result, model):
    def read(field):
        return model.dofs.vector({name: np.nan_to_num(field.component(name)) for name in field.components})

    return ForceTerm(lambda data, t, displacement: _between(result, "FORC_NODA", t, read), constant=False, word="EVOL_CHAR")


LOADS.add("EVOL_CHAR", LoadKeyword(declare, terms, functions=False, phenomena=BOTH))
