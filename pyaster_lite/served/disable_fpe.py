"""code_aster.CA.disable_fpe: a block in which floating point exceptions do not stop the deck; here they never do."""

from __future__ import annotations

from contextlib import nullcontext

from pyaster_lite.catalogue.registry import SERVED


@SERVED.register("code_aster.CA.disable_fpe")
def disable_fpe(study):
    """The context manager."""
    return nullcontext
