"""REST_SPEC_TEMP: responses from time to frequency and back by Fourier transforms (u4.63.34)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.generalised import Harmonic, Transient
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.fourier import histories_of, spectra_of

MOTION = ("DEPL", "VITE", "ACCE")
OTHER_SIDE = {"dyna_trans": "dyna_harmo", "dyna_harmo": "dyna_trans", "tran_gene": "harm_gene", "harm_gene": "tran_gene"}
EVEN = 1e-6


@operator(
    "REST_SPEC_TEMP",
    produces=lambda args: OTHER_SIDE.get(kind_of(args.get("RESULTAT")) or kind_of(args.get("RESU_GENE"))),
    rules=UN_PARMI("RESU_GENE", "RESULTAT"),
    keywords=dict(
        RESU_GENE=SIMP("f", typ=("harm_gene", "tran_gene")),
        RESULTAT=SIMP("f", typ=("dyna_harmo", "dyna_trans")),
        METHODE=SIMP("f", into=("PROL_ZERO", "TRONCATURE"), defaut="PROL_ZERO"),
        SYMETRIE=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        TOUT_CHAM=SIMP("f", into=("OUI",)),
        NOM_CHAM=SIMP("f", max=3, into=MOTION, validators=(no_repeat,)),
        ACCELERATION_MPI=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
        b_puissance=BLOC(equal("METHODE", "PROL_ZERO"), N_PUIS=SIMP("o", typ="I", val_min=0)),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def rest_spec_temp(args, context):
    """Transform each field of the response that is asked for."""
    args.mark_read("TOUT_CHAM")
    if args.RESULTAT is not None:
        return _physical(args, context)
    return _generalised(args, context)


def _transform(args, context, places):
    """What turns values along the first axis into (places on the other side, values there)."""
    word = "RESULTAT" if args.RESULTAT is not None else "RESU_GENE"
    if len(places) < 2:
        raise args.wrong(word, f"{args[word].name} has {len(places)} storage order: a transform needs two at least")
    steps = np.diff(places)
    if not steps[0] > 0.0:
        raise args.wrong(
            word, f"the first two storage orders of {args[word].name} are at {places[0]:.9g} and {places[1]:.9g}: they must rise"
        )
    if np.abs(steps - steps[0]).max() > EVEN * steps[0]:
        what = "the storage orders are not equally spaced: they are transformed as if each step were the first"
        context.warn(args, word, f"{args[word].name}: {what}, {steps[0]:.9g}")
    towards = spectra_of if OTHER_SIDE[args[word].kind] in ("dyna_harmo", "harm_gene") else histories_of
    return lambda values: towards(np.asarray(values), steps[0], args.METHODE, args.SYMETRIE == "OUI", args.get("N_PUIS") or 0)


def _names(args, has):
    found = [name for name in args.NOM_CHAM or MOTION if has(name)]
    if not found:
        word = "NOM_CHAM" if args.NOM_CHAM else None
        raise args.wrong(word, f"the response has none of the fields {', '.join(args.NOM_CHAM or MOTION)}")
    return found


def _physical(args, context):
    source = args.RESULTAT
    orders, to_time = source.orders, source.kind == "dyna_harmo"
    turned = _transform(args, context, source.access("FREQ" if to_time else "INST"))
    result = Result(OTHER_SIDE[source.kind], source.mesh, source.model)
    for name in _names(args, lambda name: source.has_field(name, orders[0])):
        fields = [source.field(name, order) for order in orders]
        components = fields[0].components
        places, values = turned([field.values for field in fields])
        for place, (parameter, value) in enumerate(zip(places.tolist(), values), 0 if to_time else 1):
            made = NodeField(source.mesh, "DEPL_R" if to_time else "DEPL_C", components, value)
            result.store(place, {"INST" if to_time else "FREQ": parameter}, {name: made})
    return result


def _generalised(args, context):
    source = args.RESU_GENE
    to_time = isinstance(source, Harmonic)
    turned = _transform(args, context, source.frequencies if to_time else source.times)
    made = {name: turned(source.of(name)) for name in _names(args, lambda name: not to_time or name in source.names)}
    places, first = next(iter(made.values()))
    values = {name: value for name, (_, value) in made.items()}
    if not to_time:
        common = (source.basis, source.mass, source.stiffness, np.arange(len(places)), places)
        return Harmonic(*common, values.get("DEPL", np.zeros_like(first)), tuple(values), transformed=values)
    motions = [values.get(name, np.zeros_like(first)) for name in MOTION]
    steps = np.full(len(places), places[1])
    return Transient(source.basis, source.mass, source.stiffness, np.arange(len(places)), places, steps, *motions)
