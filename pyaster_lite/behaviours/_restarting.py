"""Laws that a step of statics starts from anew, those of mechanical strains alone (nmcomp of code_aster, `deform_ldc` of its catalogues).

Before anything moves such a law is integrated over the step while the strains that stress causes stay; what the others (of temperature,
...) grow by then takes its tangent times that from the stress. Cells of other laws start from their stresses, and have elastic forces of
those strains (Structure.imposed_forces).
"""

from __future__ import annotations

from ._law import Law, strain_increment


def held(strain, state, data, continuum):
    """The strain that a law is asked at, and what takes from its stress: the growth of strains that no stress causes, None for none."""
    if not data.step.predicting:
        return strain, None
    others = strain_increment(state.strain, state, data, continuum)[1]
    return (state.strain, None) if others is None else (state.strain + others, others)


def eased(stress, tangent, others):
    """The stress with what the other strains take from it, by the tangent."""
    return stress if others is None else stress - (tangent @ others[..., None])[..., 0]


class Restarting(Law):
    """A law whose step starts from what it answers; members say `respond`, as `integrate`, without heeding what predicting asks."""

    restarts = True

    def integrate(self, strain, state, data, continuum):
        """What `respond` says; while predicting, at mechanical strains that stay."""
        strain, others = held(strain, state, data, continuum)
        stress, internal, tangent = self.respond(strain, state, data, continuum)
        return (eased(stress, tangent, others), state.internal, tangent) if data.step.predicting else (stress, internal, tangent)

    def respond(self, strain, state, data, continuum):
        """Stress, internal variables and tangent."""
        raise NotImplementedError
