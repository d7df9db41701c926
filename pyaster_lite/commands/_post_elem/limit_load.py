"""CHAR_LIMITE: bounds of the limit load from velocities of NORTON_HOFF (u4.81.22, r7.07.01).

With D = int SY e_eq, F = int (A/m) |e|^m and m that of the instant, velocities doing a unit work of the steered loads:

    above  D, less the power of the constant loads P = m F - eta where there are some (CHAR_CSTE)
    below  F / max e_eq^(m - 1), told where there are none; eta is the intensity of the steered loads
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._post_elem.quantity import Quantity, derivation_of, model_words, orders, orders_of, table
from pyaster_lite.fe.mixed import Mixed


def run(args, context):
    """A row for each storage order."""
    derivation, constant, rows = derivation_of(args), args.CHAR_LIMITE.CHAR_CSTE == "OUI", []
    result = derivation.result
    if not any(result.parameter("ETA_PILOTAGE", order) is not None for order in result.orders):
        raise args.wrong("RESULTAT", f"{result.name} was not steered: a limit load needs PILOTAGE/TYPE='ANA_LIM'")
    for order in orders_of(args, context):
        time = derivation.time(order)
        above, inner, most = _sums(derivation, order, time)
        m = BEHAVIOURS["NORTON_HOFF"].exponent(time)
        row = {"NUME_ORDRE": order, "INST": time, "M": m, "CHAR_LIMI_SUP": above}
        if constant:
            row["PUIS_CHAR_CSTE"] = m * inner - (result.parameter("ETA_PILOTAGE", order) or 0.0)
            row["CHAR_LIMI_SUP"] -= row["PUIS_CHAR_CSTE"]
        else:
            row["CHAR_LIMI_ESTIM"] = inner / most if most > np.finfo(float).tiny else 0.0
        rows.append(row)
    last = "PUIS_CHAR_CSTE" if constant else "CHAR_LIMI_ESTIM"
    return table(rows, {"NUME_ORDRE": "I", "INST": "R", "M": "R", "CHAR_LIMI_SUP": "R", last: "R"})


def _sums(derivation, order, time):
    """D, F and the greatest e_eq^(m - 1) of the incompressible solids."""
    law, model = BEHAVIOURS["NORTON_HOFF"], derivation.model
    u = vector_of(derivation.result.field("DEPL", order), model.dofs)
    above = inner = most = 0.0
    for index, group in enumerate(model.groups):
        element, data = group.element, derivation.data[index]
        if not isinstance(element, Mixed) or not data.has("yield_stress"):
            continue
        own = u[model.dofs.equations(group.nodes, element.components)]
        b, volume = element.strain_matrix(data)
        strain = np.einsum("egsd,ed->egs", b, own)
        unit = np.array([1.0 if name[0] == name[1] else 0.0 for name in element.continuum.strains])
        strain = strain - (strain @ unit / 3.0)[..., None] * unit
        first, second, third = law.limits(strain, time, data)
        above, inner, most = above + (first * volume).sum(), inner + (second * volume).sum(), max(most, third.max())
    return float(above), float(inner), float(most)


QUANTITIES = {
    "CHAR_LIMITE": Quantity(
        FACT("f", CHAR_CSTE=SIMP("f", into=("OUI", "NON"), defaut="NON")),
        run,
        {**model_words(), "RESULTAT": SIMP("o", typ="evol_noli"), **orders()},
    )
}
