"""pyaster-lite: runs code_aster command files in Python."""

__version__ = "0.1.0"


def __getattr__(name):
    """`run`, `check` and `Refused`, imported when first asked for."""
    if name in ("run", "check"):
        from pyaster_lite import api

        return getattr(api, name)
    if name == "Refused":
        from pyaster_lite.diagnostics import Refused

        return Refused
    raise AttributeError(name)
