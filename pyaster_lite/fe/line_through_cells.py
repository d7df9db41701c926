"""Where a straight line passes through cells with straight sides: the pieces of it from side to side, and who holds each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cells import reference_cell
from .point_location import Cells


@dataclass
class Passage:
    """The line between two neighbouring crossings: shares of the length where it begins and ends, and the cells that hold it."""

    begin: float
    end: float
    cells: list[int]


def passages(first: np.ndarray, last: np.ndarray, x: np.ndarray, parts: list[Cells], little: float) -> list[Passage]:
    """Pieces of the line from `first` to `last` (d,) in cells on nodes that stand at x (nodes, d), in order; gaps are left out.

    parts   cells of dimension d: their vertices alone count; sides with more than d vertices are taken as flat
    little  share of the size of a cell below which two places are one: a line along a side is held by the cells of that side
    """
    found = [_within(first, last, x, part, little) for part in parts]
    numbers, low, high, size = (np.concatenate(column) for column in zip(*found))
    if not len(numbers):
        return []
    shares = _distinct(np.concatenate([low, high]), little * size.min())
    pieces = []
    for begin, end in zip(shares[:-1], shares[1:]):
        holders = numbers[(low <= 0.5 * (begin + end)) & (high >= 0.5 * (begin + end))]
        if len(holders):
            pieces.append(Passage(float(begin), float(end), np.sort(holders).tolist()))
    return pieces


def side_distances(points: np.ndarray, corners: np.ndarray, linear: str) -> np.ndarray:
    """(n,) distances from points (n, d) to the nearest side of a cell on corners (nc, d)."""
    centres, normals = _sides(corners[None], linear)
    return np.abs(np.einsum("fd,nfd->nf", normals[0], points[:, None] - centres[0])).min(axis=1)


def _within(first, last, x, part, little):
    """(cells, share where the line comes in, share where it goes out, size of the cell in shares of the length) of those it crosses."""
    corners = x[part.nodes[:, : reference_cell(part.linear).corners]]
    centres, normals = _sides(corners, part.linear)
    length = np.linalg.norm(last - first)
    size = np.linalg.norm(np.ptp(corners, axis=1), axis=1) / length
    away = np.einsum("cfd,cfd->cf", normals, first - centres) / length
    rise = normals @ ((last - first) / length)
    level = np.abs(rise) <= little
    nearest = np.clip((corners.mean(axis=1) - first) @ (last - first) / length**2, 0.0, 1.0)
    crossing = -away / np.where(level, 1.0, rise)
    low = np.where(~level & (rise < 0), crossing, 0.0).max(axis=1, initial=0.0)
    high = np.where(~level & (rise > 0), crossing, 1.0).min(axis=1, initial=1.0)
    outside = (level & (away + rise * nearest[:, None] > little * size[:, None])).any(axis=1)
    crossed = ~outside & (high - low > little * np.minimum(size, 1.0))
    return part.numbers[crossed], low[crossed], high[crossed], size[crossed]


def _sides(corners, linear):
    """Centres and outward unit normals (k, faces, d) of the sides of cells on corners (k, nc, d)."""
    middle = corners.mean(axis=1)
    centres, normals = [], []
    for face in reference_cell(linear).faces:
        at = corners[:, list(face)]
        centre = at.mean(axis=1)
        if corners.shape[2] == 2:
            along = at[:, 1] - at[:, 0]
            normal = np.stack([along[:, 1], -along[:, 0]], axis=1)
        else:
            normal = np.cross(at[:, 2] - at[:, 0], at[:, -1] - at[:, 1])
        normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
        inward = np.einsum("kd,kd->k", normal, middle - centre) > 0
        centres.append(centre)
        normals.append(np.where(inward[:, None], -normal, normal))
    return np.stack(centres, axis=1), np.stack(normals, axis=1)


def _distinct(values, little):
    """Ascending values, of those closer than `little` to the first of them that one only; beside an end of the line, that end."""
    for end in (0.0, 1.0):
        values = np.where(np.abs(values - end) <= little, end, values)
    kept = []
    for value in np.sort(values):
        if not kept or value - kept[-1] > little:
            kept.append(value)
    return np.array(kept)
