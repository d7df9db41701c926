"""Fatigue under loads in space: planes through a point, what a history does on them and as a whole (r7.04.04)."""
