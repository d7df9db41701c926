"""DEFI_SOL_EQUI by its parts: layers, their finite elements, signals through them, pore pressure, what is written (u4.84.31)."""
