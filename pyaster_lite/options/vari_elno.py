"""VARI_ELNO, VARI_NOEU: internal variables at nodes (u4.81.04)."""

from ._family import at_nodes

at_nodes("VARI", "VARI_R")
