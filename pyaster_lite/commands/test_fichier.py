"""TEST_FICHIER: how many numbers a text file holds, their sums, and the digest of the text around them (u4.92.04)."""

from __future__ import annotations

import hashlib
import re

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.test_reference import expected_values
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import PRESENT_PRESENT
from pyaster_lite.commands._tests import compare
from pyaster_lite.commands._tests_old import old_tests

_WITH_EXPONENT = re.compile(r"[-+]?[0-9]{1}[0-9\.]+[eED][\-\+]{0,1}[0-9]+")
_WITH_POINT = re.compile(r"[-+]?[0-9]+?\.[0-9]*")
_INTEGER = re.compile("[0-9]+")
_MODULO = 2147483647


@operator(
    "TEST_FICHIER",
    legacy=(*old_tests(), Renamed("VALE_K", "VALE_CALC_K", last="11.2.17"),),
    rules=PRESENT_PRESENT("VALE_CALC_I", "NB_VALE_I"),
    keywords={
        "FICHIER": SIMP("o"),
        "EXPR_IGNORE": SIMP(max="**"),
        "NB_VALE": SIMP("o", typ="I"),
        "NB_VALE_I": SIMP(typ="I"),
        "INFO": SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        **expected_values(suffixes=("", "_I", "_K"), many=False, absolute=False, kinds=False, reference=False),
        "TYPE_TEST": SIMP(into=("SOMM", "SOMM_ABS"), defaut="SOMM"),
    },
)
def test_fichier(args, context):
    """One row for each expected value."""
    path = context.files.find(args.FICHIER, args.span_of("FICHIER"))
    reals, integers, digest = numbers_of(path.read_text(encoding="utf-8", errors="surrogateescape"), _ignored(args))
    measure = abs if args.TYPE_TEST == "SOMM_ABS" else float
    total = sum(map(measure, reals))
    total_i = int(sum(map(measure, integers))) % _MODULO
    relative = args.CRITERE == "RELATIF"
    args.mark_read("ORDRE_GRANDEUR")
    checks = (
        ("NB_VALE", "how many reals", len(reals), 0.0, False),
        ("VALE_CALC", f"{args.TYPE_TEST} of the reals", total, args.TOLE_MACHINE, relative),
        ("NB_VALE_I", "how many integers", len(integers), 0.0, False),
        ("VALE_CALC_I", f"{args.TYPE_TEST} of the integers", total_i, args.TOLE_MACHINE, relative),
        ("VALE_CALC_K", "digest of the text", digest, 0.0, False),
    )
    for word, quantity, computed, tolerance, is_relative in checks:
        if args[word] is not None:
            compare(args, context, word, computed, args[word], tolerance, is_relative,
                    command="TEST_FICHIER", concept=args.FICHIER, quantity=quantity, legend=args.LEGENDE or "")  # fmt: skip


def _ignored(args):
    patterns = []
    for item, text in enumerate(args.EXPR_IGNORE or ()):
        try:
            patterns.append(re.compile(text))
        except re.error as error:
            raise args.wrong("EXPR_IGNORE", f"{text!r} is no regular expression: {error}", item=item) from None
    return patterns


def numbers_of(text: str, ignored=()):
    """(reals, integers, digest of what is left without any blank) of a text, lines that match an ignored pattern left out."""
    lines = text.splitlines(keepends=True)
    lines = [line for line in lines if not any(pattern.search(line) for pattern in ignored)]
    reals, integers, digest = [], [], hashlib.md5(usedforsecurity=False)
    # By packets of 1000 lines, as code_aster does: a number is never sought across two of them.
    for start in range(0, len(lines) + 1, 1000):
        packet = "".join(lines[start : start + 1000])
        found = [number.replace("D", "E") for number in _WITH_EXPONENT.findall(packet)]
        packet = _WITH_EXPONENT.sub("", packet)
        found += _WITH_POINT.findall(packet)
        packet = _WITH_POINT.sub("", packet)
        reals += map(float, found)
        integers += map(int, _INTEGER.findall(packet))
        digest.update("".join(_INTEGER.sub("", packet).split()).encode("utf-8", "surrogateescape"))
    return reals, integers, digest.hexdigest()
