"""code_aster.Utilities.localization and Cata.Syntax.tr: the language of messages, which is one here."""

from __future__ import annotations

from types import SimpleNamespace

from pyaster_lite.catalogue.registry import SERVED


@SERVED.register("code_aster.Cata.Syntax.tr", "code_aster.Utilities.translate")
def translate(study):
    """tr(text): the text itself; there are no translations."""
    return str


@SERVED.register("code_aster.Utilities.localization")
def localization(study):
    """Where translations lie: in the folder of the deck, if anywhere."""
    return SimpleNamespace(localedir=str(study.files.folders[0] / "locale"), current_lang="en", domain="")
