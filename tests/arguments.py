"""Keywords as the members of a registry read them, for tests that make a member without a deck."""

from pyaster_lite.catalogue.keywords import BLOC


class Arguments(dict):
    """The values of keywords; a word without a value counts as absent."""

    __getattr__ = dict.get

    def __contains__(self, word):
        return self.get(word) is not None

    def mark_read(self, *words):
        """Nothing to note."""

    def wrong(self, word, message, **more):
        """The refusal that a member raises."""
        return ValueError(message)


def arguments(member, **given) -> Arguments:
    """The defaults of the member's own keywords, and what a test gives."""
    declared = {word: keyword.defaut for word, keyword in member.keywords.items() if not isinstance(keyword, BLOC)}
    return Arguments({**declared, **given})
