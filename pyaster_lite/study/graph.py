"""The command graph: which step makes, reads, changes and removes which concept."""

from __future__ import annotations

from dataclasses import dataclass, field

from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.syntax import nodes


@dataclass
class Step:
    """One statement of the deck as a node of the graph.

    kind is "command", "assign" or "python"; deck counts the command files from 0; makes, reads, changes and removes are names of the deck.
    """

    index: int
    kind: str
    label: str
    statement: nodes.Node
    deck: int = 0
    makes: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    changes: set[str] = field(default_factory=set)
    removes: set[str] = field(default_factory=set)

    @property
    def span(self):
        """Where the step stands in the deck."""
        return self.statement.span


@dataclass
class Graph:
    """Steps in deck order, and edges (from step, to step, name): the second needs what the first made or changed."""

    steps: list[Step]
    edges: list[tuple[int, int, str]]

    def needed_by(self, index: int) -> set[int]:
        """Every later step that directly or through others needs the step: what a broken one would starve."""
        starved: set[int] = set()
        for source, target, _ in sorted(self.edges, key=lambda e: e[1]):
            if source == index or source in starved:
                starved.add(target)
        return starved


def build(decks) -> Graph:
    """The graph of one or several command files run one after the other."""
    steps: list[Step] = []
    for number, deck in enumerate(decks):
        for statement in deck.statements:
            step = _step(len(steps), statement)
            step.deck = number
            steps.append(step)
    return Graph(steps, _edges(steps))


def names_and_calls(node):
    """Every Name that an expression reads and every Call in it, in order; the name of a called function is not read."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Literal):
            continue
        if isinstance(node, nodes.Name):
            yield node
        elif isinstance(node, nodes.Call):
            yield node
            if node.name is None:
                waiting.append(node.function)
            waiting += [k.value for k in reversed(node.keywords)]
            waiting += reversed(node.arguments)
        elif isinstance(node, (tuple, list)):
            waiting += reversed(node)
        elif isinstance(node, (nodes.Node, nodes.Keyword)):
            waiting += [getattr(node, name) for name in reversed(node.__dataclass_fields__) if name != "span"]


def name_nodes(node):
    """Every Name that an expression reads, with its place."""
    return (part for part in names_and_calls(node) if isinstance(part, nodes.Name))


def names_in(node) -> set[str]:
    """Every plain name that an expression reads."""
    return {name.id for name in name_nodes(node)}


def _step(index, statement) -> Step:
    if isinstance(statement, nodes.PythonBlock):
        return Step(index, "python", "python", statement, makes=set(statement.writes), reads=set(statement.reads))
    if isinstance(statement, nodes.Assignment):
        return Step(index, "assign", statement.target.id, statement, makes={statement.target.id}, reads=names_in(statement.value))
    call = statement.call
    step = Step(index, "command", call.name, statement, reads=names_in(call), makes=_new_concepts(call))
    given = {k.name: k.value for k in call.keywords}
    if statement.target:
        reused = given.get("reuse")
        changed = isinstance(reused, nodes.Name) and reused.id == statement.target.id
        (step.changes if changed else step.makes).add(statement.target.id)
    command = COMMANDS.get(call.name)
    for word in command.modifies if command else ():
        step.changes |= names_in(given.get(word))
    if command and command.deletes:
        step.removes = set(step.reads)
    return step


def _new_concepts(node):
    calls = (part for part in names_and_calls(node) if isinstance(part, nodes.Call) and part.name == "CO")
    named = (argument.value for call in calls for argument in call.arguments if isinstance(argument, nodes.Literal))
    return {name for name in named if isinstance(name, str)}


def _edges(steps):
    last: dict[str, int] = {}
    edges = []
    for step in steps:
        edges += [(last[name], step.index, name) for name in sorted(step.reads | step.changes) if name in last]
        for name in step.makes | step.changes:
            last[name] = step.index
        for name in step.removes:
            last.pop(name, None)
    return edges
