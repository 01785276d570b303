# Thin on purpose: every target is a command of tools/dev.py, which brings what it needs.
PYTHON ?= python3
DEV = $(PYTHON) tools/dev.py

COMMANDS = setup demo test bench bench-host bench-python wheel jars lint fmt generate check-generated docs clean

.PHONY: help $(COMMANDS)

help:
	@$(DEV) help

$(COMMANDS):
	@$(DEV) $@ $(ARGS)
