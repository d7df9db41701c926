"""LIRE_RESU reads a result: fields of a MED file or of an I-DEAS file (u7.02.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.comportement import comportement
from pyaster_lite.catalogue.commons.excit import excit
from pyaster_lite.catalogue.commons.field_choice import field_names, precision
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import ENSEMBLE, UN_PARMI
from pyaster_lite.commands._applied_laws import take_laws
from pyaster_lite.commands._field_reading import med_field
from pyaster_lite.commands._ideas_reading import ideas_fields
from pyaster_lite.commands._measured_reading import measured_fields
from pyaster_lite.commands._reactions import excitations
from pyaster_lite.commands._result_store import check_name, empty_result, enriched, store_field
from pyaster_lite.concepts.modes import Modes
from pyaster_lite.io.med_fields import MedFields

_KINDS = (
    "EVOL_THER", "EVOL_ELAS", "EVOL_NOLI", "MODE_MECA", "MODE_MECA_C", "DYNA_TRANS", "DYNA_HARMO", "EVOL_CHAR", "EVOL_VARC", "EVOL_SECH",
    "MODE_EMPI",
)  # fmt: skip
_TYPES = {
    "NOEU_TEMP_R": "TEMP SECH",
    "NOEU_IRRA_R": "IRRA",
    "NOEU_DEPL_R": "DEPL PTOT VITE ACCE FORC_NODA REAC_NODA",
    "NOEU_SIEF_R": "SIEF_NOEU SIGM_NOEU SIEQ_NOEU",
    "NOEU_INFC_R": "CONT_NOEU",
    "NOEU_GRAT_R": "GRAT_NOEU",
    "NOEU_EPSI_R": "DIVU EPSI_NOEU EPSA_NOEU EPME_NOEU EPSG_NOEU EPVC_NOEU EPFP_NOEU EPFD_NOEU",
    "NOEU_FLUX_R": "FLUX_NOEU",
    "NOEU_VAR2_R": "VARI_NOEU",
    "NOEU_HYDR_R": "HYDR_NOEU",
    "ELGA_SIEF_R": "SIEF_ELGA SIEQ_ELGA",
    "ELGA_EPSI_R": "EPSI_ELGA EPMQ_ELGA EPEQ_ELGA EPSG_ELGA EPSP_ELGA",
    "ELGA_VARI_R": "VARI_ELGA",
    "ELGA_STRX_R": "STRX_ELGA",
    "ELGA_HYDR_R": "HYDR_ELGA",
    "ELNO_SIEF_R": "SIEF_ELNO SIEQ_ELNO SIGM_ELNO EFGE_ELNO",
    "ELNO_EPSI_R": "EPSI_ELNO EPSA_ELNO EPSP_ELNO EPME_ELNO",
    "ELNO_VARI_R": "VARI_ELNO",
    "ELNO_VAR2_R": "META_ELNO",
    "ELNO_HYDR_R": "HYDR_ELNO",
    "ELEM_PRES_R": "PRES",
    "ELEM_ERRE_R": "ERME_ELEM",
    "ELEM_FORC_R": "FSUR_3D",
    "ELEM_TEMP_R": "T_EXT",
    "ELEM_COEH_R": "COEF_H",
}
_TYPE_OF = {name: kind for kind, names in _TYPES.items() for name in names.split()}
_ACCESS = ("TOUT_ORDRE", "NUME_ORDRE", "LIST_ORDRE", "INST", "LIST_INST", "FREQ", "LIST_FREQ")


def _place(word):
    return {word: SIMP(typ="I", min=2, max=2)}


def _format_ideas():
    optional = {}
    for word in ("POSI_INST", "POSI_FREQ", "POSI_NUME_MODE", "POSI_MASS_GENE", "POSI_AMOR_GENE"):
        optional |= _place(word)
    return FACT(
        max="**",
        rules=UN_PARMI("POSI_INST", "POSI_FREQ"),
        NOM_CHAM=SIMP("o", into=field_names),
        NUME_DATASET=SIMP(typ="I", into=(55, 57, 2414)),
        RECORD_3=SIMP(typ="I", max=10),
        RECORD_6=SIMP(typ="I", max=10),
        RECORD_9=SIMP(typ="I", max=10),
        POSI_ORDRE=SIMP("o", typ="I", min=2, max=2),
        **optional,
        NOM_CMP=SIMP("o", max="**"),
    )


@operator(
    "LIRE_RESU",
    legacy=(Renamed("MATR_A", "MATR_RIGI", last="11.3.14"), Renamed("MATR_B", "MATR_MASS", last="11.3.14"),),
    produces=lambda values: values.TYPE_RESU.lower(),
    reuse="RESULTAT",
    rules=(UN_PARMI("MAILLAGE", "MODELE"), UN_PARMI(*_ACCESS)),
    keywords=dict(
        TYPE_RESU=SIMP("o", into=_KINDS),
        FORMAT=SIMP("o", into=("MED", "IDEAS", "IDEAS_DS58")),
        RESULTAT=SIMP(typ=tuple(kind.lower() for kind in _KINDS)),
        MAILLAGE=SIMP(typ="maillage_sdaster"),
        MODELE=SIMP(typ="modele_sdaster"),
        CHAM_MATER=SIMP(typ="cham_mater"),
        CARA_ELEM=SIMP(typ="cara_elem"),
        TOUT_ORDRE=SIMP(into=("OUI",)),
        NUME_ORDRE=SIMP(typ="I", max="**", validators=(no_repeat,)),
        LIST_ORDRE=SIMP(typ="listis_sdaster"),
        INST=SIMP(typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP(typ="listr8_sdaster"),
        FREQ=SIMP(typ="R", max="**", validators=(no_repeat,)),
        LIST_FREQ=SIMP(typ="listr8_sdaster"),
        b_acce_reel=BLOC(present("INST") | present("LIST_INST") | present("FREQ") | present("LIST_FREQ"), **precision()),
        b_mode_meca=BLOC(
            equal("TYPE_RESU", "MODE_MECA") | equal("TYPE_RESU", "MODE_MECA_C"),
            MATR_RIGI=SIMP(typ="matr_asse_depl_r"),
            MATR_MASS=SIMP(typ="matr_asse_depl_r"),
        ),
        b_evol_elas=BLOC(equal("TYPE_RESU", "EVOL_ELAS"), EXCIT=excit()),
        b_evol_noli=BLOC(
            equal("TYPE_RESU", "EVOL_NOLI"),
            EXCIT=excit(),
            COMPORTEMENT=comportement(kits=True),
            VERI_VARI=SIMP("f", into=("OUI", "NON"), defaut="OUI", advisory=True),
        ),
        b_ideas=BLOC(
            equal("FORMAT", "IDEAS"),
            UNITE=SIMP(typ="I", defaut=19, val_min=1),
            NOM_CHAM=SIMP("o", max="**", into=field_names, validators=(no_repeat,)),
            FORMAT_IDEAS=_format_ideas(),
        ),
        b_ds58=BLOC(
            equal("FORMAT", "IDEAS_DS58"),
            UNITE=SIMP(typ="I", defaut=19, val_min=1),
            NOM_CHAM=SIMP("o", max="**", into=field_names, validators=(no_repeat,)),
            REDEFI_ORIENT=FACT(
                max="**", CODE_DIR=SIMP("o", typ="I", into=(1, 2, 3)), DIRECTION=SIMP("o", typ="R", min=3, max=3), NOEUD=SIMP("o", max="**")
            ),
        ),
        b_med=BLOC(
            equal("FORMAT", "MED"),
            UNITE=SIMP(typ="I", defaut=81, val_min=1),
            FORMAT_MED=FACT(
                "o",
                max="**",
                rules=(ENSEMBLE("NOM_CMP", "NOM_CMP_MED"), UN_PARMI("NOM_CHAM_MED", "NOM_RESU")),
                NOM_CHAM=SIMP("o", into=field_names),
                NOM_CHAM_MED=SIMP(),
                NOM_RESU=SIMP(),
                NOM_CMP=SIMP(max="**"),
                NOM_CMP_MED=SIMP(max="**"),
            ),
            PROL_ZERO=SIMP(into=("OUI", "NON"), defaut="OUI"),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def lire_resu(args, context):
    """Storage orders are those of the file, or the next ones where instants or frequencies are named."""
    args.mark_read("TOUT_ORDRE", "PROL_ZERO", "PRECISION", "CRITERE")
    kind = args.TYPE_RESU.lower()
    access = "FREQ" if kind.startswith("mode") or kind == "dyna_harmo" else "INST"
    for word in ("FREQ", "LIST_FREQ") if access == "INST" else ("INST", "LIST_INST"):
        if args[word] is not None:
            raise args.wrong(word, f"a {kind} is told by {access}")
    result = enriched(args, context)
    last = max(result.orders, default=0) if result is not None else 0
    path = context.files.path(args.UNITE, "r")
    read = _from_med if args.FORMAT == "MED" else _from_ideas
    for name, order, parameters, field, level in read(args, context, path, access, last):
        if result is None:
            mesh = args.MODELE.mesh if args.MODELE is not None else args.MAILLAGE
            result = empty_result(args, args.MODELE, mesh, level, field)
        if (context.reused is not None and order <= last) or result.has_field(name, order):
            raise level.wrong("NOM_CHAM", f"the storage order {order} of {name} is there already")
        store_field(result, order, _parameters(result, parameters, order), name, field)
    if result is None:
        raise args.wrong("UNITE", f"{path.name} holds none of the fields at the places that are asked for")
    for word, attribute in (("CHAM_MATER", "material_field"), ("CARA_ELEM", "characteristics")):
        if args[word] is not None:
            setattr(result, attribute, args[word])
    result.excitations = excitations(args) or result.excitations
    if args.get("COMPORTEMENT"):
        take_laws(args, result)
    return result


def _parameters(result, given, order):
    return {"NUME_MODE": order, **given} if isinstance(result, Modes) else given


def _from_med(args, context, path, access, last):
    model, mesh = args.MODELE, args.MAILLAGE
    mesh = mesh if model is None else model.mesh
    with MedFields(path) as file:
        for level in args.FORMAT_MED:
            name = level.NOM_CHAM
            check_name(level, "NOM_CHAM", args.TYPE_RESU.lower(), name)
            if name not in _TYPE_OF:
                raise level.not_yet("NOM_CHAM", f"fields {name} are not read from MED files")
            place, _, quantity = _TYPE_OF[name].partition("_")
            if place != "NOEU" and model is None:
                raise level.wrong("NOM_CHAM", f"{name} stands on elements: give MODELE instead of MAILLAGE")
            level.mark_read("NOM_RESU")
            in_file = level.NOM_CHAM_MED or level.NOM_RESU[:8].ljust(8, "_") + name
            renamed = None
            if level.NOM_CMP is not None:
                if len(level.NOM_CMP) != len(level.NOM_CMP_MED):
                    text = f"{len(level.NOM_CMP)} components are named, but {len(level.NOM_CMP_MED)} of the file"
                    raise level.wrong("NOM_CMP_MED", text)
                renamed = dict(zip(level.NOM_CMP_MED, level.NOM_CMP))
            for step, order, value in _steps(args, context, file.steps(in_file), last):
                field = med_field(args, file, in_file, step, (mesh, place, quantity), model, renamed)
                yield name, order, {access: value}, field, level


def _steps(args, context, steps, last):
    """(step of the file, its storage order, its instant or frequency) of those that the keywords name.

    A step without a number takes the next storage order.
    """
    numbered = {step.order if step.order != -1 else step.number: step for step in steps}
    if -1 in numbered:
        numbered[last + 1] = numbered.pop(-1)
    orders = args.NUME_ORDRE or args.LIST_ORDRE
    values = args.INST or args.LIST_INST or args.FREQ or args.LIST_FREQ
    if values is not None:
        word = next(word for word in _ACCESS if args[word] is not None)
        for rank, value in enumerate(values, 1):
            width = args.PRECISION * (abs(value) if args.CRITERE == "RELATIF" else 1.0)
            near = next((step for step in steps if abs(step.time - value) <= width), None)
            if near is None:
                raise args.wrong(word, f"the file has nothing at {value:.9g}")
            yield near, last + rank, float(value)
        return
    for order in orders if orders is not None else numbered:
        if order not in numbered:
            context.warn(args, "NUME_ORDRE" if args.NUME_ORDRE else "LIST_ORDRE", f"the file has no order {order}")
            continue
        yield numbered[order], int(order), numbered[order].time


def _from_ideas(args, context, path, access, last):
    orders = args.NUME_ORDRE or args.LIST_ORDRE
    values = args.INST or args.LIST_INST or args.FREQ or args.LIST_FREQ

    def wanted(order, value):
        if orders is not None:
            return order in list(orders)
        if values is None:
            return True
        width = args.PRECISION * (abs(value) if args.CRITERE == "RELATIF" else 1.0)
        return any(abs(other - value) <= width for other in values)

    for name in args.NOM_CHAM:
        check_name(args, "NOM_CHAM", args.TYPE_RESU.lower(), name)
    mesh = args.MAILLAGE if args.MODELE is None else args.MODELE.mesh
    read = ideas_fields if args.FORMAT == "IDEAS" else measured_fields
    for name, order, parameters, field in read(args, path, mesh, access, wanted):
        yield name, order, parameters, field, args
