# Thin on purpose: a target is a session of noxfile.py, which reads ARGS from the environment, or the
# run of all test stages.
PYTHON ?= python3
TOOLS = .nox/tools
NOX = $(TOOLS)/bin/python -m nox --no-dependencies
SESSIONS = setup demo jars wheel dist bump fmt generate check-generated bench bench-emulator bench-python sbt new-function test-function builtins notebooks

.PHONY: help test test-all nightly lint docs release-notes clean $(SESSIONS)

help:
	@sed -n 's/^#: //p' Makefile

$(TOOLS)/.made: tools/requirements.txt
	$(PYTHON) tools/bootstrap.py $(TOOLS) $<
	@touch $@

.venv/.made: $(TOOLS)/.made pyproject.toml project/versions.json
	$(NOX) -s dev
	@touch $@

#: make setup            bring all that building and testing need, and build nothing
#: make demo             build what is missing and run the demonstration
#: make jars             build the jars into the Python package
#: make wheel            build the wheel and the source distribution into dist/
#: make dist             and the Maven artifacts of every line, a bill of materials and checksums
#: make bump             begin the release of a version: VERSION=1.2.0
#: make release-notes    print the changelog's section of a version: VERSION=1.2.0
#: make fmt              format all sources
#: make generate         renew the generated files
#: make check-generated  fail if a generated file is stale
#: make builtins         renew the list of Spark's builtins and where they run, and the queries, on every line
#: make notebooks        renew the outputs of the notebooks in examples/
#: make docs             build the documentation's site into site/, with the references of the JVM's classes
#: make bench            a benchmark: ARGS=rows, growth, bodies, emulator, python-udfs or python; also bench-emulator, bench-python
#: make sbt              sbt's shell; or ARGS="testOnly *FooSuite", with LINE=spark-3.5_2.13 for that line
#: make new-function     a function's skeleton: NAME=slugify CATEGORY=text TYPES="string -> string"
#: make test-function    the tests of one function, in rows and in columns: NAME=slugify
$(SESSIONS): .venv/.made
	@$(NOX) -s $@

docs: .venv/.made
	@$(NOX) -s docs-jvm docs

#: make lint             style, format, types and generated files, without changes
lint: .venv/.made
	@$(NOX) -s lint-python lint-jvm check-generated

#: make test             the main line: lint, JVM tests, pytest, emulator, documentation
#: make test-all         and sessions and clusters in processes of their own, Spark's builtins in columns,
#:                       the other line, smoke tests of the minor Spark versions, the wheel
#:                       (ARGS="jvm smoke-4.0": only the stages whose names begin so)
#: make nightly          what need not hold up a change: every Spark version, notebooks, publishing, the guide
test test-all nightly: .venv/.made
	@$(TOOLS)/bin/python tools/suite.py $@ $(ARGS)

release-notes:
	@$(PYTHON) tools/release_notes.py $(VERSION)

#: make clean            remove what was built here; the cache of fetched files stays
clean:
	rm -rf dist site target project/target project/project/target jvm/*/target \
	  python/rapids_udfs/jars .venv .nox .mypy_cache .ruff_cache .pytest_cache .grimp_cache .import_linter_cache
