"""TEST_RESU(GENE=...): generalised vectors, modes and transients (trgene in code_aster's words)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._storage import order_of
from pyaster_lite.commands._tests import report, search


def generalised(args, context):
    """The rows of one GENE."""
    concept = args.RESU_GENE
    reader = {"tran_gene": _of_transient, "mode_gene": _of_modes, "harm_gene": _of_harmonic}.get(concept.kind, _of_vector)
    reader(args, context, concept)


def parameter_row(args, context, result, order, access, **words):
    """The row of a parameter of a result."""
    value = result.parameter(args.PARA, order)
    if value is None:
        raise args.wrong("PARA", f"{result.name} has no parameter {args.PARA} at {access}")
    report(args, context, value, command="TEST_RESU", concept=result.name, quantity=args.PARA, access=access, **words)


def _row(args, context, concept, vector, **words):
    number = args.NUME_CMP_GENE
    if not 1 <= number <= len(vector):
        raise args.wrong("NUME_CMP_GENE", f"{concept.name} has {len(vector)} generalised coordinates, not {number}")
    place = f"coordinate {number}"
    report(args, context, vector[number - 1].item(), command="TEST_RESU", concept=concept.name, place=place, **words)


def _of_vector(args, context, concept):
    _row(args, context, concept, np.asarray(concept.vector))


def _of_modes(args, context, modes):
    order, access = order_of(args, modes, *search(args))
    if "PARA" in args:
        parameter_row(args, context, modes, order, access)
        return
    if args.NOM_CHAM != "DEPL":
        raise args.wrong("NOM_CHAM", f"{modes.name} has no field {args.NOM_CHAM}", help="it has DEPL")
    _row(args, context, modes, modes.vectors[order], quantity="DEPL", access=access)


def _of_transient(args, context, transient):
    step, access = _step(args, transient)
    vector = transient.of(args.NOM_CHAM)[step]
    _row(args, context, transient, vector, quantity=args.NOM_CHAM, access=access, instant=float(transient.times[step]))


def _of_harmonic(args, context, harmonic):
    if args.NOM_CHAM not in harmonic.names:
        raise args.wrong("NOM_CHAM", f"{harmonic.name} holds no field {args.NOM_CHAM}", help=f"it has {', '.join(harmonic.names)}")
    word = "NUME_ORDRE" if args.NUME_ORDRE is not None else "FREQ"
    wanted, known = args[word], harmonic.orders if word == "NUME_ORDRE" else harmonic.frequencies
    precision, criterion = search(args)
    width = 0.0 if word == "NUME_ORDRE" else precision * (abs(wanted) if criterion == "RELATIF" else 1.0)
    found = np.flatnonzero(np.abs(known - wanted) <= width)
    if len(found) != 1:
        count = len(found) or "no"
        help = f"they go from {known.min():.9g} to {known.max():.9g}"
        raise args.wrong(word, f"{harmonic.name} has {count} responses at {word} {wanted:.9g}", help=help)
    row = int(found[0])
    _row(args, context, harmonic, harmonic.of(args.NOM_CHAM)[row], quantity=args.NOM_CHAM, access=f"{word} {wanted:.9g}")


def _step(args, transient):
    """(row, access in words) of the archived step; the first and the last instant are tried before the others."""
    if args.NUME_ORDRE is not None:
        found = np.flatnonzero(transient.orders == args.NUME_ORDRE)
        if not found.size:
            raise args.wrong("NUME_ORDRE", f"{transient.name} has no storage order {args.NUME_ORDRE}")
        return int(found[0]), f"NUME_ORDRE {args.NUME_ORDRE}"
    precision, criterion = search(args)
    times, wanted = transient.times, args.INST
    widths = precision * (np.abs(times) if criterion == "RELATIF" else np.ones(len(times)))
    near = np.abs(times - wanted) <= widths
    tried = [0, len(times) - 1, *range(1, len(times) - 1)]
    step = next((i for i in tried if near[i]), None)
    if step is None:
        help = f"they go from {times[0]:.9g} to {times[-1]:.9g}"
        raise args.wrong("INST", f"{transient.name} has no archived instant at {wanted:.9g}", help=help)
    return step, f"INST {wanted:.9g}"
