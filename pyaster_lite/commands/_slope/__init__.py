"""CALC_STAB_PENTE by its parts: strength reduced until nothing holds, or slices of ground on slip surfaces (u4.84.47)."""
