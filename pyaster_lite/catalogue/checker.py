"""Holds the arguments of one command against its catalogue; every error at once, each with its place."""

from __future__ import annotations

import sys
from dataclasses import replace
from numbers import Real

from pyaster_lite.diagnostics import Diagnostic, Severity
from pyaster_lite.syntax.nodes import Argument, Factor

from . import former_words, words
from .arguments import Keywords
from .command import Command
from .commons.field_names_old import renamed_fields
from .commons.singles import one_by_one
from .keywords import FACT, MANY, SIMP, active
from .legacy import Told
from .registry import COMMANDS, closest
from .types import describe, describe_value, is_unknown, matches

LARGEST = 1.7976931348623157e308
LARGEST_INTEGER = 2**63 - 1


def renew(command: Command, factor: Factor) -> tuple[Command, list[Told]]:
    """Rewrite old spellings in place; gives the command that the words belong to today, and what was found."""
    told = [Told(factor.span, f"{command.former} is now {command.name}", command.last)] if command.former else []
    for rule in command.legacy:
        found = rule.apply(factor)
        told += [replace(t, text=f"{command.name}/{t.text}") for t in found]
        if found and getattr(rule, "command", None):
            renewed, more = renew(COMMANDS[rule.command], factor)
            return renewed, told + more
    told += renamed_fields(factor, f"{command.name}/")
    told += one_by_one(command.body.seen_by(factor.arguments), factor, f"{command.name}/")
    return command, told


def notes(told: list[Told]) -> list[Diagnostic]:
    """What is told of old spellings, as diagnostics."""
    return [Diagnostic(Severity.NOTE, "L001", t.text, t.span) for t in told]


def check(command: Command, factor: Factor, time: tuple[int, ...] | None = None) -> tuple[Keywords, list[Diagnostic]]:
    """The checked keywords of a command (as far as they could be read) and what is wrong with them.

    time  the version of code_aster whose defaults hold, None for today's
    """
    checker = _Checker(command.name, time)
    keywords = checker.level(command.body.seen_by(factor.arguments), factor, command.name, {})
    return keywords, checker.found


def count_of(number, singular):
    """`1 value`, `3 values`."""
    return f"{number} {singular}" + ("" if number == 1 else "s")


