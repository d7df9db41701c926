"""code_aster.Utilities.logger: what a deck's Python tells besides results."""

from __future__ import annotations

import logging

from pyaster_lite.catalogue.registry import SERVED

_MODULE = "code_aster.Utilities.logger"


@SERVED.register(_MODULE, f"{_MODULE}.logger")
def logger(study):
    """A logger of Python; its level changes what decks say, nothing that is computed."""
    return logging.getLogger("code_aster")


for _level in ("DEBUG", "INFO", "WARNING", "ERROR"):
    for _word in (f"code_aster.Utilities.{_level}", f"{_MODULE}.{_level}"):
        SERVED.add(_word, lambda study, level=_level: getattr(logging, level))
