"""code_aster.Utilities.logger: what a deck's Python tells besides results."""

from __future__ import annotations

import logging

from pyaster_lite.catalogue.registry import SERVED


@SERVED.register("code_aster.Utilities.logger")
def logger(study):
    """A logger of Python; its level changes what decks say, nothing that is computed."""
    return logging.getLogger("code_aster")