class _Checker:
    def __init__(self, command_name, time):
        self.command, self.time = command_name, time
        self.idle = False
        self.found: list[Diagnostic] = []

    def error(self, code, message, span, help=None):
        self.found.append(Diagnostic(Severity.ERROR, code, message, span, help))

    def idle_note(self, text, span):
        self.found.append(Diagnostic(Severity.NOTE, "L001", f"{text} changes no result", span))

    def missing(self, code, feature, span, help=None, why=""):
        message = f"pyaster-lite does not have {feature} yet{why}"
        self.found.append(Diagnostic(Severity.MISSING, code, message, span, help, feature))

    def count_missing(self):
        """How many things pyaster-lite does not have have been met: past one, blocks and rules cannot be judged."""
        return sum(d.severity is Severity.MISSING for d in self.found)

    def level(self, definition, factor: Factor, path: str, around: dict) -> Keywords:
        """Check one level: which blocks are open, each word, the mandatory words, the rules."""
        for twice in factor.doubled:
            self.error("C006", f"{path}/{twice.name} is given twice", twice.name_span)
        arguments = {name: a for name, a in factor.arguments.items() if not _is_absent(a.value)}
        given = {name: a.value for name, a in arguments.items()}
        opened = active(definition, given, around, self.time)
        inner = {**around, **{w: d.defaut_at(self.time) for w, d in opened.keywords.items() if isinstance(d, SIMP)}, **given}
        before, start = self.count_missing(), len(self.found)
        sources = {name: a for name, a in arguments.items() if name in opened.keywords}
        values = {name: self.value(opened.keywords[name], a, f"{path}/{name}", inner) for name, a in sources.items()}
        free = {name: a for name, a in arguments.items() if name not in sources} if definition.others else {}
        strangers = self.not_there_yet(definition, [a for n, a in arguments.items() if n not in sources and n not in free], path)
        uncertain = opened.uncertain or factor.partial or self.count_missing() > before
        meant = set(arguments) | {self.meant(argument, opened.keywords, path) for argument in strangers}
        for name, keyword in opened.keywords.items():
            if name not in meant:
                self.absent(name, keyword, factor, path, inner, values, uncertain)
        clear = len(self.found) == start
        for argument in strangers:
            self.stranger(definition, opened.keywords, argument, path, clear, uncertain)
        if not strangers and not uncertain:
            self.rules(opened, arguments, values, factor, path)
        declared = {w: d for w, d, _ in definition.every_keyword()} | opened.keywords
        values |= {name: argument.value for name, argument in free.items()}
        return Keywords(path, factor.span, values, sources | free, declared | dict.fromkeys(free, SIMP()), free)

    def value(self, keyword, argument: Argument, path, around):
        """The checked value of a word that is open."""
        if isinstance(keyword, FACT):
            return self.factors(keyword, argument, path, around)
        return self.simple(keyword, argument, path)

    def not_there_yet(self, definition, strangers, path) -> list[Argument]:
        """Tell the words that only code_aster has, or had; returns the other strangers."""
        others = []
        for argument in strangers:
            if words.has_keyword(path, argument.name) and not _conditions(definition, argument.name):
                self.missing("M002", f"{path}/{argument.name}", argument.name_span)
            elif (gone := former_words.gone_since(path, argument.name)) and not _conditions(definition, argument.name):
                self.gone(f"{path}/{argument.name}", gone, "M002", argument.name_span)
            else:
                others.append(argument)
        return others

    def gone(self, feature, version, code, span):
        """Tell a word of old decks that is not read here as one of today's; where nothing can change a result, that is all."""
        if self.idle:
            self.idle_note(f"{feature}, which code_aster had before version {version},", span)
            return
        today = former_words.today(feature.replace("'", ""))
        help = f"{today} has taken its place" if today else None
        self.missing(code, feature, span, help, f", which code_aster had before version {version}")

    def meant(self, argument: Argument, opened, path) -> str:
        """The word that a word stands for: a misspelt one counts as the likely one, so that one slip is told once."""
        known = opened.keys() | words.keywords(path)
        return argument.name if argument.name in known else closest(argument.name, known) or argument.name

    def stranger(self, definition, opened, argument: Argument, path, clear, uncertain):
        """A word that is not open here: of a closed block, of code_aster only, or of nobody.

        Which blocks are open is only told when the level is otherwise `clear` of errors.
        """
        name = argument.name
        conditions = _conditions(definition, name)
        known = conditions or words.has_keyword(path, name)
        if known and (uncertain or (conditions and not clear)):
            return
        if conditions:
            reasons = "; or when ".join(dict.fromkeys(c for c in conditions if c))
            self.error("C003", f"{path} reads {name} only when {reasons}", argument.name_span)
        else:
            meant = self.meant(argument, opened, path)
            help = f"did you mean {meant}?" if meant != name else None
            self.error("C001", f"{path} has no keyword {name}", argument.name_span, help)

    def absent(self, name, keyword, factor, path, inner, values, uncertain):
        """A word that was not written: mandatory, by default, or simply not there."""
        needed = keyword.statut == "o" and (isinstance(keyword, FACT) or keyword.defaut_at(self.time) is None)
        if needed and not uncertain:
            self.error("C002", f"{path} needs the keyword {name}", factor.span)
        elif isinstance(keyword, FACT) and keyword.statut == "d":
            level = self.level(keyword, Factor(factor.span), f"{path}/{name}", inner)
            values[name] = level if keyword.upper == 1 else [level]
        elif isinstance(keyword, SIMP) and (default := keyword.defaut_at(self.time)) is not None:
            if default != keyword.defaut and not keyword.allows(default):
                self.missing("M003", f"{path}/{name}={default!r}", factor.span, why=", the default of the deck's time")
            # an empty list of several values stands for none of them, not for those by default
            emptied = keyword.max == "**" and name in factor.arguments and factor.arguments[name].value is not None
            several = default if isinstance(default, tuple) else (default,)
            values[name] = default if keyword.upper == 1 else () if emptied else several

    def rules(self, opened, arguments, values, factor, path):
        by_default = {w for w, d in opened.keywords.items() if isinstance(d, SIMP) and w in values}
        for rule in opened.rules:
            sentence = rule.broken(set(arguments) | by_default if rule.counts_defaults else set(arguments))
            if sentence:
                culprits = [arguments[w].name_span for w in rule.words if w in arguments]
                self.error("C005", f"{path}: {sentence}", culprits[-1] if culprits else factor.span)

    def factors(self, keyword: FACT, argument: Argument, path, around):
        """The occurrences of a factor keyword."""
        value = argument.value
        if is_unknown(value):
            return value
        occurrences = list(value) if isinstance(value, (list, tuple)) else [value]
        occurrences = [Factor.from_values(v, argument.span) if isinstance(v, dict) else v for v in occurrences]
        if any(is_unknown(occurrence) for occurrence in occurrences):
            return occurrences[0]
        wrong = [v for v in occurrences if not isinstance(v, Factor)]
        if wrong:
            self.error("C004", f"{path} takes _F(...), not {describe_value(wrong[0])}", argument.span)
            return [] if keyword.upper > 1 else None
        if not keyword.min <= len(occurrences) <= keyword.upper:
            self.error("C007", f"{path} takes {_bounds(keyword)} _F(...), {len(occurrences)} given", argument.span)
        outside, self.idle = self.idle, self.idle or keyword.advisory
        levels = [self.level(keyword, occurrence, path, around) for occurrence in occurrences]
        self.idle = outside
        return levels if keyword.upper > 1 else levels[0] if levels else None

    def simple(self, keyword: SIMP, argument: Argument, path):
        """The value(s) of a simple keyword."""
        value = argument.value
        if is_unknown(value):
            return value
        items = _items(value, keyword)
        if items is None:
            return value
        if any(is_unknown(item) for item in items):
            return next(item for item in items if is_unknown(item))
        outside, self.idle = self.idle, self.idle or keyword.advisory
        sound = [self.item(keyword, item, path, argument, i) for i, item in enumerate(items)]
        self.idle = outside
        if not keyword.min <= len(items) <= keyword.upper:
            text = f"{path} takes {_bounds(keyword)} {'value' if keyword.upper == 1 else 'values'}, {len(items)} given"
            self.error("C007", text, argument.span)
        elif all(sound):
            for validator in keyword.validators:
                sentence = validator(items)
                if sentence:
                    self.error("C008", f"{path}: {sentence}", argument.span)
        return tuple(items) if keyword.upper > 1 else items[0] if items else None

    def item(self, keyword: SIMP, item, path, argument: Argument, index) -> bool:
        """Whether one value is of the type, among the choices and within the bounds."""
        span = argument.item_spans[index] if index < len(argument.item_spans) else argument.span
        if not any(matches(item, wanted) for wanted in keyword.types):
            self.error("C004", f"{path} takes {describe(keyword.types)}, not {describe_value(item)}", span)
            return False
        if item != item:
            self.error("C008", f"{path} must be a number, not NaN", span)
            return False
        if isinstance(item, Real) and abs(item) > _largest(keyword):
            self.error("C008", f"{path} is too large a number: it must stay below {_largest(keyword):.2g}", span)
            return False
        if not keyword.allows(item):
            self.unlisted(item, keyword.choices, path, span)
            return False
        for broken, text in (
            (keyword.val_min is not None and item < keyword.val_min, f"at least {keyword.val_min}"),
            (keyword.val_max is not None and item > keyword.val_max, f"at most {keyword.val_max}"),
        ):
            if broken:
                self.error("C008", f"{path} must be {text}, not {item}", span)
                return False
        return True

    def unlisted(self, item, choices, path, span):
        if words.has_value(path, item):
            if self.idle:
                self.idle_note(f"{path}={item!r}", span)
            else:
                self.missing("M003", f"{path}={item!r}", span, f"it has {_quoted(choices)}")
            return
        if gone := former_words.value_gone_since(path, item):
            self.gone(f"{path}={item!r}", gone, "M003", span)
            return
        likely = closest(item, [c for c in choices if isinstance(c, str)]) if isinstance(item, str) else None
        help = f"did you mean '{likely}'?" if likely else f"it takes {_quoted(choices)}"
        self.error("C008", f"{path} does not take {item!r}", span, help)


