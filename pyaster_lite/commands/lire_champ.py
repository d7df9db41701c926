"""LIRE_CHAMP reads one field of a MED file (u7.02.02)."""

from __future__ import annotations

from pyaster_lite.catalogue import words
from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import precision
from pyaster_lite.catalogue.conditions import is_in, present
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._champ_places import type_of
from pyaster_lite.commands._field_reading import med_field
from pyaster_lite.concepts import quantities
from pyaster_lite.io.med_fields import MedFields

_KINDS = {"NOEU": "cham_no_sdaster", "CART": "carte_sdaster"}


def _types():
    return [word for word in words.values("LIRE_CHAMP/TYPE_CHAM") if word.endswith("_R") and quantities.known(word[5:])]


def _at_elements():
    return [word for word in _types() if word.startswith("EL")]


@operator(
    "LIRE_CHAMP",
    produces=lambda values: _KINDS.get(values.TYPE_CHAM[:4], "cham_elem"),
    rules=(
        UN_PARMI("NOM_CMP_IDEM", "NOM_CMP"),
        PRESENT_PRESENT("NOM_CMP", "NOM_CMP_MED"),
        EXCLUS("NUME_ORDRE", "INST"),
        EXCLUS("NUME_PT", "INST"),
    ),
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        FORMAT=SIMP(into=("MED",), defaut="MED"),
        UNITE=SIMP(typ="I", defaut=81, val_min=1),
        TYPE_CHAM=SIMP("o", into=_types),
        b_modele=BLOC(is_in("TYPE_CHAM", *_at_elements()), MODELE=SIMP("o", typ="modele_sdaster")),
        NOM_MED=SIMP("o"),
        NOM_MAIL_MED=SIMP(),
        NOM_CMP_IDEM=SIMP(into=("OUI",)),
        NOM_CMP=SIMP(max="**", validators=(no_repeat,)),
        NOM_CMP_MED=SIMP(max="**", validators=(no_repeat,)),
        PROL_ZERO=SIMP(into=("OUI", "NON"), defaut="NON"),
        NUME_PT=SIMP(typ="I"),
        NUME_ORDRE=SIMP(typ="I"),
        INST=SIMP(typ="R"),
        b_precision=BLOC(present("INST"), **precision()),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def lire_champ(args, context):
    """The field on the mesh, or on the elements of the model; nothing is carried where the file says nothing."""
    args.mark_read("FORMAT", "NOM_CMP_IDEM", "PROL_ZERO")
    place, quantity = type_of(args)
    model = args.get("MODELE")
    if model is not None and model.mesh is not args.MAILLAGE:
        raise args.wrong("MODELE", f"{model.name} does not stand on {args.MAILLAGE.name}")
    renamed = None
    if args.NOM_CMP is not None:
        if len(args.NOM_CMP) != len(args.NOM_CMP_MED):
            raise args.wrong("NOM_CMP_MED", f"{len(args.NOM_CMP)} components are named, but {len(args.NOM_CMP_MED)} of the file")
        renamed = dict(zip(args.NOM_CMP_MED, args.NOM_CMP))
    with MedFields(context.files.path(args.UNITE, "r")) as file:
        there = file.mesh_name(args.NOM_MED)
        if args.NOM_MAIL_MED not in (None, there):
            raise args.wrong("NOM_MAIL_MED", f"the field {args.NOM_MED} stands on the mesh {there}")
        step = _step(args, file.steps(args.NOM_MED))
        return med_field(args, file, args.NOM_MED, step, (args.MAILLAGE, place, quantity), model, renamed)


def _step(args, steps):
    """The step that NUME_PT, NUME_ORDRE or INST names; without them the one that belongs to no instant, or the only one."""
    if args.INST is not None:
        width = args.PRECISION * (abs(args.INST) if args.CRITERE == "RELATIF" else 1.0)
        found = [step for step in steps if abs(step.time - args.INST) <= width]
        word, shown = "INST", f"the instant {args.INST:.9g}"
    elif args.NUME_PT is not None or args.NUME_ORDRE is not None:
        found = [s for s in steps if args.NUME_PT in (None, s.number) and args.NUME_ORDRE in (None, s.order)]
        word = "NUME_ORDRE" if args.NUME_ORDRE is not None else "NUME_PT"
        shown = " and ".join(f"{other} {args[other]}" for other in ("NUME_PT", "NUME_ORDRE") if args[other] is not None)
    else:
        found = [step for step in steps if step.number == -1] or steps
        word, shown = "NOM_MED", "no instant: give INST, NUME_PT or NUME_ORDRE"
    if len(found) != 1:
        count = "no step" if not found else f"{len(found)} steps"
        instants = ", ".join(f"{step.time:.9g}" for step in steps[:8])
        raise args.wrong(word, f"the field {args.NOM_MED} has {count} at {shown}", help=f"its instants are {instants}")
    return found[0]
