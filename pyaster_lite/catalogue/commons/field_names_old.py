"""Names of fields that changed: what NOM_CHAM took up to a version of code_aster, and what it takes today."""

from __future__ import annotations

from ..legacy import Told, occurrences

_UP_TO = {
    "8.2.15": dict(ERRE_ELGA_NORE="ERME_ELEM", ERRE_ELNO_ELGA="ERME_ELNO", ERRE_ELEM_NOZ1="ERZ1_ELEM", ERRE_ELEM_NOZ2="ERZ2_ELEM"),
    "10.2.20": dict(SIRE_ELNO_DEPL="SIGM_ELNO"),
    "10.3.0": dict(ERRE_ELEM_SIGM="ERME_ELEM", ERRE_ELNO_ELEM="ERME_ELNO", ERRE_NOEU_ELEM="ERME_NOEU", ERRE_ELEM_TEMP="ERTH_ELEM",
                   INTE_ELNO_ACTI="INTE_ELNO", PRES_DBEL_DEPL="PRME_ELNO"),
    "10.3.5": dict(
        SIEF_ELNO_ELGA="SIEF_ELNO", SIEF_NOEU_ELGA="SIEF_NOEU", SIEF_ELGA_DEPL="SIEF_ELGA", EPSI_NOEU_DEPL="EPSI_NOEU",
        FLUX_ELNO_TEMP="FLUX_ELNO", EPSI_ELGA_DEPL="EPSI_ELGA", EPME_ELNO_DEPL="EPME_ELNO", EPME_ELGA_DEPL="EPME_ELGA",
        EPSG_ELNO_DEPL="EPSG_ELNO", SIPO_ELNO_DEPL="SIPO_ELNO", EPOT_ELEM_DEPL="EPOT_ELEM", ECIN_ELEM_DEPL="ECIN_ELEM",
        HYDR_NOEU_ELGA="HYDR_NOEU", EXTR_ELNO_VARI="VAEX_ELNO", EXTR_ELGA_VARI="VAEX_ELGA", EXTR_NOEU_VARI="VAEX_NOEU",
        DEGE_ELNO_DEPL="DEGE_ELNO", FLUX_ELGA_TEMP="FLUX_ELGA", FLUX_NOEU_TEMP="FLUX_NOEU", EPSG_ELGA_DEPL="EPSG_ELGA",
        EPMG_ELNO_DEPL="EPMG_ELNO", EPMG_ELGA_DEPL="EPMG_ELGA", ERZ1_ELEM_SIGM="ERZ1_ELEM", ERZ2_ELEM_SIGM="ERZ2_ELEM",
        QIRE_ELEM_SIGM="QIRE_ELEM", QIRE_ELNO_ELEM="QIRE_ELNO", SING_ELNO_ELEM="SING_ELNO", ENEL_ELNO_ELGA="ENEL_ELNO",
        ETOT_ELNO_ELGA="ETOT_ELNO", HYDR_ELNO_ELGA="HYDR_ELNO", META_ELNO_TEMP="META_ELNO", DURT_ELNO_META="DURT_ELNO",
        SIPO_NOEU_DEPL="SIPO_NOEU", ENDO_ELNO_ELGA="ENDO_ELNO", SOUR_ELGA_ELEC="SOUR_ELGA", PROJ_ELEM_SIGM="SIRO_ELEM",
        EPEQ_ELNO_TUYO="EPEQ_ELNO", SIEQ_ELNO_TUYO="SIEQ_ELNO",
    ),
    "10.3.10": dict(
        SIGM_ELNO_DEPL="SIGM_ELNO", SIGM_NOEU_DEPL="SIGM_NOEU", EPSI_ELNO_DEPL="EPSI_ELNO", EFGE_ELNO_DEPL="EFGE_ELNO",
        EFGE_NOEU_DEPL="EFGE_NOEU", VARI_ELNO_ELGA="VARI_ELNO", VARI_NOEU_ELGA="VARI_NOEU", EQUI_ELNO_SIGM="SIEQ_ELNO",
        EQUI_ELGA_SIGM="SIEQ_ELGA", EQUI_NOEU_SIGM="SIEQ_NOEU", EQUI_ELNO_EPSI="EPEQ_ELNO", EQUI_ELGA_EPSI="EPEQ_ELGA",
        EQUI_NOEU_EPSI="EPEQ_NOEU", EQUI_ELGA_EPME="EPMQ_ELGA", EQUI_ELNO_EPME="EPMQ_ELNO", SIGM_NOZ1_ELGA="SIZ1_NOEU",
        SIGM_NOZ2_ELGA="SIZ2_NOEU", INDI_LOCA_ELGA="INDL_ELGA", DCHA_ELGA_SIGM="DERA_ELGA", DCHA_ELNO_SIGM="DERA_ELNO",
        RADI_ELNO_SIGM="DERA_ELNO", SIGM_ELNO_COQU="SIGM_ELNO", SIGM_NOEU_COQU="SIGM_NOEU", VARI_ELNO_COQU="VARI_ELNO",
        SIGM_ELNO_TUYO="SIGM_ELNO", EPSI_ELNO_TUYO="EPSI_ELNO", VARI_ELNO_TUYO="VARI_ELNO",
    ),
    "11.0.24": dict(SICO_ELNO="SIGM_ELNO", SICO_NOEU="SIGM_NOEU"),
    "11.1.0": dict(VACO_ELNO="VARI_ELNO", SITU_ELNO="SIGM_ELNO", VATU_ELNO="VARI_ELNO"),
    "13.0.2": dict(VALE_CONT="CONT_NOEU"),
    "15.2.17+": dict(FERRAILLAGE="FERR_ELEM"),
}  # fmt: skip
TODAY = {old: (today, last) for last, names in _UP_TO.items() for old, today in names.items()}
"""Old name -> (today's, the last version that took the old one)."""


def renamed_fields(factor, path: str) -> list[Told]:
    """Rewrite the names of fields that NOM_CHAM gives, at any depth; `path` is the command's and the factor keywords' for the messages."""
    told = []
    argument = factor.arguments.get("NOM_CHAM")
    if argument is not None:
        several = isinstance(argument.value, (list, tuple))
        values = list(argument.value) if several else [argument.value]
        old = [value for value in values if isinstance(value, str) and value in TODAY]
        if old:
            renewed = [TODAY[value][0] if isinstance(value, str) and value in TODAY else value for value in values]
            argument.value = tuple(renewed) if several else renewed[0]
            told += [Told(argument.name_span, f"{path}NOM_CHAM={name!r} is now {TODAY[name][0]!r}", TODAY[name][1]) for name in old]
    for word in factor.arguments:
        for inner in occurrences(factor, word):
            told += renamed_fields(inner, f"{path}{word}/")
    return told
