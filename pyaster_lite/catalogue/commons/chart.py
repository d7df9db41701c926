"""How curves are drawn: XMGRACE and AGRAF in IMPR_FONCTION and IMPR_TABLE."""

from pyaster_lite.catalogue.keywords import SIMP

PICTURES = {"EPS": "eps", "POSTSCRIPT": "ps", "PNG": "png", "SVG": "svg", "PDF": "pdf", "JPEG": "jpg"}
PILOTES = ("", "INTERACTIF", "INTERACTIF_BG", *PICTURES)


def curve_look():
    """Line, colour and marker of one curve."""
    return dict(
        LEGENDE=SIMP(),
        STYLE=SIMP(typ="I", val_min=0),
        COULEUR=SIMP(typ="I", val_min=0),
        MARQUEUR=SIMP(typ="I", val_min=0),
        FREQ_MARQUEUR=SIMP(typ="I", defaut=0),
    )


def axes():
    """Bounds, scales, grids and legends of both axes."""
    return dict(
        BORNE_X=SIMP(typ="R", min=2, max=2),
        BORNE_Y=SIMP(typ="R", min=2, max=2),
        ECHELLE_X=SIMP(into=("LIN", "LOG"), defaut="LIN"),
        ECHELLE_Y=SIMP(into=("LIN", "LOG"), defaut="LIN"),
        GRILLE_X=SIMP(typ="R", val_min=0.0),
        GRILLE_Y=SIMP(typ="R", val_min=0.0),
        LEGENDE_X=SIMP(),
        LEGENDE_Y=SIMP(),
    )
