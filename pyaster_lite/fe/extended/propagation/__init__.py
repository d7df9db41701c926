"""How level sets follow a front that grows (r7.02.12, r7.02.13)."""
