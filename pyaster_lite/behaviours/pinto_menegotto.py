"""RELATION='PINTO_MENEGOTTO': bars that are pulled and pressed in turn, and buckle; see GRILLE_PINTO_MEN (r5.03.09, nm1dpm)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .grille_pinto_men import PintoMenegotto


class Along(PintoMenegotto):
    """The law along a line, without the variables that sheets keep free."""

    internal_names = PintoMenegotto.internal_names[:8]


class OnlyAlongLine:
    """It has no form in space."""

    linear, symmetric = False, True
    internal_names, internal_size, needs = Along.internal_names, 8, Along.needs
    fibre = Along()


BEHAVIOURS.add("PINTO_MENEGOTTO", OnlyAlongLine())
