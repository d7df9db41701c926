"""Wear of tubes and rods that beat and slide in their supports (u4.84.22, r7.04.10)."""
