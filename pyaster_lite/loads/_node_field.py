"""CHAM_NO and COEF_IMPO: what loads say of the values of a field at nodes."""

from pyaster_lite.catalogue.keywords import FACT, SIMP


def declare(value, unknowns=None):
    """The declaration."""
    return FACT("f", CHAM_NO=SIMP("o", typ="cham_no_sdaster"), COEF_IMPO=SIMP("o", typ="R"))


def carried(occurrence, model):
    """(equations, values) of each component of the field, where it has a value and the node the unknown."""
    field = occurrence.CHAM_NO
    if field.mesh is not model.mesh:
        raise occurrence.wrong("CHAM_NO", f"{field.name} stands on another mesh than the model")
    for component in field.components:
        values = field.component(component)
        equations = model.dofs.index(range(model.mesh.n_nodes), component)
        kept = (values == values) & (equations >= 0)
        yield equations[kept], values[kept]
