"""Tempering of bainite and martensite, by the law of Johnson, Mehl and Avrami (r4.04.01).

A state is (n, 12): ferrite, pearlite, bainite as it was made and tempered, martensite likewise, austenite, the sum of the cold ones, the
size of the grain, T, Ms and how far the thermal cycle has come: 0, 1 once there is something to temper, 2 once T has moved since.
Above the temperature of tempering of a cycle 2 a step of d s counts as d' s at that of holding, by the parameter of Hollomon and Jaffe:

    1/Pa = 1/T - c ln d,   ln d' = (1/Th - 1/Pa)/c,   z = 1 - exp(-b (s + d')^n),   s = (-ln(1 - z_)/b)^(1/n)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .steel import AUSTENITE, GRAIN, HEAT, MARTENSITE, START

KELVIN = 273.0
SLOPE = np.log(10.0) * 2.0 / 100000.0
LEAST = np.finfo(float).eps
BAINITE, TEMPERED_BAINITE, TEMPERED_MARTENSITE, TEMPERED_HEAT, CYCLE = 2, 3, 5, 9, 11
"""Where they stand: bainite in a state of steel, the others in one of tempered steel."""


@dataclass(frozen=True)
class Tempering:
    """b and n of bainite and of martensite, the temperatures of tempering and of holding."""

    bainite: tuple[float, float]
    martensite: tuple[float, float]
    temperature: float
    holding: float

    def stepped(self, before: np.ndarray, steel: np.ndarray, ac3: float, dt: float) -> np.ndarray:
        """States (n, 12) after a step of dt s; `before` (n, 12), or (n, 9) where nothing is tempered yet; `steel` (n, 9) untempered."""
        told = before.shape[1] == 12
        heat = steel[:, HEAT]
        moved = abs(heat - before[:, TEMPERED_HEAT if told else HEAT])
        cycle = before[:, CYCLE].round().astype(int) if told else np.zeros(len(before), int)
        made, was = [], []
        for place, column, (b, n) in (
            (BAINITE, TEMPERED_BAINITE, self.bainite),
            (MARTENSITE, TEMPERED_MARTENSITE, self.martensite),
        ):
            raw = steel[:, place]
            tempered = before[:, column] if told else np.zeros(len(before))
            was.append(tempered)
            if abs(dt) <= LEAST:
                made.append(tempered)
                continue
            so_far = (-np.log(1.0 - tempered) / b) ** (1.0 / n)
            pa = 1.0 / (1.0 / (heat + KELVIN) - SLOPE * np.log(dt))
            more = np.exp((1.0 / (self.holding + KELVIN) - 1.0 / pa) / SLOPE)
            share = 1.0 - np.exp(-b * (so_far + more) ** n)
            kept = np.where(raw >= LEAST, tempered / np.where(raw >= LEAST, raw, 1.0), 0.0)
            share = np.where(cycle != 2, 0.0, np.where(heat > self.temperature, share, kept))
            made.append(raw * np.where(heat > ac3, 0.0, share))
        if abs(dt) > LEAST:
            something = (steel[:, BAINITE] >= LEAST) | (steel[:, MARTENSITE] >= LEAST)
            cold = np.where(cycle == 0, something.astype(int), np.where((cycle == 1) & (moved >= LEAST), 2, cycle))
            cycle = np.where(heat > ac3, 0, np.where(heat > self.temperature, cycle, cold))
        bainite, martensite = made
        columns = [
            steel[:, 0], steel[:, 1], steel[:, BAINITE] - (bainite if abs(dt) > LEAST else 0.0), bainite,
            steel[:, MARTENSITE] - (martensite if abs(dt) > LEAST else 0.0), martensite, steel[:, AUSTENITE], 1.0 - steel[:, AUSTENITE],
            steel[:, GRAIN], heat, steel[:, START], cycle,
        ]  # fmt: skip
        return np.column_stack(columns)
