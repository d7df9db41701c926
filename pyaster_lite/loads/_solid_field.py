"""Fields of tensors that loads take on solids."""

import numpy as np


def on_solids(field, model, prefix: str) -> dict[int, dict[str, np.ndarray]]:
    """By group of solids that a field covers: by component, `prefix` and two axes, values (ne, np); zero where it has none."""
    held = {}
    for index, group in enumerate(model.groups):
        found = field.on(group.cells) if getattr(group.element, "strain_kind", None) == "solid" else None
        if found is not None:
            values, names = found
            zero = np.zeros(values.shape[:2])
            words = [f"{prefix}{axes}" for axes in group.element.continuum.strains]
            held[index] = {word: np.nan_to_num(values[..., names.index(word)]) if word in names else zero for word in words}
    return held
