# Thin on purpose: a target runs all test stages, or a session of noxfile.py, which reads ARGS from
# the environment.
PYTHON ?= python3
TOOLS = .nox/tools
NOX = $(TOOLS)/bin/python -m nox --no-dependencies
SESSIONS = setup demo jars wheel dist bump fmt generate check-generated bench bench-emulator bench-python sbt new-function test-function builtins notebooks mutants

.PHONY: help check test test-all nightly everything lint docs release-notes clean $(SESSIONS)

help:
	@sed -n 's/^#: //p' Makefile

$(TOOLS)/.made: tools/requirements.txt
	$(PYTHON) tools/bootstrap.py $(TOOLS) $<
	@touch $@

.venv/.made: $(TOOLS)/.made pyproject.toml project/versions.json
	$(NOX) -s dev
	@touch $@

#: make setup            install everything that building and testing need, and build nothing
#: make demo             build what is missing and run the demonstration
#: make jars             build the jars into the Python package
#: make wheel            build the wheel and the source distribution into dist/
#: make dist             also the Maven artifacts of every line, a bill of materials and checksums
#: make bump             start the release of a version: VERSION=1.2.0
#: make release-notes    print the changelog's section of a version: VERSION=1.2.0
#: make fmt              format all sources
#: make generate         update the generated files
#: make check-generated  fail if a generated file is stale
#: make builtins         update the list of Spark's builtins and where they run, and the queries, on every line
#: make notebooks        update the output of the notebooks in examples/
#: make mutants          count mistakes that tests do not notice: ARGS="functions.text builtins --class UnBase64"
#: make docs             build the documentation site in site/, with the JVM class reference
#: make bench            run a benchmark: ARGS=rows, growth, bodies, emulator, python-udfs or python; also bench-emulator, bench-python
#: make sbt              open sbt's shell, or run ARGS="testOnly *FooSuite"; LINE=spark-3.5_2.13 selects that line
#: make new-function     create a function's skeleton: NAME=slugify CATEGORY=text TYPES="string -> string"
#: make test-function    test one function, row-wise and columnar: NAME=slugify
$(SESSIONS): .venv/.made
	@$(NOX) -s $@

docs: .venv/.made
	@$(NOX) -s docs-jvm docs

#: make lint             check style, format, types and generated files, without changes
lint: .venv/.made
	@$(NOX) -s lint-python lint-jvm check-generated

#: make check            in a minute, without a JVM: Python's lint and types, and the tests that need none
#: make test             in ten minutes, the main line: lint, JVM tests, pytest, emulator, documentation
#: make test-all         also tests that take long, sessions and clusters in separate processes, Spark's builtins in columns,
#:                       the other line, smoke tests of the minor Spark versions, the wheel
#:                       (ARGS="jvm smoke-4.0": only stages whose names start with these)
#: make nightly          checks that need not block a change: every Spark version, notebooks, publishing, the guide
#: make everything       test-all, then nightly; MINUTES=50: no stage of nightly begins after these minutes
check test test-all nightly everything: .venv/.made
	@$(TOOLS)/bin/python tools/suite.py $@ $(ARGS)

release-notes:
	@$(PYTHON) tools/release_notes.py $(VERSION)

#: make clean            remove all build outputs; the download cache stays
clean:
	rm -rf dist site target project/target project/project/target jvm/*/target \
	  python/rapids_udfs/jars .venv .nox .mypy_cache .ruff_cache .pytest_cache .grimp_cache .import_linter_cache
