"""BASE_ELAS_FLUI of DYNA_VIBRA: a flow that acts on no mode by itself is left, and told of."""

from types import SimpleNamespace

import pytest

from pyaster_lite.commands._vibra_modal import _acting
from pyaster_lite.concepts.flow import FlowConfiguration


@pytest.mark.parametrize("word, coupled, acts", (("GRAPPE", "OUI", True), ("GRAPPE", "NON", False), ("COQUE_COAX", None, False)))
def test_flows_that_act_on_single_modes_are_taken(word, coupled, acts):
    flow = SimpleNamespace(name="MELAS", configuration=FlowConfiguration(word, [{"COUPLAGE": coupled}]))
    told = []
    args = SimpleNamespace(BASE_ELAS_FLUI=flow, mark_read=lambda *words: told.extend(words))
    context = SimpleNamespace(warn=lambda args, word, text: told.append(text))
    assert _acting(args, context) is (flow if acts else None)
    assert told == ([] if acts else ["NUME_VITE_FLUI", f"the flow of MELAS ({word}) does not act on the modes"])
