"""DEBUG: checks that code_aster makes of itself between commands; none of them changes a result."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP


@operator("DEBUG", keywords={word: SIMP("f", into=("OUI", "NON"), advisory=True) for word in ("SDVERI", "JXVERI", "JEVEUX", "IMPR_MACRO")})
def debug(args, context):
    """Nothing to do."""
