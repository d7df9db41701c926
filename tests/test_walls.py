"""The walls between the rooms: who may import whom."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "pyaster_lite"
LEAFS = (
    "catalogue.keywords",
    "catalogue.rules",
    "catalogue.conditions",
    "catalogue.types",
    "catalogue.legacy",
    "catalogue.registry",
    "catalogue.words",
    "catalogue.versions",
    "catalogue.former_commands",
    "catalogue.former_words",
    "catalogue.commons",
)
EXCEPTIONS = ("fe.errors", "io.errors")
MECHANICS = (*LEAFS, "fe")
WALLS = {
    "diagnostics": (),
    **dict.fromkeys(LEAFS, LEAFS),
    "syntax": ("diagnostics",),
    "catalogue.arguments": (*LEAFS, "syntax.nodes", "diagnostics"),
    "catalogue.command": (*LEAFS, "syntax.nodes", "diagnostics"),
    "catalogue.checker": (*LEAFS, "catalogue.arguments", "catalogue.command", "syntax.nodes", "diagnostics"),
    "fe": (),
    "materials": MECHANICS,
    "mfront": ("fe",),
    "behaviours": (*MECHANICS, "mfront"),
    "modelisations": MECHANICS,
    "loads": MECHANICS,
    "schemes": MECHANICS,
    "contact": MECHANICS,
    "options": MECHANICS,
    "concepts": ("fe",),
    "io": ("fe", "concepts"),
    "commands": (
        "catalogue",
        "concepts",
        "fe",
        "io",
        "loads",
        "schemes",
        "contact",
        "options",
        "modelisations",
        "materials",
        "behaviours",
        "mfront",
        "verification",
        "syntax.formula",
        "diagnostics",
    ),
    "served": ("catalogue", "concepts", "diagnostics", "io.med_fields", "verification.rows"),
    "study": ("syntax", "catalogue", "concepts", "diagnostics", *EXCEPTIONS),
    "verification": ("study", "catalogue", "concepts", "diagnostics"),
    "api": ("study", "verification", "diagnostics"),
    "cli": ("study", "verification", "catalogue.versions", "diagnostics", "api"),
}


def room_of(path):
    """The longest prefix of the module's dotted name that the table knows."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    rooms = [room for room in WALLS if name == room or name.startswith(room + ".")]
    return max(rooms, key=len, default=None)


def imports_of(path):
    """Dotted names inside the package that a module imports, lazily or not."""
    package = ["pyaster_lite", *path.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield f"{module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name


MODULES = sorted(p for p in ROOT.rglob("*.py") if p.name not in ("__init__.py", "__main__.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_module_imports_only_what_its_room_may(path):
    room = room_of(path)
    assert room is not None, f"{path} stands in no room of the table"
    allowed = (room, *WALLS[room]) if room not in LEAFS else WALLS[room]
    for name in imports_of(path):
        if name.startswith("pyaster_lite.") and name != "pyaster_lite.__version__":
            inner = name.removeprefix("pyaster_lite.")
            assert any(inner == a or inner.startswith(a + ".") for a in allowed), f"{room} may not import {inner}"
