"""Runs one command on concepts made by hand, without a deck."""

from contextlib import nullcontext

from pyaster_lite.catalogue.checker import check
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.diagnostics import Refused
from pyaster_lite.study.files import Files
from pyaster_lite.syntax.nodes import Factor


class Surroundings:
    """What a command sees of a study; what it says is kept."""

    reused = time = None

    def __init__(self, folder):
        self.files = Files([folder / "case.comm"], output_dir=folder / "out")
        self.warnings, self.printed, self.created, self.name, self.concepts = [], "", {}, "RES", {}

    def warn(self, args, word, message, known_as=""):
        self.warnings.append(message)

    def inner_name(self, concept):
        return concept.name

    def say(self, text):
        pass

    def write(self, unit, text):
        self.printed += text

    def timer(self, phase):
        return nullcontext()

    def create(self, new, concept):
        self.created[new.name] = concept


def run(name, surroundings, **words):
    """Check and run a command; raises Refused as a study would, for keywords that it did not read too."""
    command = COMMANDS[name]
    keywords, found = check(command, Factor.from_values(words))
    if found:
        raise Refused(found)
    made = command.run(keywords, surroundings)
    if keywords.unread():
        raise Refused(keywords.unread())
    return made
