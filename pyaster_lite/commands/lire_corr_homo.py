"""LIRE_CORR_HOMO reads the correctors that IMPR_CORR_HOMO has written (u4.82.42)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._corrector_names import from_file
from pyaster_lite.concepts.results_by_name import ResultsByName
from pyaster_lite.io.med_fields import MedFields

_KINDS = {"EVOL_ELAS": ("MECANIQUE", "DEPL"), "EVOL_THER": ("THERMIQUE", "TEMP")}


@operator(
    "LIRE_CORR_HOMO",
    produces=lambda values: f"{str(values.get('TYPE_RESU', 'EVOL_ELAS')).lower()}_dict",
    keywords=dict(
        UNITE=SIMP("o", typ="I"),
        TYPE_RESU=SIMP("o", into=tuple(_KINDS)),
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
    ),
)
def lire_corr_homo(args, context):
    """Every corrector of the kind that is in the file."""
    phenomenon, component = _KINDS[args.TYPE_RESU]
    with MedFields(context.files.path(args.UNITE, "r")) as file:
        names = {name: from_file(name, component) for name in file.names}
    names = {inside: name for inside, name in names.items() if name is not None}
    if not names:
        raise args.wrong("UNITE", f"the file holds no correctors {component}")
    whole = [{"TOUT": "OUI", "PHENOMENE": phenomenon, "MODELISATION": "3D"}]
    model = context.run("AFFE_MODELE", MAILLAGE=args.MAILLAGE, AFFE=whole)
    words = dict(TYPE_RESU=args.TYPE_RESU, FORMAT="MED", MODELE=model, UNITE=args.UNITE, TOUT_ORDRE="OUI")
    read = {
        name: context.run("LIRE_RESU", FORMAT_MED=[{"NOM_CHAM_MED": inside, "NOM_CHAM": component}], **words)
        for inside, name in names.items()
    }
    return ResultsByName(f"{args.TYPE_RESU.lower()}_dict", read)
