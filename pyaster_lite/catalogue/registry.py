"""Open lists: one folder, one file per member, each member registers itself under the deck's word."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cached_property
from itertools import chain
from pathlib import Path


class Registry:
    """The members of one open folder, imported only when asked for.

    A file is named by its main word in lower case, so that a word is found without importing its
    neighbours; a file may register further words of its family, found in those that write the word, in those
    whose name begins as the word does (SIGM_NOEU in sigm_elga), and at last by importing the whole folder.

    package  the folder
    spelt    whether every word stands in quotes in the file that registers it: one that none writes is then nobody's
    """

    def __init__(self, package: str, spelt: bool = False):
        self.package, self.spelt = package, spelt
        self._members: dict[str, object] = {}
        self._sought: set[str] = set()
        self._complete = False

    def add(self, word: str, member):
        """Register `member` under `word`; raises ValueError when the word is taken by another member."""
        if self._members.setdefault(word, member) is not member:
            raise ValueError(f"{word} is registered twice in {self.package}")
        return member

    def register(self, *words: str):
        """Decorator that registers a class or function under one or several words."""

        def decorate(member):
            for word in words:
                self.add(word, member)
            return member

        return decorate

    @cached_property
    def stems(self) -> list[str]:
        """The file names of the folder, without importing any of them."""
        path = importlib.import_module(self.package).__path__
        return sorted(info.name for info in pkgutil.iter_modules(path) if not info.name.startswith("_"))

    @cached_property
    def _texts(self) -> dict[str, bytes]:
        (folder,) = importlib.import_module(self.package).__path__
        files = ((stem, Path(folder, f"{stem}.py")) for stem in self.stems)
        return {stem: file.read_bytes() for stem, file in files if file.is_file()}

    def _load(self, stem):
        importlib.import_module(f"{self.package}.{stem}")

    def words(self) -> list[str]:
        """Every registered word, sorted; imports the whole folder."""
        if not self._complete:
            for stem in self.stems:
                self._load(stem)
            self._complete = True
        return sorted(self._members)

    def loaded(self) -> dict[str, object]:
        """The members that are imported already, by word."""
        return dict(self._members)

    def among(self, words) -> list[str]:
        """Those of the words whose members are imported already, sorted."""
        return sorted(word for word in words if word in self._members)

    def get(self, word: str):
        """The member of that word, or None."""
        if word not in self._members and not self._complete and word not in self._sought:
            self._seek(word)
        return self._members.get(word)

    def _seek(self, word):
        if word.lower() in self.stems:
            self._load(word.lower())
        if word not in self._members:
            written, family = f'"{word}"'.encode(), word.lower().rpartition("_")[0]
            writing = [stem for stem, text in self._texts.items() if written in text]
            akin = [stem for stem in self.stems if family and not self.spelt and f"{stem}_".startswith(f"{family}_")]
            for stem in dict.fromkeys((*writing, *akin)):
                self._load(stem)
                if word in self._members:
                    break
        if word not in self._members and not self.spelt:
            self.words()
        self._sought.add(word)

    def __getitem__(self, word: str):
        member = self.get(word)
        if member is None:
            raise KeyError(word)
        return member

    def __contains__(self, word: str) -> bool:
        return self.get(word) is not None

    def __iter__(self):
        return iter(self.words())


class AnyOf:
    """The words of several lists, one after the other."""

    def __init__(self, *lists):
        self._lists = lists

    def __contains__(self, word) -> bool:
        return any(word in words for words in self._lists)

    def __iter__(self):
        return chain.from_iterable(self._lists)


def closest(word: str, words) -> str | None:
    """The likely word among `words` for a misspelt one (also one in small letters), or None."""
    words = list(words)
    if word.upper() in words:
        return word.upper()
    matches = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    return matches[0] if matches else None


COMMANDS = Registry("pyaster_lite.commands", spelt=True)
MATERIALS = Registry("pyaster_lite.materials")
BEHAVIOURS = Registry("pyaster_lite.behaviours")
MODELISATIONS = Registry("pyaster_lite.modelisations")
THERMAL_MODELISATIONS = Registry("pyaster_lite.modelisations.thermal")
ACOUSTIC_MODELISATIONS = Registry("pyaster_lite.modelisations.acoustic")
LOADS = Registry("pyaster_lite.loads")
OPTIONS = Registry("pyaster_lite.options")
SCHEMES = Registry("pyaster_lite.schemes")
CONTACTS = Registry("pyaster_lite.contact")
MORTARS = Registry("pyaster_lite.contact.mortar")
LOCALISED = Registry("pyaster_lite.behaviours.localised")
FLUIDS = Registry("pyaster_lite.behaviours.porous.fluids")
RETENTIONS = Registry("pyaster_lite.behaviours.porous.retention")
MODAL_SCHEMES = Registry("pyaster_lite.schemes.modal")
DIRECT_SCHEMES = Registry("pyaster_lite.schemes.direct")
SERVED = Registry("pyaster_lite.served")


def origin_of(law):
    """The law of the catalogue that a law is, whatever precision it was given."""
    return getattr(law, "origin", None) or law
