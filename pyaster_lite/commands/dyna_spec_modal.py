"""DYNA_SPEC_MODAL: spectra of the coordinates of modes in a flow from those of what excites them (u4.63.15).

    S_ij(f) = conj(H_i) H_j E_ij,    H_i = 1 / (4 pi^2 m_i (f_i^2 - f^2 + 2 i xi_i f_i f))

at the velocity that is asked for; dampings that are not positive become 1e-6.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.commands._flow_spectra import velocity_of
from pyaster_lite.concepts.spectrum import Spectra

LEAST_DAMPING = 1e-6


@operator(
    "DYNA_SPEC_MODAL",
    produces="interspectre",
    keywords=dict(
        BASE_ELAS_FLUI=SIMP("o", typ="melasflu_sdaster"),
        VITE_FLUI=SIMP("o", typ="R"),
        PRECISION=SIMP("f", typ="R", defaut=1e-3),
        EXCIT=FACT("o", INTE_SPEC_GENE=SIMP("o", typ="interspectre")),
        OPTION=SIMP("f", defaut="TOUT", into=("TOUT", "DIAG")),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def dyna_spec_modal(args, context):
    """The modes are those that the excitation names."""
    made, source, whole = args.BASE_ELAS_FLUI, args.EXCIT.INTE_SPEC_GENE, args.OPTION == "TOUT"
    velocity = velocity_of(args, made)
    if whole and not source.whole:
        raise args.wrong("OPTION", f"{source.name} holds no terms between modes: OPTION must be DIAG")
    receptances = {}
    for order in source.indices:
        if order not in made.orders:
            raise args.EXCIT.wrong("INTE_SPEC_GENE", f"{source.name} has a term {order}, which is no mode of {made.name}")
        receptances[order] = _receptance(made, velocity, made.orders.index(order), source.frequencies)
    pairs = [pair for pair in source.values if whole or pair[0] == pair[1]]
    values = {(i, j): receptances[i].conj() * receptances[j] * source.term(i, j) for i, j in pairs}
    return Spectra(source.frequencies, values, "DEPL_GENE", whole)


def _receptance(made, velocity, mode, frequencies):
    own, damping = made.frequencies[velocity, mode], made.dampings[velocity, mode]
    damping = damping if damping > 0.0 else LEAST_DAMPING
    mass = made.masses[mode] if made.masses.ndim == 1 else made.masses[velocity, mode]
    return 1.0 / (4 * np.pi**2 * mass * (own**2 - frequencies**2 + 2j * damping * own * frequencies))
