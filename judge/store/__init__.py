"""The judge's memory: one SQLite file. `store` opens it, `schema` makes and upgrades it; one module a table family for the rest."""
