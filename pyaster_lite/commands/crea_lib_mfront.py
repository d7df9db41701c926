"""CREA_LIB_MFRONT: a law out of a file in the language MFront (u4.43.05); it is read, not compiled."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.concepts.written_law import WrittenLaw
from pyaster_lite.mfront.errors import MFrontError
from pyaster_lite.mfront.law import source


@operator(
    "CREA_LIB_MFRONT",
    produces="compor_mgis",
    early=True,
    rules=(AU_MOINS_UN("UNITE_MFRONT", "UNITE_LIBRAIRIE"),),
    keywords=dict(
        NOM_COMPOR=SIMP("f"),
        UNITE_MFRONT=SIMP("f", typ="I"),
        UNITE_LIBRAIRIE=SIMP("f", typ="I"),
        DEBUG=SIMP("f", into=("OUI", "NON"), defaut="NON", advisory=True),
    ),
)
def crea_lib_mfront(args, context):
    """The law, looked at in each of the spaces that it is for; UNITE_LIBRAIRIE keeps it, or gives what was kept there."""
    if args.UNITE_MFRONT is None:
        return _kept(args, context)
    span = args.span_of("UNITE_MFRONT")
    path = context.files.path(args.UNITE_MFRONT, "r", extensions=(".mfront",), span=span)
    texts = [(path.name, path.read_text(encoding="utf-8", errors="replace"))]
    try:
        needed = source(tuple(texts)).description.needed
        texts += [(name, context.files.find(name, span).read_text(encoding="utf-8", errors="replace")) for name, _ in needed]
        found = source(tuple(texts))
        for space in found.spaces:
            found.law(space)
    except MFrontError as error:
        raise (args.not_yet if error.missing else args.wrong)("UNITE_MFRONT", str(error)) from None
    name = found.description.law
    # up to version 15 the law was named where it is used
    if args.NOM_COMPOR not in (None, name):
        raise args.wrong("NOM_COMPOR", f"the law of {path.name} is {name}")
    law = WrittenLaw(name, texts)
    if args.UNITE_LIBRAIRIE is not None:
        context.files.kept[args.UNITE_LIBRAIRIE] = law
    return law


def _kept(args, context):
    law = context.files.kept.get(args.UNITE_LIBRAIRIE)
    if law is None:
        raise args.not_yet("UNITE_LIBRAIRIE", "there are no compiled libraries: laws are read from their text")
    # the routine of a law of older decks has its name in small letters
    if args.NOM_COMPOR is not None and args.NOM_COMPOR.lower() != law.law.lower():
        raise args.wrong("NOM_COMPOR", f"the law behind unit {args.UNITE_LIBRAIRIE} is {law.law}")
    return WrittenLaw(law.law, law.texts)
