"""Rocks that creep and break: what LETK and LKR share."""
