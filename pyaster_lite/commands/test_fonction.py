"""TEST_FONCTION: values and attributes of functions against expected ones (u4.92.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.test_reference import expected_values, one_expected
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._tests import report
from pyaster_lite.commands._tests_old import known, old_tests
from pyaster_lite.verification.rows import TestRow, judge_text

FUNCTIONS = ("fonction_sdaster", "fonction_c", "nappe_sdaster", "formule", "formule_c")
ATTRIBUTES = (
    "NOM_PARA", "NOM_RESU", "PROL_DROITE", "PROL_GAUCHE", "INTERPOL",
    "PROL_GAUCHE_FONC", "PROL_DROITE_FONC", "INTERPOL_FONC", "NOM_PARA_FONC",
)  # fmt: skip


@operator(
    "TEST_FONCTION",
    legacy=(
        *old_tests("VALEUR"),
        Renamed("TEST_NOOK", "TEST_NOOK", lambda value: None if value == "NON" else value, last="14.1.12"),
        Renamed("ATTRIBUT/REFERENCE", "ATTRIBUT/REFERENCE", known, last="11.2.17"),
    ),
    keywords=dict(
        VALEUR=FACT(
            max="**",
            rules=(UN_PARMI("VALE_PARA", "INTERVALLE"), one_expected(("", "_C"))),
            FONCTION=SIMP("o", typ=FUNCTIONS),
            NOM_PARA=SIMP(max=2, validators=(no_repeat,)),
            VALE_PARA=SIMP(typ="R", max=2, validators=(no_repeat,)),
            INTERVALLE=SIMP(typ="R", min=2, max=2, validators=(no_repeat,)),
            **expected_values(suffixes=("", "_C")),
        ),
        ATTRIBUT=FACT(
            max="**",
            FONCTION=SIMP("o", typ=FUNCTIONS),
            PARA=SIMP(typ="R"),
            CRIT_PARA=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
            PREC_PARA=SIMP(typ="R", defaut=1e-3),
            ATTR=SIMP("o", into=ATTRIBUTES),
            ATTR_REFE=SIMP("o"),
            REFERENCE=SIMP(into=("ANALYTIQUE", "SOURCE_EXTERNE", "AUTRE_ASTER")),
        ),
    ),
)
def test_fonction(args, context):
    """One row for each VALE_CALC, each VALE_REFE and each attribute."""
    for occurrence in args.VALEUR:
        _value(occurrence, context)
    for occurrence in args.ATTRIBUT:
        _attribute(occurrence, context)


def _value(args, context):
    function = args.FONCTION
    # TYPE_TEST is a word of the catalogue that code_aster never looks at here.
    args.mark_read("TYPE_TEST")
    if "INTERVALLE" in args:
        low, high = args.INTERVALLE
        if function.kind != "fonction_sdaster":
            raise args.wrong("INTERVALLE", f"a mean over an interval needs a real function of one parameter, not {function.kind}")
        computed, access = _mean(function, low, high), f"mean over [{low:.9g}, {high:.9g}]"
    else:
        names, values = _ordered(args, function)
        computed = function(*values)
        access = ", ".join(f"{name} {value:.9g}" for name, value in zip(names, values))
    report(args, context, computed, command="TEST_FONCTION", concept=function.name, access=access, zero_is_skipped=False)


def _mean(function, low, high):
    """The mean between two abscissas: the trapeze primitive, itself interpolated at both, as code_aster takes it."""
    primitive = function.trapeze(0.0).with_properties(function.properties)
    return (primitive(high) - primitive(low)) / (high - low)


def _ordered(args, function):
    """(names, values) of the parameters in the order of the function's own."""
    values = args.VALE_PARA
    own = function.parameters or ("TOUTPARA",)
    names = args.NOM_PARA or own
    if len(values) != len(own) or (len(own) > 1 and len(names) != len(own)):
        raise args.wrong("VALE_PARA", f"{function.name} depends on {', '.join(own)}, but {len(values)} values are given")
    if len(own) == 1:
        return own, values
    if set(names) != set(own):
        raise args.wrong("NOM_PARA", f"{function.name} depends on {', '.join(own)}, not on {', '.join(names)}")
    given = dict(zip(names, values))
    return own, tuple(given[name] for name in own)


def _attribute(args, context):
    function, word = args.FONCTION, args.ATTR
    where = ""
    if word.endswith("_FONC"):
        found, where = _inner(args, function, word)
    elif not hasattr(function, "properties"):
        raise args.wrong("FONCTION", f"{function.name} is a formula: it has no {word}")
    else:
        found = function.properties.as_dict()[word]
    args.mark_read("PARA", "CRIT_PARA", "PREC_PARA")
    found = " ".join(found) if isinstance(found, list) else found
    computed, reference, gap, verdict = judge_text(found, args.ATTR_REFE)
    context.test(
        TestRow(
            "TEST_FONCTION", "VALE_REFE", args.REFERENCE or "NON_REGRESSION", function.name, word, "", where, "",
            computed, reference, gap, 0.0, False, verdict, "", args.span_of("ATTR_REFE"),
        )
    )  # fmt: skip


def _inner(args, family, word):
    """An attribute of the functions of a family: of the one at PARA, else of the first."""
    if family.kind != "nappe_sdaster":
        raise args.wrong("ATTR", f"{word} is an attribute of a nappe_sdaster, not of a {family.kind}")
    if word == "NOM_PARA_FONC":
        return family.inner_parameter, ""
    index, para = 0, args.PARA
    if para is not None:
        width = args.PREC_PARA * (np.abs(family.values) if args.CRIT_PARA == "RELATIF" else 1.0)
        near = np.flatnonzero(np.abs(para - family.values) <= width)
        if not near.size:
            raise args.wrong("PARA", f"{family.name} has no function at {para:.9g}")
        index = int(near[0])
    properties = family.functions[index].properties.as_dict()
    return properties[word.removesuffix("_FONC")], f"{family.properties.parameter} {family.values[index]:.9g}"
