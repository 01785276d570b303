"""Tests of the functions: their answers in rows and in columns, conformance, fault injection."""

import pytest

from rapids_udfs.testing import assert_conforms, assert_on_gpu, assert_survives_faults, frame

FUNCTIONS = {
    "@PACKAGE@.PlusTax": ("bigint,int", "bigint"),
    "@PACKAGE@.VatCountry": ("string", "string"),
}
PRICES = [(1999, 19), (-7, 19), (None, 19), (5, None)]
NUMBERS = [("DE811569869",), ("811569869",), ("fr1",), ("É1",), ("X",), ("",), (None,)]


@pytest.fixture(params=["rows", "columns"])
def columns(request, rapids_udfs_spark, rapids_udfs_mode):
    """True if the plugin may run the query."""
    if rapids_udfs_mode == "cpu" and request.param == "columns":
        pytest.skip("this run is of rows only")
    rapids_udfs_spark.conf.set("spark.rapids.sql.enabled", str(request.param == "columns").lower())
    yield request.param == "columns"
    rapids_udfs_spark.conf.unset("spark.rapids.sql.enabled")


def test_plus_tax(rapids_udfs_spark, columns):
    query = frame(rapids_udfs_spark, PRICES, "bigint,int").selectExpr("plus_tax(a0, a1) AS gross")
    assert [row.gross for row in query.collect()] == [2378, -8, None, None]
    if columns:
        assert_on_gpu(query, "plus_tax")


def test_vat_country(rapids_udfs_spark, columns):
    query = frame(rapids_udfs_spark, NUMBERS, "string").selectExpr("vat_country(a0) AS country")
    assert [row.country for row in query.collect()] == ["DE", *[None] * 6]
    if columns:
        assert_on_gpu(query, "vat_country")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_columns_answer_as_rows(rapids_udfs_emulator, name):
    types, returns = FUNCTIONS[name]
    assert_conforms(rapids_udfs_emulator, name, types, returns=returns)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_failures_of_memory(rapids_udfs_emulator, name):
    types, returns = FUNCTIONS[name]
    assert_survives_faults(rapids_udfs_emulator, name, types, returns=returns)


@pytest.mark.gpu
@pytest.mark.parametrize("name", FUNCTIONS)
def test_on_a_gpu(rapids_udfs_gpu, name):
    types, returns = FUNCTIONS[name]
    assert_conforms(rapids_udfs_gpu, name, types, returns=returns)
