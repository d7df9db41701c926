"""What a file that cannot be read says."""

from __future__ import annotations


class FileProblem(Exception):
    """A file is missing, empty, cut short or not what it should be.

    `path` is the file, `line` counts from 1 (None for a binary file), `reason` is one sentence without them; `known_as` is how
    code_aster's messages call it, empty where that is not said.
    """

    def __init__(self, path, reason: str, line: int | None = None, known_as: str = ""):
        self.path, self.known_as = str(path), known_as
        self.line = line
        self.reason = reason
        super().__init__(f"{self.path}:{line}: {reason}" if line else f"{self.path}: {reason}")


def read_bytes(path) -> bytes:
    """The whole content of a file; FileProblem where it is missing, a folder, unreadable or empty."""
    try:
        with open(path, "rb") as stream:
            content = stream.read()
    except FileNotFoundError:
        raise FileProblem(path, "the file does not exist") from None
    except IsADirectoryError:
        raise FileProblem(path, "this is a folder, not a file") from None
    except OSError as error:
        raise FileProblem(path, f"the file cannot be read ({error.strerror})") from None
    if not content.strip():
        raise FileProblem(path, "the file is empty")
    return content
