"""The command line: run (the default), check, graph, port, test, supported."""

from __future__ import annotations

import argparse
import atexit
import gc
import sys
from pathlib import Path

from pyaster_lite import __version__
from pyaster_lite.diagnostics import ExitCode, Refused, exit_code

VERBS = ("run", "check", "graph", "port", "test", "supported")
EXIT_CODES = """exit codes:
  0  everything ran and every test passed
  1  a test of the deck fails
  2  the deck or its data is wrong
  3  the deck asks for what pyaster-lite does not have yet
  4  the computation failed
  5  internal error: a defect of pyaster-lite, please report it
"""
TEST_CODES = "The exit code is 0 when every deck is OK, 1 when one is not, 5 when one met a defect of pyaster-lite."


UNUSED = ("numpy.f2py", "numpy.testing")
"""What scipy makes numpy load when it is imported and never uses: 0.03 s of every run that needs scipy."""
TRIM_THRESHOLD, TOP_PAD, MMAP_THRESHOLD = -1, -2, -3
"""The numbers of what is chosen, as malloc.h has them."""


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    argv = list(sys.argv[1:] if argv is None else argv)
    if argv and argv[0] not in VERBS and not (len(argv) == 1 and argv[0] in ("-h", "--help", "--version")):
        argv.insert(0, "run")
    arguments = _parser().parse_args(argv)
    _keep_freed_memory()
    atexit.register(gc.freeze)  # what is left goes with the process: to look for garbage in it is a tenth of the time of a small deck
    _load_when_used(UNUSED)
    try:
        return int(arguments.act(arguments))
    except Refused as refused:
        return int(_refused(refused))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return int(ExitCode.COMPUTATION_FAILED)
    except BrokenPipeError:
        sys.stderr.close()
        return int(ExitCode.OK)
    except Exception as defect:
        if getattr(arguments, "verbose", 0):
            raise
        print(f"internal error: {type(defect).__name__}: {defect}\n  this is a defect of pyaster-lite; -v shows where", file=sys.stderr)
        return int(ExitCode.INTERNAL)


def _keep_freed_memory():
    """Have the allocator of Linux keep what is freed: to ask for the pages of large arrays again costs a third of a large computation."""
    if sys.platform == "linux":
        import ctypes

        choose = getattr(ctypes.CDLL(None), "mallopt", None)
        if choose is not None:
            for name, size in ((MMAP_THRESHOLD, 1 << 30), (TRIM_THRESHOLD, (1 << 31) - 1), (TOP_PAD, 1 << 26)):
                choose(name, size)


def _load_when_used(names):
    """Have modules of packages loaded at their first use, not when they are imported."""
    from importlib.util import LazyLoader, find_spec, module_from_spec

    for name in names:
        if name in sys.modules:
            continue
        spec = find_spec(name)
        spec.loader = LazyLoader(spec.loader)
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
        package, _, own = name.rpartition(".")
        setattr(sys.modules[package], own, module)


def _refused(refused):
    from pyaster_lite.study.journal import Journal

    journal = Journal()
    for diagnostic in refused.diagnostics:
        journal.diagnostic(diagnostic)
    return exit_code(refused.diagnostics)


def _parser():
    parser = argparse.ArgumentParser(
        prog="pyaster-lite",
        description="Runs code_aster command files in Python.",
        epilog="`pyaster-lite DECK` is short for `pyaster-lite run DECK`.\n\n" + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    run = _verb(verbs, "run", "run a deck and judge its tests", _run)
    _study_options(run)
    run.add_argument("--plot", action="store_true", help="draw tested histories and the deformed mesh into the output folder")
    run.add_argument("--json", type=Path, metavar="FILE", help="write the verdicts as JSON")
    check = _verb(verbs, "check", "say everything that is wrong with a deck, without computing", _check)
    _study_options(check)
    graph = _verb(verbs, "graph", "draw the command graph, without running", _graph)
    graph.add_argument("-f", "--format", choices=("svg", "dot", "mermaid"), help="default: from the name of --out, else svg")
    graph.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="where to write; default: DECK's name in the current folder; - for standard output"
    )
    port = _verb(verbs, "port", "rewrite an old deck in today's words, its layout and comments kept", _port)
    port.add_argument("-o", "--out", type=Path, metavar="FILE", help="where to write; default: standard output")
    _version_option(port)
    _test_options(verbs.add_parser("test", help="try every deck of a folder, each in a process of its own", epilog=TEST_CODES))
    supported = verbs.add_parser("supported", help="list the commands and members that this version has, as Markdown")
    supported.set_defaults(act=_supported)
    return parser


def _verb(verbs, name, help, act):
    verb = verbs.add_parser(name, help=help, epilog=EXIT_CODES, formatter_class=argparse.RawDescriptionHelpFormatter)
    verb.set_defaults(act=act)
    verb.add_argument("deck", type=Path, help="a command file (.comm) or an .export file")
    loudness = verb.add_mutually_exclusive_group()
    loudness.add_argument("-q", "--quiet", action="store_true", help="only what is wrong and the verdict")
    loudness.add_argument("-v", "--verbose", action="count", default=0, help="details, and where the time goes")
    return verb


