"""code_aster.Utilities: the options under which a study runs, as decks ask for them and set them."""

from __future__ import annotations

import platform
from enum import Flag, auto

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity


class Options(Flag):
    """What a deck can switch on and off: none of it changes a result.

    UseLegacyMode   without it, commands with places CO("name") give these back by name; here they always do
    """

    UseLegacyMode = auto()
    ShowDeprecated = auto()
    ShowSyntax = auto()
    ShowChildCmd = auto()
    SaveBase = auto()


@SERVED.register("code_aster.Utilities.Options", "code_aster.Utilities.ExecutionParameter.Options")
def options(study):
    """The names of the options."""
    return Options


@SERVED.register("code_aster.Utilities.ExecutionParameter", "code_aster.Utilities.ExecutionParameter.ExecutionParameter")
def execution_parameter(study):
    """ExecutionParameter(): the same object for the whole study."""
    beside = study.files.decks[0].parent.absolute() if study.files.decks else "."
    settings = {"max_print": 100, "hostname": platform.node(), "rcdir": str(beside)}
    if study.files.export is not None and study.files.export.time_limit is not None:
        settings["tpmax"] = study.files.export.time_limit
    switched = Options.UseLegacyMode | Options.SaveBase

    class ExecutionParameter:
        @property
        def option(self):
            """The options that are on."""
            return switched

        def enable(self, option):
            """Switch options on."""
            nonlocal switched
            switched |= option

        def disable(self, option):
            """Switch options off."""
            nonlocal switched
            switched &= ~option

        def set_option(self, name, value):
            """Keep a value under a name."""
            settings[name] = value

        def get_option(self, name):
            """The value under a name; the folder of data (rcdir) is the deck's. Refused for what only an installation has."""
            if name not in settings:
                text = f"pyaster-lite has no {name}: that is a part of an installation of code_aster"
                raise Refused([Diagnostic(Severity.MISSING, "S022", text, study.span, feature=f"ExecutionParameter.get_option({name!r})")])
            return settings[name]

    return ExecutionParameter


TODAY = "17"
"""The version of code_aster whose language is spoken where a study is not dated."""


def _numbers(study) -> list[int]:
    """Major, minor and patch of the version that holds."""
    given = [int(number) for number in (study.options.aster_version or TODAY).rstrip("+").split(".")]
    return (given + [0, 0])[:3]


_VERSION = "code_aster.Cata.aster_version.VERSION_"
for _rank, _word in enumerate(("MAJOR", "MINOR", "PATCH")):
    SERVED.register(_VERSION + _word)(lambda study, rank=_rank: _numbers(study)[rank])
SERVED.register(_VERSION + "STR")(lambda study: ".".join(map(str, _numbers(study))))


@SERVED.register("code_aster.Utilities.get_version")
def get_version(study):
    """get_version(): the version that holds, as text."""
    return lambda: ".".join(map(str, _numbers(study)))
