"""The project's development commands: see ``make help``. Standard library only."""
