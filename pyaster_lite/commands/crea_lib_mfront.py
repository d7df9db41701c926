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
        NOM_COMPOR=SIMP("o"),
        UNITE_MFRONT=SIMP("f", typ="I"),
        UNITE_LIBRAIRIE=SIMP("f", typ="I"),
        DEBUG=SIMP("f", into=("OUI", "NON"), defaut="NON", advisory=True),
    ),
)
def crea_lib_mfront(args, context):
    """The law, looked at in each of the spaces that it is for."""
    if args.UNITE_LIBRAIRIE is not None:
        raise args.not_yet("UNITE_LIBRAIRIE", "there are no compiled libraries: laws are read from their text")
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
    if found.description.law != args.NOM_COMPOR:
        raise args.wrong("NOM_COMPOR", f"the law of {path.name} is {found.description.law}")
    return WrittenLaw(args.NOM_COMPOR, texts)
