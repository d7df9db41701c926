"""Rules on which keywords go together; each says in one sentence how it is broken."""

from __future__ import annotations


class Rule:
    """A rule over keyword names; `broken(given)` returns the sentence to show, or None.

    `counts_defaults`: a word that has a default counts as given.
    """

    counts_defaults = False

    def __init__(self, *words: str):
        self.words = words

    def broken(self, given: set[str]) -> str | None:
        """Judge the set of keywords that are present."""
        raise NotImplementedError

    def _present(self, given):
        return [word for word in self.words if word in given]

    def __repr__(self):
        return f"{type(self).__name__}{self.words}"


def _list(words, last="or"):
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" {last} " + words[-1]


class UN_PARMI(Rule):
    """Exactly one of the words."""

    counts_defaults = True

    def broken(self, given):
        found = self._present(given)
        if not found:
            return f"one of {_list(self.words)} must be given"
        if len(found) > 1:
            return f"only one of {_list(self.words)} may be given, not {_list(found, 'and')}"
        return None


class AU_MOINS_UN(Rule):
    """At least one of the words."""

    counts_defaults = True

    def broken(self, given):
        return None if self._present(given) else f"at least one of {_list(self.words)} must be given"


class AU_MOINS_UN_DE(AU_MOINS_UN):
    """At least one of the words of an open list (see OPEN)."""

    def __init__(self, listed):
        self._listed = listed

    @property
    def words(self):
        """The words, as far as the rule is broken all of them."""
        return self._listed.words()

    def _present(self, given):
        return self._listed.members.among(given)


class AU_PLUS_UN(Rule):
    """At most one of the words."""

    def broken(self, given):
        found = self._present(given)
        return f"{_list(found, 'and')} exclude each other" if len(found) > 1 else None


class EXCLUS(AU_PLUS_UN):
    """The words exclude each other."""


class PRESENT_PRESENT(Rule):
    """When the first word is given, all others must be."""

    def broken(self, given):
        absent = [word for word in self.words[1:] if word not in given]
        if self.words[0] in given and absent:
            return f"{self.words[0]} asks for {_list(absent, 'and')} too"
        return None


class PRESENT_ABSENT(Rule):
    """When the first word is given, none of the others may be."""

    def broken(self, given):
        found = [word for word in self.words[1:] if word in given]
        if self.words[0] in given and found:
            return f"{self.words[0]} excludes {_list(found, 'and')}"
        return None


class ENSEMBLE(Rule):
    """All of the words or none."""

    def broken(self, given):
        found = self._present(given)
        absent = [word for word in self.words if word not in given]
        return f"{_list(found, 'and')} must come with {_list(absent, 'and')}" if found and absent else None