def _is_absent(value) -> bool:
    """None and () stand for a keyword that is not there."""
    return value is None or (isinstance(value, (tuple, list)) and not value)


def _conditions(definition, name):
    """The conditions, in words, of the blocks that hold a keyword."""
    return [condition for word, _, condition in definition.every_keyword() if word == name]


def _largest(keyword: SIMP):
    """The greatest number that code_aster's integers or reals hold."""
    return 2**63 - 1 if not {"R", "C"} & set(keyword.types) else sys.float_info.max


def _items(value, keyword: SIMP):
    """The list of values; a complex given the old way, ('RI', a, b) or ('MP', r, phase), becomes one number; see `_is_whole`.

    None where the value may be anything, and stays what it is.
    """
    if "any" in keyword.types:
        return None
    if "C" in keyword.types and _is_old_complex(value):
        return [old_complex(value)]
    if type(value).__name__ == "ndarray":
        value = value.tolist() if value.ndim else value.item()
    items = list(value) if isinstance(value, (tuple, list, range)) else [value]
    if "C" in keyword.types:
        items = [old_complex(item) if _is_old_complex(item) else item for item in items]
    if "I" in keyword.types and "R" not in keyword.types:
        items = [int(item) if _is_whole(item) and "L" not in keyword.types else item for item in items]
    return items


def _is_whole(value) -> bool:
    """Whether an integer is meant: by a real number without decimals, or by the truth of a comparison."""
    return isinstance(value, bool) or (isinstance(value, float) and value.is_integer())


def _is_old_complex(value) -> bool:
    if not isinstance(value, (tuple, list)) or len(value) != 3:
        return False
    form, *numbers = value
    return isinstance(form, str) and form in ("RI", "MP") and all(matches(number, "R") for number in numbers)


def old_complex(value) -> complex:
    """The number that ('RI', real, imaginary) or ('MP', modulus, phase in degrees) stands for."""
    import cmath
    import math

    form, first, second = value
    return complex(first, second) if form == "RI" else cmath.rect(first, math.radians(second))


def _bounds(keyword):
    if keyword.upper == MANY:
        return f"at least {keyword.min}"
    return f"{keyword.min}" if keyword.min == keyword.upper else f"{keyword.min} to {int(keyword.upper)}"


def _quoted(choices):
    shown = ", ".join(repr(c) for c in choices)
    return shown if len(shown) < 200 else shown[:200].rsplit(",", 1)[0] + ", ..."
