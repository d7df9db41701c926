"""The modules that a deck imports to reach code_aster's words: served from here while a python block runs."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import sys
from collections.abc import Mapping
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

# First words of the dotted names that belong to code_aster, of today and of the older versions, of what its processes talk by, and of
# the arrays that it had before numpy.
_ROOTS = """
    aster aster_core aster_pkginfo code_aster Accas Cata Comportement Contrib Execution Macro Messages Miss SD Utilitai
    asrun libaster libAsterGC med_aster mpi4py Noyau run_aster LinearAlgebra Numeric
"""
ROOTS = frozenset(_ROOTS.split())
_COMMANDS = ("code_aster.Commands", "code_aster.Cata.Syntax", "code_aster.Cata.Commands", "code_aster.Cata.Language.Syntax", "Accas")
_COMMANDS += ("Cata.cata",)
_PACKAGES = ("code_aster.MacroCommands", "code_aster.CodeCommands", "Contrib")
"""Packages with a module for each command."""
_ARRAYS = ("Numeric", "LinearAlgebra")
_SESSION = ("code_aster", "code_aster.CA", "aster")
_ALSO_THERE = {
    "code_aster.Objects": "code_aster.CA",
    "code_aster.ObjectsExt": "code_aster.CA",
    "code_aster.Supervis": "code_aster.CA",
    "code_aster.Supervis.ExecuteCommand": "code_aster.CA",
    "code_aster.Supervis.exceptions_ext": "code_aster.CA",
    "libaster": "code_aster.CA",
}
"""Modules of code_aster whose classes and functions others hand on."""
_GATHERED = "code_aster.Utilities"
"""A package that hands on what stands in its modules."""


class NotServed(ImportError):
    """A module of code_aster, or a name of one, that is not served; `what` is its dotted name."""

    def __init__(self, what):
        self.what = what.removeprefix("code_aster.") if what.startswith("code_aster.CA.") else what
        super().__init__(f"pyaster-lite does not have {self.what} yet", name=what)


class _Module(ModuleType):
    """A module that says which of code_aster's names it does not have."""

    __path__: list[str] = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotServed(f"{self.__name__}.{name}")


class Modules(MetaPathFinder, Loader):
    """Serves code_aster's modules.

    `words` are what `code_aster.Commands` and its older namesakes hold (the commands, `_F`, `CO`); `session` what
    `code_aster`, `CA` and `aster` hold, `CA` the words as well; `extras` give further modules by dotted name.
    """

    def __init__(self, words: Mapping, session: Mapping, extras: Mapping[str, Mapping] | None = None):
        self._words = words
        self._contents: dict[str, Mapping] = dict.fromkeys(_COMMANDS, words)
        self._contents |= {name: {**session} for name in _SESSION}
        self._contents |= dict.fromkeys(_PACKAGES, {})
        self._contents |= {"Cata": {}, "code_aster.Cata": {}}
        for name, more in (extras or {}).items():
            self._contents[name] = {**self._contents.get(name, {}), **more}
        self._contents["code_aster.CA"] = {**words, **self._contents["code_aster.CA"]}
        for name, other in _ALSO_THERE.items():
            self._contents[name] = {**self._contents[other], **self._contents.get(name, {})}
        self._made: dict[str, ModuleType] = {}
        self._study: dict[str, ModuleType] = {}

    def module(self, name: str) -> ModuleType:
        """One of the modules served; raises NotServed."""
        if name not in self._contents and name.rpartition(".")[0] in _PACKAGES:
            self._contents[name] = self._words
        if name not in self._contents and name.rpartition(".")[0] == _GATHERED:
            self._contents[name] = self._contents.get(_GATHERED, {})
        if name not in self._contents and name in _ARRAYS:
            from .former_arrays import former_arrays

            self._contents |= former_arrays()
        if name not in self._contents:
            raise NotServed(name)
        if name not in self._made:
            made = self._made[name] = _Module(name)
            made.__dict__.update(self._contents[name])
            made.__all__ = [word for word in self._contents[name] if not word.startswith("__")]
            for other in self._contents:
                parent, _, child = other.rpartition(".")
                if parent == name and child not in self._contents[name]:
                    setattr(made, child, self.module(other))
        return self._made[name]

    def find_spec(self, fullname, path=None, target=None):
        """Called by Python's import for each name that it looks for."""
        if fullname.partition(".")[0] not in ROOTS:
            return None
        self.module(fullname)
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec):
        """The module that is served under the name."""
        return self.module(spec.name)

    def exec_module(self, module):
        """Nothing to run: the module is made with its content."""

    @contextlib.contextmanager
    def served(self, *folders):
        """While this lasts, imports find these modules first, then those that stand in `folders`.

        Meanwhile `_F` and `CO` are there in every module, as in code_aster. Afterwards Python's own table of modules is as it was:
        studies run one after the other do not mix theirs.
        """
        everywhere = {word: own[word] for own in self._contents.values() for word in ("_F", "CO") if word in own}
        # a study may run within a block of another
        outer = {word: vars(builtins)[word] for word in everywhere if word in vars(builtins)}
        vars(builtins).update(everywhere)
        known = dict(sys.modules)
        path = list(sys.path)
        for name in [name for name in known if name.partition(".")[0] in ROOTS]:
            del sys.modules[name]
        sys.modules.update(self._study)
        sys.meta_path.insert(0, self)
        sys.path[:0] = map(str, folders)
        importlib.invalidate_caches()
        try:
            yield self
        finally:
            for word in everywhere:
                vars(builtins).pop(word, None)
            vars(builtins).update(outer)
            sys.meta_path.remove(self)
            sys.path[:] = path
            for name, module in list(sys.modules.items()):
                if name not in known and _stands_in(module, folders):
                    self._study[name] = module
                if name in self._study or name.partition(".")[0] in ROOTS:
                    del sys.modules[name]
            sys.modules.update(known)


def _stands_in(module, folders):
    file = getattr(module, "__file__", None)
    return file is not None and any(Path(file).resolve().is_relative_to(Path(folder).resolve()) for folder in folders)
