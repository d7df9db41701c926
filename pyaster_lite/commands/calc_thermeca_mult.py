"""CALC_THERMECA_MULT: what a thermal shock of one degree does, brought to another shock."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.concepts.result import Result


@operator(
    "CALC_THERMECA_MULT",
    produces="evol_elas",
    creates=lambda args: [(args.RESU_THER, "evol_ther")] if args.get("RESU_THER") is not None else [],
    keywords=dict(
        TEMP_FIN=SIMP("o", typ="R"),
        TEMP_INIT=SIMP("o", typ="R"),
        RESU_MECA_UNIT=SIMP("o", typ="evol_elas"),
        RESU_SUPL_THER=SIMP("o", into=("OUI", "NON")),
        b_resu_ther=BLOC(equal("RESU_SUPL_THER", "OUI"), RESU_THER_UNIT=SIMP("o", typ="evol_ther"), RESU_THER=SIMP("o", typ="CO")),
    ),
)
def calc_thermeca_mult(args, context):
    """TEMP_FIN times every field; with RESU_SUPL_THER the temperatures TEMP_INIT + TEMP_FIN (T - TEMP_INIT) as well.

    As in code_aster the factor is TEMP_FIN, whatever TEMP_INIT is.
    """
    factor, start = args.TEMP_FIN, args.TEMP_INIT
    if args.RESU_SUPL_THER == "OUI":
        warmed = _each_field(args.RESU_THER_UNIT, ("TEMP",), lambda values: start + factor * (values - start))
        context.create(args.RESU_THER, warmed)
    unit = args.RESU_MECA_UNIT
    return _each_field(unit, unit.field_names(), lambda values: factor * values)


def _each_field(unit, names, change):
    """A result with some fields of another one changed, at the same orders and instants."""
    made = Result(unit.kind, unit.mesh, unit.model, unit.material_field, unit.characteristics)
    for order in unit.orders:
        fields = {name: unit.field(name, order).mapped(change) for name in names if unit.has_field(name, order)}
        made.store(order, {"INST": unit.parameter("INST", order)}, fields)
    return made
