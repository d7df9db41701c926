"""Points of a function as a deck gives them: shape, order of the abscissas, logarithms."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.function import Properties


def properties(args, parameter):
    """How the function is read, from INTERPOL, PROL_GAUCHE, PROL_DROITE and NOM_RESU."""
    return Properties.from_dict(
        {
            "NOM_PARA": parameter,
            "NOM_RESU": args.get("NOM_RESU", "TOUTRESU"),
            "INTERPOL": args.INTERPOL,
            "PROL_GAUCHE": args.PROL_GAUCHE,
            "PROL_DROITE": args.PROL_DROITE,
        }
    )


def rows(args, word, width):
    """The values of a keyword as an array (n, width); wrong when they do not come in groups of `width`."""
    values = args[word]
    if len(values) % width:
        raise args.wrong(word, f"{args.path}/{word} takes groups of {width} values, but has {len(values)}")
    return np.array(values, float).reshape(-1, width)


def in_order(args, word, x, y, strict, width=1, context=None):
    """(x, y) with ascending abscissas.

    `strict` refuses anything else, pointing at the culprit (value number `width` times its row). Otherwise points in
    another order are sorted with a warning, and an abscissa that comes twice in a row is refused all the same.
    """
    steps = np.diff(x)
    if (steps > 0).all():
        return x, y
    if strict:
        row = int(np.flatnonzero(~(steps > 0))[0]) + 1
        text = f"the abscissas must ascend strictly, but {x[row]:.9g} follows {x[row - 1]:.9g}"
        raise args.wrong(word, text, item=row * width)
    if (steps >= 0).all() or ((steps <= 0).all() and not (steps < 0).all()):
        row = int(np.flatnonzero(steps == 0)[0]) + 1
        raise args.wrong(word, f"the abscissa {x[row]:.9g} comes twice", item=row * width)
    context.warn(args, word, "the points are not in ascending order of their abscissas: they are sorted")
    x, place = np.unique(x, return_index=True)
    return x, y[place]


def check_logarithms(args, word, x, y, pair):
    """Refuse values that a logarithmic interpolation cannot take."""
    for axis, values, what in zip(pair, (x, y), ("abscissa", "ordinate")):
        if axis == "LOG" and (np.iscomplexobj(values) or (values <= 0).any()):
            culprit = "complex values" if np.iscomplexobj(values) else f"the {what} {values[values <= 0][0]:.9g}"
            raise args.wrong(word, f"INTERPOL='LOG' needs positive values, not {culprit}")
