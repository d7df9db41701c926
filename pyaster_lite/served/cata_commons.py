"""code_aster.Cata.Commons: what declarations of several commands share."""

from __future__ import annotations

from pyaster_lite.catalogue.commons.function_reading import PARAMETERS
from pyaster_lite.catalogue.registry import SERVED


@SERVED.register("code_aster.Cata.Commons.C_PARA_FONCTION")
def c_para_fonction(study):
    """C_PARA_FONCTION(): the names that a parameter of a function may have."""
    return lambda: tuple(PARAMETERS)
