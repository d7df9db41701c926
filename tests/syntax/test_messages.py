"""What a user reads after a syntax error: bad texts beside the exact messages, in messages.txt.

`PYASTER_ACCEPT=1 pytest tests/syntax/test_messages.py` writes the messages anew.
"""

import os
from pathlib import Path

import pytest

from pyaster_lite.diagnostics import Refused, render
from pyaster_lite.syntax.parser import parse

SNAPSHOT = Path(__file__).with_name("messages.txt")

BAD = {
    "comma missing at the end of a line": "MA = LIRE_MAILLAGE(FORMAT='MED'\n                   UNITE=20)\n",
    "comma missing on one line": "MA = LIRE_MAILLAGE(FORMAT='MED' UNITE=20)\n",
    "comma missing between factors": "A = CMD(F=(_F(X=1)\n           _F(X=2)))\n",
    "parenthesis open at the next command": "MA = LIRE_MAILLAGE(FORMAT='MED',\n    UNITE=20\n\nMO = AFFE_MODELE(MAILLAGE=MA)\n",
    "parenthesis open at the next command, after a comma": "MA = LIRE_MAILLAGE(FORMAT='MED',\n\nMO = AFFE_MODELE(MAILLAGE=MA)\nFIN()\n",
    "parenthesis open at the end": "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='MED', F=_F(A=1)\n",
    "bracket open": "L = [1, 2,\nMA = LIRE_MAILLAGE()\n",
    "parenthesis that closes nothing": "MA = LIRE_MAILLAGE(UNITE=20))\n",
    "wrong closing sign": "L = (1, 2]\n",
    "text not closed": "MA = LIRE_MAILLAGE(FORMAT='MED, UNITE=20)\nFIN()\n",
    "long text not closed": 'F = FORMULE(VALE="""X + 1, NOM_PARA="X")\n',
    "value missing before a comma": "MA = LIRE_MAILLAGE(UNITE=, FORMAT='MED')\n",
    "value missing before a parenthesis": "MA = LIRE_MAILLAGE(UNITE=)\n",
    "value missing at the end of the line": "A =\nDEBUT()\n",
    "two commas": "MA = LIRE_MAILLAGE(UNITE=20,, FORMAT='MED')\n",
    "operand missing": "A = 2 * / 3\n",
    "FORTRAN exponent": "A = CMD(PAS=1.0D-3)\n",
    "number stuck to a word": "A = 3E\nB = 2x\n",
    "curly quotes": "A = CMD(X=‘MED’)\n",
    "no-break space": "A = CMD(X=1,\u00a0Y=2)\n",
    "strange sign": "A = CMD(X=1 ? 2)\n",
    "keyword in quotes": "A = CMD('X'=1)\n",
    "word of the language as a keyword": "A = CMD(lambda=1, X=2)\n",
    "assignment in a condition": "x = 1\nif x = 1:\n    y = 2\n",
    "colon missing": "for i in range(3)\n    x = i\n",
    "unexpected indentation": "DEBUT()\n  MA = LIRE_MAILLAGE()\n",
    "block not indented": "if True:\nMA = LIRE_MAILLAGE()\n",
    "alignment": "if True:\n        A = 1\n    B = 2\n",
    "backslash": "A = 1 + \\ 2\n",
    "word too many": "MA LIRE_MAILLAGE()\n",
    "block without end": "for i in range(3):\n",
    "several errors": "A = LIRE_MAILLAGE(UNITE=20 FORMAT='MED')\nB = AFFE_MODELE(MAILLAGE=)\nC = 1.0D0\nFIN()\n",
    "error in the middle of good commands": "DEBUT()\nA = CMD(X=1,\n        Y=2 Z=3)\nFIN()\n",
    "word of the language as a name": "for = 3\n",
}


def shown(text):
    """All messages for a text, as the user reads them."""
    with pytest.raises(Refused) as caught:
        parse(text, "deck.comm")
    return "\n".join(render(diagnostic, text) for diagnostic in caught.value.diagnostics)


def sections():
    """The snapshot by title."""
    parts = SNAPSHOT.read_text(encoding="utf-8").split("=== ")[1:]
    return dict(part.rstrip("\n").split("\n", 1) for part in parts)


def test_accept():
    if os.environ.get("PYASTER_ACCEPT"):
        whole = "\n".join(f"=== {title}\n{shown(text)}\n" for title, text in BAD.items())
        SNAPSHOT.write_text(whole, encoding="utf-8")


@pytest.mark.parametrize("title", BAD)
def test_syntax_error_reads(title):
    assert shown(BAD[title]) == sections()[title]
