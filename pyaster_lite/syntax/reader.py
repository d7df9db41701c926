"""From the bytes of a command file to its text."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity

_COOKIE = re.compile(rb"\A(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read_text(path) -> str:
    """The text of a command file, with ends of line as "\\n"; raises Refused when it cannot be read as text."""
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise _refused(path, "there is no such file") from None
    except IsADirectoryError:
        raise _refused(path, "this is a folder, not a command file") from None
    except OSError as error:
        raise _refused(path, f"the file cannot be read: {error.strerror}") from None
    return decode(data, path)


def decode(data: bytes, path) -> str:
    """The text in `data`: what a byte order mark or a coding line announces, else UTF-8, else latin-1.

    A coding line that does not fit the text is passed over; a byte order mark that does not is refused.
    """
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    cookie = _COOKIE.match(data)
    announced = (cookie.group(1).decode("ascii"),) if cookie else ()
    if marked is None and b"\0" in data:
        raise _refused(path, "this is not a text file")
    for encoding in (marked,) if marked else (*announced, "utf-8", "latin-1"):
        try:
            return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except (UnicodeDecodeError, LookupError):
            continue
    raise _refused(path, f"the text is not in the encoding that its first bytes announce, {marked}")


def _refused(path, message):
    return Refused([Diagnostic(Severity.ERROR, "S010", f"{path}: {message}")])
