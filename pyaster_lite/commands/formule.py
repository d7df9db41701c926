"""FORMULE: a function given by an expression (u4.31.05)."""

from __future__ import annotations

from functools import partial

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.formula import Formula


@operator(
    "FORMULE",
    produces=lambda values: "formule_c" if "VALE_C" in values else "formule",
    early=True,
    rules=UN_PARMI("VALE", "VALE_C"),
    keywords=dict(
        VALE=SIMP(),
        VALE_C=SIMP(),
        NOM_PARA=SIMP("o", max="**", validators=(no_repeat,)),
    ),
    others=True,
)
def formule(args, context):
    """Compile the expression; every other keyword is the value of a name in it. A $ behind a parameter is no part of its name."""
    from pyaster_lite.syntax import formula

    word = "VALE_C" if "VALE_C" in args else "VALE"
    compiler = partial(formula.Formula, span=args.span_of(word), python=context.options.python)
    parameters = [name.rstrip("$") for name in args.NOM_PARA]
    return Formula(args[word], parameters, args.others(), word == "VALE_C", compiler)
