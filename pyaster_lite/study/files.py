"""Logical units: the numbers by which a deck calls its files, and the paths behind them.

A unit is resolved, in this order, by what the deck said (DEFI_FICHIER), what the run wrote, `--unit 20=PATH`, the .export
file, and at last by convention: a file of the deck's stem beside the deck or in ../meshes/, whose extension is the unit's
number (deck.21) or usual for that unit (deck.mmed for 20). Results go to the output folder, unless the user named a place.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import shutil
import tempfile
from pathlib import Path

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity

from .desk import Desk
from .export import Export, read_export

USUAL_EXTENSIONS = {
    16: (".datg",),
    19: (".msh", ".mgib", ".msup", ".med", ".mmed"),
    20: (".mmed", ".med", ".mail", ".msh", ".mgib"),
}
"""What a unit is called beside a deck, the likeliest first."""

FREE_UNITS = range(99, 18, -1)


class Files:
    """The files of one study.

    deck_paths  the command files, in order; the first one gives the stem
    units       unit -> path, as the user gave them on the command line
    output_dir  where results go; by default `<stem>.pyaster` in the current folder, made when first needed
    export      the .export file behind the study, if there is one

    kept: what commands keep behind a unit for others without a file, such as the laws of a library.
    base_in, base_out are the folders of the saved base that the .export names for POURSUITE and for FIN.
    """

    def __init__(self, deck_paths, units=None, output_dir=None, export: Export | None = None):
        self.decks = [Path(path) for path in deck_paths]
        self.stem = (export.path if export else self.decks[0]).stem if (export or self.decks) else "study"
        self.output_dir = Path(output_dir) if output_dir else Path(f"{self.stem}.pyaster")
        self.export = export
        self.base_in: Path | None = None
        self.base_out: Path | None = None
        self.base_compressed = False
        self.kept: dict[int, object] = {}
        self._asked = {int(unit): Path(path) for unit, path in (units or {}).items()}
        self._inputs: dict[int, Path] = {}
        self._outputs: dict[int, Path] = {}
        self._named_inputs: dict[str, Path] = {}
        self._named_outputs: dict[str, Path] = {}
        self._compressed: set[Path] = set()
        self._associated: dict[int, Path] = {}
        self._reserved: set[int] = set()
        self._written: dict[int, Path] = {}
        self._started: set[Path] = set()
        self._read: set[Path] = set()
        self._texts: dict[Path, object] = {}
        self._scratch: tempfile.TemporaryDirectory | None = None
        self._beside: list[Path] = []
        self.desk: Desk | None = None
        for entry in export.entries if export else ():
            self._enter(entry)

    @classmethod
    def of(cls, target, units=None, output_dir=None) -> Files:
        """The files of a study given by its .export file, or by its first command file (.com1, .com2, ... follow it)."""
        target = Path(target)
        if target.suffix == ".export":
            export = read_export(target)
            return cls(export.decks, units, output_dir, export)
        more = sorted(target.parent.glob(f"{target.stem}.com[0-9]")) if target.suffix == ".comm" else []
        return cls([target, *more], units, output_dir)

    def lent_to(self, deck: Path, output_dir: Path) -> Files:
        """The files of a study of another deck, which reads what this one has and writes to a folder of its own."""
        made = Files([self.decks[0]], None, output_dir)
        made.stem, made.decks, made._beside = self.stem, [Path(deck)], self.folders
        made._inputs = {**self._inputs, **self._asked, **self._written, **self._associated}
        made._named_inputs = {**self._named_inputs, **self._named_outputs}
        made._compressed = self._compressed
        for path in list(self._texts):
            self._flush(path)
        return made

    # reading ----------------------------------------------------------------------------------------------------

    def path(self, unit: int, mode: str = "r", *, extension: str = ".txt", extensions=(), span=None) -> Path:
        """The path behind a unit.

        mode "r": an existing file; `extensions` are tried before the unit's usual ones. mode "w": where the unit's
        result goes, its folder made; `extension` names it when nobody else did. Refused, at `span`, when there is no
        such file or it cannot be written.
        """
        return self._readable(unit, extensions, span) if mode == "r" else self._writable(unit, extension, span)

    def find(self, name: str, span=None) -> Path:
        """An existing file that the deck calls by a name: a result of this run, a named file of the export, or a file
        relative to a deck, to ../meshes/ or to the current folder; fort.38 is the file of unit 38. Refused when there is
        none."""
        if unit := re.fullmatch(r"(?:\./)?fort\.(\d+)", name):
            return self.path(int(unit[1]), "r", span=span)
        found = next((path for path in self._places(name) if self._flush(path) or path.exists()), None)
        if found is None:
            raise self._missing(f"there is no file {name}", span)
        return self._plain(found)

    @property
    def folders(self) -> list[Path]:
        """Where files of the study are looked for: beside each deck, then ../meshes/ (also for Python's imports)."""
        beside = list(dict.fromkeys(deck.parent for deck in self.decks))
        beside += self._beside
        return beside + [folder.parent / "meshes" if folder.name else folder / "../meshes" for folder in beside]

    def known(self, unit: int, extensions=()) -> Path | None:
        """The path that stands behind a unit for reading, None when there is none; what was written to it is all there."""
        chosen = self._associated.get(unit) or self._written.get(unit) or self._asked.get(unit) or self._inputs.get(unit)
        if chosen is None:
            chosen = next((path for path in self._conventional(unit, extensions) if path.is_file()), None)
        if chosen is not None:
            self._flush(chosen)
        return chosen

    def take_over(self, unit: int, path: Path):
        """Let a unit stand for a file that the deck's own Python wrote."""
        self._written[unit] = path

    def make_absolute(self):
        """Let every path hold wherever the process stands."""
        for name, held in vars(self).items():
            if isinstance(held, Path):
                setattr(self, name, held.absolute())
            elif isinstance(held, (list, set)):
                setattr(self, name, type(held)(_absolute(item) for item in held))
            elif isinstance(held, dict):
                setattr(self, name, {_absolute(key): _absolute(item) for key, item in held.items()})

    def _readable(self, unit, extensions, span):
        chosen = self.known(unit, extensions)
        if chosen is None:
            raise self._missing(f"no file stands behind unit {unit}", span, self._looked_for(unit, extensions))
        if not chosen.exists():
            raise self._missing(f"{chosen}, behind unit {unit}, does not exist", span)
        if chosen.is_dir():
            raise self._missing(f"{chosen}, behind unit {unit}, is a folder", span)
        self._read.add(chosen.resolve())
        return self._plain(chosen)

    def _conventional(self, unit, extensions):
        names = [f".{unit}", *extensions, *USUAL_EXTENSIONS.get(unit, ())]
        for folder in self.folders:
            for name in names:
                yield folder / f"{self.stem}{name}"

    def _looked_for(self, unit, extensions):
        names = dict.fromkeys(path.name for path in self._conventional(unit, extensions))
        folders = " and ".join(dict.fromkeys(str(folder) for folder in self.folders))
        hint = f"give it with --unit {unit}=PATH; looked for {', '.join(names)} in {folders}"
        beside = [deck.with_suffix(".export") for deck in self.decks[:1]]
        if self.export is None and any(path.is_file() for path in beside):
            hint += f"; or run {beside[0]}, which names the files of the study"
        return hint

    def _places(self, name):
        path = Path(name).expanduser()
        if path.is_absolute():
            return [path]
        places = [self._named_outputs.get(str(path)), self._named_inputs.get(str(path))]
        root, *rest = path.parts or ("",)
        if rest:
            places += [named[root].joinpath(*rest) for named in (self._named_outputs, self._named_inputs) if root in named]
        places += [folder / path for folder in (self.output_dir, *self.folders, Path())]
        return [place for place in places if place is not None]

    def _plain(self, path: Path) -> Path:
        """The path itself, or that of a decompressed copy where the export says that the file is compressed."""
        if path not in self._compressed or path in self._written.values():
            return path
        if self._scratch is None:
            self._scratch = tempfile.TemporaryDirectory(prefix="pyaster-")
        plain = Path(self._scratch.name) / path.name.removesuffix(".gz")
        if not plain.exists():
            try:
                with gzip.open(path) as source, open(plain, "wb") as target:
                    shutil.copyfileobj(source, target)
            except (OSError, EOFError):
                raise self._missing(f"{path} is said to be compressed, but it is no sound gzip file", None) from None
        return plain

    # writing ----------------------------------------------------------------------------------------------------

    def is_defined(self, unit: int) -> bool:
        """Whether the user or the deck gave the unit a file of its own to write to."""
        return unit in self._associated or unit in self._asked or unit in self._outputs

    def append(self, unit: int, text: str, span=None, extension: str = ".txt"):
        """Add text to the file of a unit; the file takes its place at `close`, or when it is read or released.

        Text of a unit whose data the .export names goes after a copy of them, as in code_aster.
        """
        path = self.path(unit, "w", extension=extension, span=span)
        stream = self._texts.get(path)
        try:
            if stream is None:
                stream = self._texts[path] = open(_part(path), "w", encoding="utf-8")  # noqa: SIM115
                before = path if path in self._started else self._inputs.get(unit)
                if before is not None and before.exists():
                    stream.write(self._plain(before).read_text(encoding="utf-8", errors="replace"))
                self._started.add(path)
            stream.write(text)
        except OSError as error:
            raise self._unwritable(f"{path} cannot be written ({error.strerror})", span) from None

    @contextlib.contextmanager
    def writing(self, unit: int, extension: str, span=None):
        """Give a temporary path to write to; it takes the unit's place when the block ends well, and goes otherwise.

        When this run wrote the unit before, the temporary file starts as a copy, to be added to.
        """
        path = self.path(unit, "w", extension=extension, span=span)
        self._flush(path)
        with replacing(path, keep=path in self._started) as temporary:
            try:
                yield temporary
            except OSError as error:
                raise self._unwritable(f"{path} cannot be written ({error.strerror or error})", span) from None
        self._started.add(path)

    def picture(self, name: str, save) -> Path:
        """Make a file of the output folder by `save(path)`; returns its path. Refused when it cannot be written."""
        path = self.output_dir / name
        self._make_folder(path.parent, None)
        with replacing(path) as temporary:
            try:
                save(temporary)
            except OSError as error:
                raise self._unwritable(f"{path} cannot be written ({error.strerror or error})", None) from None
        return path

    @contextlib.contextmanager
    def at_desk(self, units):
        """While this lasts the process stands in the folder of results, where fort.11 is the file of unit 11, of those `units`."""
        desk, lasting = self.desk, self.desk is not None
        if not lasting:
            named = [entry.path.absolute() for entry in self.export.entries if entry.unit == 0] if self.export else []
            desk = Desk(self, set(units), [path for path in named if path.is_file()])
        desk.units = sorted({*desk.units, *units})
        with desk.used():
            yield desk.folder
        if not lasting:
            desk.clear(self._outputs)

    def close(self):
        """Put every text in its place, compress what the export wants compressed, remove scratch files."""
        for path in list(self._texts):
            self._flush(path)
        if self.desk is not None:
            self.desk.clear(self._outputs)
        for path in self._compressed & set(self._outputs.values()) & self._started:
            with replacing(path) as temporary, open(path, "rb") as source, gzip.open(temporary, "wb") as target:
                shutil.copyfileobj(source, target)
        if self._scratch is not None:
            self._scratch.cleanup()
            self._scratch = None

    def _writable(self, unit, extension, span):
        path = self._associated.get(unit) or self._written.get(unit) or self._outputs.get(unit)
        if path is None:
            asked = self._asked.get(unit)
            usable = asked is not None and asked.resolve() not in self._read
            path = asked if usable else self.output_dir / f"{self.stem}.{unit}{extension}"
        self._make_folder(path.parent, span)
        if path.is_dir():
            raise self._unwritable(f"{path}, behind unit {unit}, is a folder", span)
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise self._unwritable(f"{path} cannot be written", span)
        self._written[unit] = path
        return path

    def _make_folder(self, folder: Path, span):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"the folder {folder} cannot be made ({error.strerror})"
            raise self._unwritable(message, span) from None

    def _flush(self, path: Path):
        stream = self._texts.pop(path, None)
        if stream is not None:
            stream.close()
            os.replace(_part(path), path)

    # what the deck itself says ----------------------------------------------------------------------------------

    def associate(self, unit: int | None, name: str | None, access: str = "NEW", span=None) -> int:
        """Give a unit (a free one when None) to a file called by the deck; returns the unit.

        access "NEW": what is written replaces the file; "APPEND": it is added to it; "OLD": the file exists and is read.
        A relative name lies in the output folder, or is found as `find` does when it is read.
        """
        if unit is None:
            unit = self.reserve(span)
        if unit in (6, 8) and unit in self._associated:
            self.release(unit)
        if name is None:
            return unit
        if access == "OLD":
            self._associated[unit] = self.find(name, span)
            return unit
        path = self._named_place(name)
        self._flush(path)
        self._started.discard(path)
        if access == "APPEND":
            self._started.add(path)
        self._associated[unit] = path
        return unit

    def reserve(self, span=None) -> int:
        """A unit that nothing uses."""
        used = {*self._associated, *self._written, *self._asked, *self._inputs, *self._outputs, *self._reserved}
        unit = next((number for number in FREE_UNITS if number not in used), None)
        if unit is None:
            raise self._unwritable("no logical unit is free", span, "release some with DEFI_FICHIER(ACTION='LIBERER', ...)")
        self._reserved.add(unit)
        return unit

    def unit_of(self, name: str) -> int | None:
        """The unit that the deck gave to a file, None when it gave none."""
        path = self._named_place(name)
        return next((unit for unit, other in self._associated.items() if other in (path, Path(name))), None)

    @property
    def written(self) -> set[int]:
        """The units that something was written to."""
        return set(self._written)

    def state(self, unit: int) -> tuple[str, Path | None]:
        """OUVERT, RESERVE or FERME, as code_aster calls it, and the file that a unit in use stands for."""
        for known in (self._associated, self._written, self._asked, self._outputs, self._inputs):
            if unit in known:
                return "OUVERT", known[unit]
        return "RESERVE" if unit in self._reserved else "FERME", None

    def release(self, unit: int):
        """Close a unit: its text takes its place, and the unit no longer stands for the file that the deck gave it.

        What was written to a unit without a file of its own can still be read from it, as from fort.38; so can a file that the deck
        called fort.38.
        """
        path = self._associated.pop(unit, None)
        if path is not None:
            self._written.pop(unit, None)
            if path == self.output_dir / f"fort.{unit}":
                self._written[unit] = path
        path = path or self._written.get(unit)
        self._reserved.discard(unit)
        if path is not None:
            self._flush(path)

    def _named_place(self, name):
        path = Path(name).expanduser()
        if path.is_absolute():
            return path
        key = str(path)
        if key in self._named_outputs:
            return self._named_outputs[key]
        root, *rest = path.parts
        if rest and root in self._named_outputs:
            return self._named_outputs[root].joinpath(*rest)
        return self.output_dir / path

    # what the export says ---------------------------------------------------------------------------------------

    def _enter(self, entry):
        if entry.compressed:
            self._compressed.add(entry.path)
        if entry.type in ("base", "bhdf"):
            self.base_in = entry.path if entry.is_data and entry.path.exists() else self.base_in
            self.base_out = entry.path if entry.is_result else self.base_out
            self.base_compressed |= entry.is_result and entry.compressed
            return
        if entry.type == "comm":
            return
        if entry.is_data:
            self._claim(self._inputs, self._named_inputs, entry, "REPE_IN")
        if entry.is_result:
            self._claim(self._outputs, self._named_outputs, entry, "REPE_OUT")

    def _claim(self, by_unit, by_name, entry, folder_name):
        if entry.unit:
            if entry.unit in by_unit:
                raise Refused([entry.wrong(f"unit {entry.unit} is given to two files")])
            by_unit[entry.unit] = entry.path
        else:
            by_name[folder_name if entry.type == "repe" else entry.path.name] = entry.path

    def _missing(self, message, span, help=None):
        return Refused([Diagnostic(Severity.ERROR, "F001", message, span, help)])

    def _unwritable(self, message, span, help="choose another place with --output or --unit"):
        return Refused([Diagnostic(Severity.ERROR, "F002", message, span, help)])


@contextlib.contextmanager
def replacing(path, keep=False):
    """Give a temporary path in the same folder; moved over `path` when the block ends well, removed otherwise.

    With `keep`, the temporary file starts as a copy of `path`.
    """
    temporary = _part(Path(path))
    temporary.unlink(missing_ok=True)
    if keep and os.path.exists(path):
        shutil.copyfile(path, temporary)
    try:
        yield temporary
        if temporary.exists():
            os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _absolute(thing):
    return thing.absolute() if isinstance(thing, Path) else thing


def _part(path: Path) -> Path:
    return path.with_name(f".{path.stem}.part{path.suffix}")
