"""Sums of products of arrays, two arrays at a time in an order that is found once for each set of shapes.

For arrays of some cells, to find the order costs more than the products; numpy.einsum with `optimize` finds it at every call.
"""

from __future__ import annotations

from string import ascii_letters

import numpy as np

MOST = 4096
"""Plans that are kept."""
_plans: dict[tuple, list] = {}


def contracted(subscripts: str, *operands: np.ndarray) -> np.ndarray:
    """What numpy.einsum(subscripts, *operands, optimize=True) gives, to the last digit; the subscripts name the result ("ij,jk->ik")."""
    key = subscripts, *(operand.shape for operand in operands)
    plan = _plans.get(key)
    if plan is None:
        if len(_plans) >= MOST:
            _plans.clear()
        plan = _plans[key] = _planned(subscripts, operands)
    left = list(operands)
    for places, combined in plan:
        left.append(combined(*[left.pop(place) for place in places]))
    return left[0]


def _planned(subscripts, operands):
    """[(places, function of the arrays there)]; what a function gives goes to the end of the list of arrays."""
    terms, result = subscripts.replace(" ", "").split("->")
    terms, shapes = terms.split(","), [operand.shape for operand in operands]
    if "..." in subscripts:
        terms, result = _spelt(terms, result, shapes)
        subscripts = f"{','.join(terms)}->{result}"
    sizes = {}
    for term, shape in zip(terms, shapes, strict=True):
        for index, size in zip(term, shape, strict=True):
            sizes[index] = max(size, sizes.get(index, 1))
    plan = []
    path = np.einsum_path(subscripts, *operands, optimize=True)[0][1:]
    for number, chosen in enumerate(path):
        places = sorted(chosen, reverse=True)
        taken, shaped = [terms.pop(place) for place in places], [shapes.pop(place) for place in places]
        made = result if number == len(path) - 1 else _left_over(taken, terms, result, sizes)
        plan.append((tuple(places), _combination(taken, shaped, made)))
        terms.append(made)
        shapes.append(tuple(sizes[index] for index in made))
    return plan


def _spelt(terms, result, shapes):
    """Terms and result with letters in the place of dots, the last letters for the last axes."""
    letters = "".join(sorted(set(ascii_letters) - set(result).union(*terms)))
    hidden = [len(shape) - len(term.replace("...", "")) for term, shape in zip(terms, shapes)]
    most = max(count for term, count in zip(terms, hidden) if "..." in term)
    letters = letters[:most]
    spelt = [term.replace("...", letters[most - count :]) for term, count in zip(terms, hidden)]
    return spelt, result.replace("...", letters)


def _left_over(taken, others, result, sizes):
    """The indices of an array between, the short ones first."""
    wanted = set(result).union(*others)
    return "".join(sorted({index for term in taken for index in term if index in wanted}, key=lambda index: (sizes[index], index)))


def _combination(terms, shapes, made):
    subscripts = f"{','.join(terms)}->{made}"
    broadcast = len(terms) == 2 and any(
        {shapes[0][i] for i, own in enumerate(terms[0]) if own == index} != {shapes[1][i] for i, own in enumerate(terms[1]) if own == index}
        for index in set(terms[0]) & set(terms[1])
    )
    if len(terms) == 2 and not broadcast:
        product = _product(terms, shapes, made)
        if product is not None:
            return product
    return lambda *arrays: np.einsum(subscripts, *arrays)


def _product(terms, shapes, made):
    """A product of stacked matrices; None where nothing is summed over both arrays.

    Indices of both arrays and of the result are those of the stack, those of both alone are summed by the product, those of one
    alone before it. Axes of length one are left out meanwhile.
    """
    sizes = {index: size for term, shape in zip(terms, shapes) for index, size in zip(term, shape)}
    left, right = (dict.fromkeys(index for index in term if sizes[index] > 1) for term in terms)
    stack = [index for index in left if index in right and index in made]
    summed = [index for index in left if index in right and index not in made]
    if not summed:
        return None
    rows = [index for index in left if index not in right and index in made]
    columns = [index for index in right if index not in left and index in made]
    single = [index for index in made if sizes[index] == 1]

    def prepared(term, *groups):
        wanted = "".join(index for group in groups for index in group)
        shape = tuple(int(np.prod([sizes[index] for index in group])) for group in (groups if stack else groups[1:]))
        fused = any(len(group) != 1 for group in (groups if stack else groups[1:]))
        return None if term == wanted else f"{term}->{wanted}", shape if fused else None

    (turn_a, shape_a), (turn_b, shape_b) = prepared(terms[0], stack, rows, summed), prepared(terms[1], stack, summed, columns)
    produced = [*single, *stack, *rows, *columns]
    groups = (stack, rows, columns) if stack else (rows, columns)
    unfused = tuple(sizes[index] for index in produced) if single or any(len(group) != 1 for group in groups) else None
    order = None if "".join(produced) == made else tuple(produced.index(index) for index in made)

    def product(a, b):
        a = a if turn_a is None else np.einsum(turn_a, a)
        b = b if turn_b is None else np.einsum(turn_b, b)
        found = (a if shape_a is None else a.reshape(shape_a)) @ (b if shape_b is None else b.reshape(shape_b))
        found = found if unfused is None else found.reshape(unfused)
        return found if order is None else found.transpose(order)

    return product
