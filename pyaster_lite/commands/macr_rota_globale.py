"""MACR_ROTA_GLOBALE: how far one end of an elbow has turned against the other, over time."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._field_values import node_of
from pyaster_lite.concepts.function import Function, Properties

TURNS = ("DRX", "DRY", "DRZ")


@operator(
    "MACR_ROTA_GLOBALE",
    produces="fonction_sdaster",
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli")),
        GROUP_NO_ORIG=SIMP("o"),
        GROUP_NO_EXTR=SIMP("o"),
    ),
)
def macr_rota_globale(args, context):
    """The size of the difference of the rotations of two nodes at every instant."""
    result = args.RESULTAT
    fields = [result.field("DEPL", order) for order in result.orders]
    ends = [node_of(args, fields[0].mesh, word)[0] for word in ("GROUP_NO_ORIG", "GROUP_NO_EXTR")]
    for word, node in zip(("GROUP_NO_ORIG", "GROUP_NO_EXTR"), ends):
        if not all(name in fields[0].components and np.isfinite(fields[0].component(name)[node]) for name in TURNS):
            raise args.wrong(word, "its node has no rotations")
    turns = np.array([[field.component(name)[ends] for name in TURNS] for field in fields])
    size = np.linalg.norm(turns[..., 1] - turns[..., 0], axis=1)
    return Function(np.array(result.times, float), size, Properties("INST", "TOUTRESU"))
