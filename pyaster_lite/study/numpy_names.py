"""Names that numpy 2 has dropped, under which decks written for numpy 1 still ask for functions."""

import numpy as np

OLD = {"trapz": "trapezoid", "in1d": "isin", "row_stack": "vstack", "product": "prod", "cumproduct": "cumprod", "float_": "float64"}


def restore():
    """Give numpy its old names back where it has lost them."""
    for old, new in OLD.items():
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
