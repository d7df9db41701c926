"""Draws the command graph: DOT and Mermaid for other tools, SVG laid out here in layers (Sugiyama's method, median order)."""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

from pyaster_lite.diagnostics import ExitCode, Refused

from . import graph as graphs

_SHAPES = {"command": ("box", "#e8f0fe", "#3367d6"), "assign": ("ellipse", "#f1f3f4", "#80868b"), "python": ("box", "#fef7e0", "#f29900")}
_SUFFIXES = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".md": "mermaid"}
_ROW, _GAP, _CHARACTER, _MARGIN = 78, 26, 7.2, 24


def caption(step: graphs.Step) -> tuple[str, str]:
    """Two lines for one step: what it does, and what it makes with its line in the deck."""
    made = ", ".join(sorted(step.makes | step.changes))
    if step.kind == "python":
        return "python", f"{made[:36]}{' ...' if len(made) > 36 else ''} (line {step.span.line})".strip()
    if step.kind == "assign":
        return step.label, f"line {step.span.line}"
    return step.label, f"{made} (line {step.span.line})".strip()


def shown(graph: graphs.Graph) -> graphs.Graph:
    """The graph without the assignments that only numbers go into, so that the commands stand out."""
    carrying = {step.index for step in graph.steps if step.kind != "assign"}
    for source, target, _ in graph.edges:
        if source in carrying:
            carrying.add(target)
    steps = [step for step in graph.steps if step.index in carrying]
    return graphs.Graph(steps, [e for e in graph.edges if e[0] in carrying and e[1] in carrying])


def dot(graph: graphs.Graph) -> str:
    """Graphviz text."""
    lines = ["digraph deck {", '  node [fontname="sans-serif", fontsize=10, style=filled];', '  edge [fontname="sans-serif", fontsize=9];']
    for step in graph.steps:
        shape, fill, line = _SHAPES[step.kind]
        label = "\\n".join(text.replace('"', "'") for text in caption(step))
        lines.append(f'  s{step.index} [label="{label}", shape={shape}, fillcolor="{fill}", color="{line}"];')
    lines += [f'  s{source} -> s{target} [label="{name}"];' for source, target, name in graph.edges]
    return "\n".join([*lines, "}", ""])


def mermaid(graph: graphs.Graph) -> str:
    """Mermaid flowchart text."""
    lines = ["flowchart TD"]
    for step in graph.steps:
        label = "<br/>".join(text.replace('"', "'") for text in caption(step))
        lines.append(f'  s{step.index}["{label}"]:::{step.kind}')
    lines += [f"  s{source} -->|{name}| s{target}" for source, target, name in graph.edges]
    lines += [f"  classDef {kind} fill:{fill},stroke:{line}" for kind, (_, fill, line) in _SHAPES.items()]
    return "\n".join([*lines, ""])


def svg(graph: graphs.Graph) -> str:
    """A self-contained picture: one row per layer, every arrow labelled with the concept that it carries."""
    rows = _layers(graph)
    boxes, width = _place(graph, rows)
    height = 2 * _MARGIN + len(rows) * _ROW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#9aa0a6"/></marker></defs>',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for source, target, name in graph.edges:
        (x1, y1, _, h1), (x2, y2, _, _) = boxes[source], boxes[target]
        y1, bend = y1 + h1, (y2 - y1 - h1) / 2
        path = f"M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f} {x2:.1f} {y2:.1f}"
        parts.append(f'<path d="{path}" fill="none" stroke="#9aa0a6" marker-end="url(#tip)"><title>{escape(name)}</title></path>')
    for step in graph.steps:
        x, y, w, h = boxes[step.index]
        _, fill, line = _SHAPES[step.kind]
        head, foot = caption(step)
        parts.append(
            f"<g><title>{escape(str(step.span.file))}:{step.span.line}</title>"
            f'<rect x="{x - w / 2:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h}" rx="5" fill="{fill}" stroke="{line}"/>'
            f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle" font-weight="bold">{escape(head)}</text>'
            f'<text x="{x:.1f}" y="{y + 31:.1f}" text-anchor="middle" fill="#5f6368">{escape(foot)}</text></g>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _layers(graph):
    """Rows of step indices: each step one row below the lowest that it needs, sources just above their first use.

    Within a row, steps stand in the order of the middle of their neighbours.
    """
    depth = {step.index: 0 for step in graph.steps}
    for source, target, _ in sorted(graph.edges, key=lambda e: e[1]):
        depth[target] = max(depth[target], depth[source] + 1)
    for index in depth.keys() - {target for _, target, _ in graph.edges}:
        depth[index] = min((depth[t] for s, t, _ in graph.edges if s == index), default=1) - 1
    rows: list[list[int]] = [[] for _ in range(max(depth.values(), default=0) + 1)]
    for index, level in depth.items():
        rows[level].append(index)
    order = {index: i for row in rows for i, index in enumerate(row)}
    for _ in range(4):
        for side in (0, 1):
            for row in rows if side == 0 else reversed(rows):
                middle = {}
                for index in row:
                    others = sorted(order[e[side]] for e in graph.edges if e[1 - side] == index)
                    middle[index] = others[len(others) // 2] if others else order[index]
                row.sort(key=lambda index: (middle[index], order[index]))
                order.update({index: i for i, index in enumerate(row)})
    return rows


def _place(graph, rows):
    """(centre x, top, width, height) of every step, and the width of the picture."""
    texts = {step.index: caption(step) for step in graph.steps}
    wide = {index: 18 + _CHARACTER * max(map(len, pair)) for index, pair in texts.items()}
    lengths = [sum(wide[i] for i in row) + _GAP * (len(row) - 1) for row in rows]
    width = max(lengths, default=0) + 2 * _MARGIN
    boxes = {}
    for level, (row, length) in enumerate(zip(rows, lengths)):
        x = (width - length) / 2
        for index in row:
            boxes[index] = (x + wide[index] / 2, _MARGIN + level * _ROW, wide[index], 40)
            x += wide[index] + _GAP
    return boxes, width


WRITERS = {"svg": svg, "dot": dot, "mermaid": mermaid}


def write_graph(deck: Path, out: Path | None, form: str | None) -> ExitCode:
    """Read a deck and write its graph, to the file `out`, to standard output when it is "-", or beside nothing in the current folder."""
    from .journal import Journal
    from .run import Options, Study

    form = form or (_SUFFIXES.get(out.suffix, "svg") if out else "svg")
    journal = Journal()
    try:
        study = Study(deck, Options(verbosity=-1), journal)
        study.read()
    except Refused as refused:
        for diagnostic in refused.diagnostics:
            journal.diagnostic(diagnostic)
        return ExitCode.WRONG_INPUT
    text = WRITERS[form](shown(study.graph))
    if out is not None and str(out) == "-":
        sys.stdout.write(text)
        return ExitCode.OK
    out = out or Path(study.files.stem + {"mermaid": ".mmd"}.get(form, f".{form}"))
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as problem:
        print(f"{out}: the graph cannot be written ({problem.strerror})", file=sys.stderr)
        return ExitCode.WRONG_INPUT
    journal.line(f"{out}: {len(study.graph.steps)} statements drawn")
    return ExitCode.OK