def _test_options(verb):
    verb.set_defaults(act=_test)
    verb.add_argument("places", nargs="+", type=Path, metavar="DIR_OR_FILE", help="a folder of decks, an .export or a .comm file")
    verb.add_argument("-k", action="append", default=[], metavar="PREFIX", dest="prefixes", help="only decks named so (repeatable)")
    verb.add_argument("-j", type=_count, default=1, metavar="N", dest="jobs", help="decks at a time (default 1)")
    verb.add_argument("--failed", action="store_true", help="only those that were not OK the last time, in this folder")
    verb.add_argument("--compare", type=Path, metavar="OLD.json", help="say which decks became green or red since")
    verb.add_argument("--json", type=Path, metavar="FILE", help="write the outcomes as JSON")
    verb.add_argument("--junit", type=Path, metavar="FILE", help="write them as JUnit XML")
    verb.add_argument("--html", type=Path, metavar="FILE", help="write them as one page, with plots, logs and graphs")
    verb.add_argument("--scale", type=_positive, default=1.0, metavar="X", help="factor on the time limit of each .export (default 1)")
    verb.add_argument("--memory", type=_positive, default=8.0, metavar="GB", help="bound on each deck's memory (default 8; Linux only)")
    verb.add_argument("--cluster", metavar="ADDRESS", help="hand the decks to the dask scheduler there, such as tcp://host:8786")
    verb.add_argument("-q", "--quiet", action="store_true", help="only the decks that went wrong, and the count")


def _study_options(verb):
    verb.add_argument("--unit", action="append", default=[], type=_unit, metavar="N=PATH", help="file of logical unit N (repeatable)")
    verb.add_argument("-o", "--output", type=Path, metavar="DIR", help="folder for results (default: STEM.pyaster here)")
    verb.add_argument("--base", type=Path, metavar="DIR", help="saved base: read by POURSUITE, written by FIN")
    _version_option(verb)
    verb.add_argument("--no-python", action="store_true", help="refuse decks that need Python statements")


def _version_option(verb):
    help = "version of code_aster that the deck was written for, such as 10.3: its defaults hold; default: what old words betray"
    verb.add_argument("--aster-version", metavar="V", type=_version, help=help)


def _unit(text):
    number, _, path = text.partition("=")
    if not number.isdigit() or not path:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form N=PATH, such as 20=mesh.med")
    return int(number), Path(path)


def _count(text):
    if not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a count, such as 2")
    return int(text)


def _positive(text):
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return value


def _version(text):
    from pyaster_lite.catalogue.versions import version

    try:
        version(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


class _Version(argparse.Action):
    def __call__(self, parser, *_):
        print(f"pyaster-lite {__version__}")
        parser.exit()


def _study(arguments):
    gc.disable()  # until the deck is read: modules and keywords are no garbage
    from pyaster_lite.study.run import Options, Study

    options = Options(
        units=dict(arguments.unit),
        output=arguments.output,
        base=arguments.base,
        python=not arguments.no_python,
        verbosity=-1 if arguments.quiet else min(arguments.verbose, 1),
        plot=getattr(arguments, "plot", False),
        aster_version=arguments.aster_version,
    )
    return Study(arguments.deck, options)


def _tell(study):
    for diagnostic in sorted(study.diagnostics, key=lambda d: d.sort_key):
        study.journal.diagnostic(diagnostic)


def _run(arguments):
    from pyaster_lite.api import execute

    study = _study(arguments)
    execute(study, json_path=arguments.json)
    return study.exit_code


def _check(arguments):
    study = _study(arguments)
    try:
        study.read()
        study.check()
    except Refused as refused:
        study.diagnostics += refused.diagnostics
    _tell(study)
    code = exit_code(study.diagnostics)
    if code is ExitCode.OK and not arguments.quiet:
        study.journal.line(f"{arguments.deck}: nothing wrong found in {len(study.graph.steps)} statements")
    return code


def _graph(arguments):
    from pyaster_lite.study.drawing import write_graph

    return write_graph(arguments.deck, arguments.out, arguments.format)


def _port(arguments):
    from pyaster_lite.study.journal import Journal
    from pyaster_lite.study.port import port

    ported = port(arguments.deck, arguments.aster_version)
    journal = Journal()
    for diagnostic in sorted(ported.left if arguments.quiet else ported.changes + ported.left, key=lambda d: d.sort_key):
        journal.diagnostic(diagnostic)
    if arguments.out is None:
        print(ported.text, end="")
    else:
        arguments.out.write_text(ported.text, encoding="utf-8")
    return ExitCode.OK


def _test(arguments):
    from pyaster_lite.study.journal import Journal
    from pyaster_lite.verification.folder import Bounds, Wishes, test

    wishes = {word: getattr(arguments, word) for word in vars(Wishes([], [])) if hasattr(arguments, word)}
    bounds = Bounds(arguments.scale, int(arguments.memory * 2**30), arguments.html is not None)
    return test(Wishes(**wishes, bounds=bounds), Journal())


def _supported(arguments):
    from pyaster_lite.study.supported import markdown

    print(markdown(), end="")
    return ExitCode.OK
