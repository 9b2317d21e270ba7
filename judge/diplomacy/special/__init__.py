"""Special rules that a variant switches on: one module each."""
