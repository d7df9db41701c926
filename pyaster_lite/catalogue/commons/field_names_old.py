"""Names of fields that changed: what NOM_CHAM took up to a version of code_aster, and what it takes today."""

from ..legacy import Values

_UP_TO = {
    "10.3.0": dict(ERRE_ELEM_SIGM="ERME_ELEM", ERRE_ELNO_ELEM="ERME_ELNO", ERRE_NOEU_ELEM="ERME_NOEU"),
    "10.3.5": dict(
        SIEF_ELNO_ELGA="SIEF_ELNO", SIEF_NOEU_ELGA="SIEF_NOEU", SIEF_ELGA_DEPL="SIEF_ELGA", EPSI_NOEU_DEPL="EPSI_NOEU",
        FLUX_ELNO_TEMP="FLUX_ELNO", EPSI_ELGA_DEPL="EPSI_ELGA", EPME_ELNO_DEPL="EPME_ELNO", EPME_ELGA_DEPL="EPME_ELGA",
        EPSG_ELNO_DEPL="EPSG_ELNO", SIPO_ELNO_DEPL="SIPO_ELNO", EPOT_ELEM_DEPL="EPOT_ELEM", ECIN_ELEM_DEPL="ECIN_ELEM",
        HYDR_NOEU_ELGA="HYDR_NOEU", EXTR_ELNO_VARI="VAEX_ELNO", EXTR_ELGA_VARI="VAEX_ELGA",
    ),
    "10.3.10": dict(
        SIGM_ELNO_DEPL="SIGM_ELNO", SIGM_NOEU_DEPL="SIGM_NOEU", EPSI_ELNO_DEPL="EPSI_ELNO", EFGE_ELNO_DEPL="EFGE_ELNO",
        EFGE_NOEU_DEPL="EFGE_NOEU", VARI_ELNO_ELGA="VARI_ELNO", VARI_NOEU_ELGA="VARI_NOEU", EQUI_ELNO_SIGM="SIEQ_ELNO",
        EQUI_ELGA_SIGM="SIEQ_ELGA", EQUI_NOEU_SIGM="SIEQ_NOEU", EQUI_ELNO_EPSI="EPEQ_ELNO", EQUI_ELGA_EPSI="EPEQ_ELGA",
        EQUI_NOEU_EPSI="EPEQ_NOEU",
    ),
    "11.0.24": dict(SICO_ELNO="SIGM_ELNO"),
    "13.0.2": dict(VALE_CONT="CONT_NOEU"),
    "15.2.17+": dict(FERRAILLAGE="FERR_ELEM"),
}  # fmt: skip


def old_field_names(word: str) -> tuple[Values, ...]:
    """The rules of the `word` of a command that takes names of fields."""
    return tuple(Values(word, tuple(names.items()), last) for last, names in _UP_TO.items())
