# SPDX-License-Identifier: Apache-2.0

"""Every case file and every example, by each registration route of its function."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping, Sequence

import pytest

from harness import cases, catalogue, outcomes, routes
from harness.cases import Case
from harness.outcomes import Outcome

REFUSAL = "cast it in the query"


@functools.cache
def all_cases(function: str) -> list[Case]:
    return cases.every(catalogue.functions()[function])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "route" in metafunc.fixturenames:
        metafunc.parametrize(
            ("function", "route"),
            [
                (name, route)
                for name, function in catalogue.functions().items()
                for route in routes.of(function)
                if route != routes.HIVE_SIMPLE  # test_columns.py has the same values for it
                and routes.keeps_order(function, route)
            ],
        )


def is_open(case: Case, route: str) -> bool:
    """Return whether a route analyses the case: else the error of a wrong call is its own."""
    return not case.is_error or route in (routes.EXTENSION, routes.JVM)


class Run:
    """All outcomes of a route's functions, computed when the first of them is asked for.

    Spark takes many expressions in one query for little more than one alone.
    """

    def __init__(self, spark, functions: Mapping[str, Sequence[str]]):
        self.spark = spark
        self.functions = functions
        self.name = functools.cache(self._name)
        self.outcomes = functools.cache(self._outcomes)
        self.types = functools.cache(self._types)

    def _name(self, function: str, route: str) -> str:
        return routes.register(self.spark, catalogue.functions()[function], route)

    def _outcomes(self, route: str, cast: bool) -> dict[Case, Outcome]:
        names = {f: self.name(f, route) for f in self.functions[route]}
        texts = {
            case: written(case, name, cast)
            for function, name in names.items()
            for case in all_cases(function)
            if is_open(case, route)
        }
        together = [case for case in texts if not case.is_error]
        answers = outcomes.run(
            self.spark, [texts[c] for c in together], fold=route != routes.EXTENSION
        )
        by_case = dict(zip(together, answers, strict=True))
        # What is wrong is refused when it is analysed, and then by itself.
        for case in texts:
            if case.is_error:
                by_case[case] = outcomes.run(self.spark, [texts[case]], fold=True)[0]
        return by_case

    def is_exact(self, case: Case) -> bool:
        """Return whether the arguments are of the declared types."""
        function = catalogue.functions()[case.function]
        arguments = case.call.arguments
        declared = [catalogue.argument_type(function, i) for i in range(len(arguments))]
        types = self.types()
        return [types[a] for a in arguments] == declared

    def _types(self) -> dict[str, str | None]:
        """The type of each argument of the cases."""
        functions = {name for names in self.functions.values() for name in names}
        plain = [c for name in functions for c in all_cases(name) if not c.is_error]
        arguments = sorted({a for case in plain for a in case.call.arguments})
        types = outcomes.run(self.spark, [f"typeof({a})" for a in arguments], fold=True)
        assert not any(outcome.error for outcome in types)
        return {a: outcome.value for a, outcome in zip(arguments, types, strict=True)}


def written(case: Case, name: str, cast: bool) -> str:
    function = catalogue.functions()[case.function]
    call = case.call
    types = functools.partial(catalogue.argument_type, function)
    return call.written(name, call.cast(types) if cast else None)


@pytest.fixture(scope="module")
def runs(spark, request: pytest.FixtureRequest) -> Run:
    """Of what was collected, which may be the cases of one function."""
    functions: dict[str, list[str]] = defaultdict(list)
    for item in request.session.items:
        if item.parent is request.node and item.originalname == test_cases.__name__:
            functions[item.callspec.params["route"]].append(item.callspec.params["function"])
    return Run(spark, functions)


def test_cases(runs: Run, function: str, route: str) -> None:
    coerced = route in (routes.EXTENSION, routes.JVM)
    by_case = runs.outcomes(route, cast=not coerced)
    wrong = []
    for case in all_cases(function):
        if is_open(case, route):
            try:
                if not coerced:
                    require_raw(runs, case, route)
                require(case, by_case[case])
            except AssertionError as e:
                wrong.append(f"{case.where}: {e}")
    assert not wrong, "\n".join(wrong)


def test_generic_hive_functions_of_literals(runs: Run) -> None:
    """Hive would make constants of these, which Spark reads wrong: HiveGenericUdf prevents it."""
    wanted = {
        "dec_sum": ("array(1.50BD, 2.25BD)", "3.75"),
        "merge_maps": ("array(map('a', '1', 'b', '2'), map('a', '3'))", "{b -> 2, a -> 3}"),
        "parse_semver": ("'1.2.3'", "{1, 2, 3}"),
    }
    for function, (arguments, shows) in wanted.items():
        name = runs.name(function, routes.HIVE)
        declared = catalogue.functions()[function]["arguments"][0]["type"]
        call = f"{name}(CAST({arguments} AS {declared}))"
        assert outcomes.run(runs.spark, [call], fold=True) == [Outcome(value=shows)]


def require(case: Case, outcome: Outcome) -> None:
    if case.is_error:
        assert outcome.error is not None, f"{case.sql} gave {outcome.value!r} and no error"
        assert case.shows in outcome.error
    else:
        assert outcome == Outcome(value=case.shows), case.sql


def require_raw(runs: Run, case: Case, route: str) -> None:
    """Uncoerced arguments give the same answer, or are refused because of their types."""
    if route != routes.JAVA:
        return
    outcome = runs.outcomes(route, cast=False)[case]
    if outcome.error is None:
        require(case, outcome)
        return
    assert REFUSAL in outcome.error
    assert not runs.is_exact(case), f"refused, though of the declared types: {case.sql}"


def test_every_function_has_a_case_file() -> None:
    missing = [name for name in catalogue.functions() if not cases.file_of(name).exists()]
    assert not missing, "write tests/cases/<function>.sql for each of them"


def test_every_case_file_has_a_function() -> None:
    unknown = [f for f in cases.files() if f not in catalogue.functions()]
    assert not unknown, "no function of the catalogue has this name"


def test_every_case_file_has_cases() -> None:
    empty = [name for name, path in cases.files().items() if not cases.read(path)]
    assert not empty
