"""EXEC_LOGICIEL: run a program of the system from a deck (u7.00.01)."""

from __future__ import annotations

import re
import subprocess

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP

PRINTED = 6
"""The unit of messages."""


@operator(
    "EXEC_LOGICIEL",
    keywords=dict(
        LOGICIEL=SIMP("o"),
        ARGUMENT=SIMP("f", max="**"),
        SHELL=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        CODE_RETOUR_MAXI=SIMP("f", typ="I", defaut=0, val_min=-1),
        INFO=SIMP("f", typ="I", defaut=2, into=(1, 2), advisory=True),
    ),
)
def exec_logiciel(args, context):
    """The program stands where the results go, and finds there the files of the units that its arguments call fort.N.

    A return code above CODE_RETOUR_MAXI is a failure, none is when that is -1.
    """
    words = [args.LOGICIEL, *(args.ARGUMENT or ())]
    line = " ".join(words)
    units = {int(unit) for unit in re.findall(r"\bfort\.(\d+)\b", line)}
    with context.files.at_desk(units) as folder:
        if "REPE_OUT" in line:
            (folder / "REPE_OUT").mkdir(exist_ok=True)
        shell = args.SHELL == "OUI"
        try:
            done = subprocess.run(line if shell else words, shell=shell, capture_output=True, text=True, errors="replace", check=False)
        except OSError as error:
            raise args.wrong("LOGICIEL", f"{args.LOGICIEL} cannot be run ({error.strerror})") from None
    if done.stdout:
        context.write(PRINTED, done.stdout)
    most, code = args.CODE_RETOUR_MAXI, done.returncode
    if 0 <= most < code:
        told = done.stderr.strip().splitlines()[-1:]
        raise args.wrong("LOGICIEL", ": ".join([f"{args.LOGICIEL} ended with the code {code}, at most {most} is allowed", *told]))
