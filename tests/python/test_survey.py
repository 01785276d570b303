# SPDX-License-Identifier: Apache-2.0

"""The survey of Python UDFs in files."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from rapids_udfs import cli
from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.survey import udfs as module
from rapids_udfs.survey.udfs import Survey, survey

JOB = """
    import sys
    import numpy as np
    import pyspark.sql.functions as F
    from pyspark.sql.functions import udf, udf as u
    from helpers import clean
    import helpers as h
    TABLE = {"a": [1, -2], "b": F}
    WORDS = frozenset(["a"]) | {"b"}
    CONF = load()
    sys.modules["never"] = 1

    @udf("int")
    def decorated(x):
        return int(x)
    @F.udf(returnType="string")
    def attribute(x):
        return clean(x) + h.clean(x)
    @u
    def alias(x):
        return x in WORDS
    def passed(x, y=CONF):
        return x
    spark.udf.register("name", passed)
    spark.udf.register("name", lambda x: CONF[x])
    made = udf(lambda x: np.sqrt(x))
    @udf
    def several(*x):
        return x
    @udf
    def inside(x):
        async_ = yield x
        return x @ x + TABLE
    def around(k, df):
        z = 3
        return df.select(udf(lambda x: x + z)("a"), udf(lambda x: x + k)("b"))
    class C:
        @staticmethod
        @udf
        def method(x):
            return x
    @udf
    @cached
    def twice(x):
        return x
    @F.pandas_udf("int")
    def pandas(x):
        return x
"""
UPER = "the method uper, which is not compiled for any type"
HELPERS = """
    import re
    WORD = re.compile("a", re.I | re.M)
    def clean(x):
        return WORD.sub("", x)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "job.py").write_text(textwrap.dedent(JOB))
    (tmp_path / "helpers.py").write_text(textwrap.dedent(HELPERS))
    for name in (".hidden", "venv"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "left_out.py").write_text("from f import udf\nudf(lambda x: x)")
    return tmp_path


def surveyed(folder: Path, text: str) -> Survey:
    path = folder / "one.py"
    path.write_text(textwrap.dedent(text))
    return survey([path])


def test_what_is_found(folder: Path) -> None:
    result = survey([folder])
    assert [(u.name, u.compiles) for u in result.udfs] == [
        ("decorated", "yes"),
        ("attribute", "yes"),
        ("alias", "yes"),
        ("passed", "perhaps"),
        ("<lambda>", "perhaps"),
        ("<lambda>", "no"),
        ("several", "yes"),
        ("inside", "no"),
        ("<lambda>", "yes"),
        ("<lambda>", "perhaps"),
        ("method", "yes"),
        ("twice", "perhaps"),
    ]
    assert "never" not in sys.modules
    obstacles = {u.name: [o.reason for o in u.obstacles] for u in result.udfs}
    assert obstacles["inside"] == [
        "a generator function (yield)", "the operator @", "the value of TABLE",
    ]  # fmt: skip
    assert obstacles["twice"] == ["the decorator cached"]
    assert result.udfs[0].file == str(folder / "job.py")
    assert result.udfs[0].line == 14


def test_functions_that_are_not_in_the_file(folder: Path) -> None:
    result = surveyed(
        folder,
        """
        import functools, math, mylib, helpers, rapids_udfs
        from mylib import other
        from rapids_udfs import udaf as aggregate
        from pyspark.sql.functions import udf
        from pyspark.sql.types import ArrayType, IntegerType
        make = udf(ArrayType(IntegerType()))
        class Job:
            def run(self, spark):
                spark.udf.register("m", self.m, "int")
                spark.udf.register("own", made)
                spark.udf.register("decorated", decorated)
        a = udf(mylib.clean), udf(other, "int"), udf(math.sqrt, "double"), udf(str.upper)
        b = udf("int")(functools.partial(mylib.clean, 1)), udf(lambda x: x)(df.a)
        c = udf(helpers.clean)
        made = udf(lambda x: x)
        @udf(returnType=IntegerType())
        def decorated(x):
            return x
        @rapids_udfs.udaf("double", "double")
        def spread(values):
            return max(values)
        least = aggregate(min, "double", "double")
        """,
    )
    absent, which = "its function is not in this file", "only a run can tell which function it is"
    assert [(u.name, u.compiles, [o.reason for o in u.obstacles]) for u in result.udfs] == [
        ("self.m", "perhaps", [which]),
        ("mylib.clean", "perhaps", [absent]),
        ("other", "perhaps", [absent]),
        ("math.sqrt", "no", ["math.sqrt has no Python source"]),
        ("str.upper", "no", ["str.upper has no Python source"]),
        ("functools.partial(mylib.clean, 1)", "perhaps", [which]),
        ("<lambda>", "yes", []),
        ("clean", "yes", []),
        ("<lambda>", "yes", []),
        ("decorated", "yes", []),
        ("spread", "yes", []),
        ("min", "no", ["min has no Python source"]),
    ]
    assert (result.udfs[7].file, result.udfs[7].line) == (str(folder / "helpers.py"), 4)
    assert result.udfs[0].line == 10


def test_what_is_no_regular_file(folder: Path) -> None:
    (folder / "folder.py").mkdir()
    (folder / "link.py").symlink_to(folder / "helpers.py")
    os.mkfifo(folder / "pipe.py")
    result = survey([folder])
    assert result.unreadable == {str(folder / "pipe.py"): "it is not a regular file"}
    assert result.files == 3
    assert survey([folder / "pipe.py"]).unreadable == result.unreadable


def test_what_unlocks() -> None:
    one = module.Obstacle(1, "a", True, "f")
    two = module.Obstacle(2, "b", True, "f")
    result = Survey(
        [module.SurveyedUdf("f", 1, "n", each) for each in [(one,), (one, two), (two,)]]
    )
    result.udfs.append(module.SurveyedUdf("f", 1, "n", (one, one)))
    assert result.unlocks() == [("a", 2, 3), ("b", 1, 2)]


def test_stars(folder: Path) -> None:
    result = surveyed(
        folder,
        """
        from pyspark.sql.functions import *
        from pyspark.sql.types import *
        from math import *
        udf(lambda x: sum(x)), udf(lambda x: len(x)), udf(lambda x: floor(pi))
        """,
    )
    reasons = [[o.reason for o in u.obstacles] for u in result.udfs]
    assert reasons == [["sum is pyspark.sql.functions.sum here"], [], []]
    [udf] = surveyed(folder, "from any import *\nudf(lambda x: len(x))").udfs
    assert udf.obstacles[0].reason == "len, perhaps of any (import *)"


def test_constants_of_classes(folder: Path) -> None:
    text = "class C:\n    K = 3\n    def __init__(self): pass\n"
    [udf, other] = surveyed(folder, f"{text}udf(lambda x: x + C.K), udf(lambda x: C())").udfs
    assert udf.compiles == "yes"
    assert [o.reason for o in other.obstacles] == ["the class C"]


def test_an_attribute_of_a_class_is_not_one_around_it(folder: Path) -> None:
    text = "K = 3\nclass C: pass\nudf(lambda x: C.K), udf(lambda x: C.len)"
    reasons = [[o.reason for o in u.obstacles] for u in surveyed(folder, text).udfs]
    assert reasons == [["C has no K"], ["C has no len"]]


def test_modules_of_a_package(folder: Path) -> None:
    package = folder / "package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text("LIMIT = 3")
    (package / "job.py").write_text("from . import rules\nudf(lambda x: x + rules.LIMIT)")
    outside = surveyed(folder, "from package import rules\nudf(lambda x: x + rules.LIMIT)")
    inside = survey([package / "job.py"])
    assert [u.compiles for each in (outside, inside) for u in each.udfs] == ["yes", "yes"]


def test_names_that_the_jvm_has_not(folder: Path, tmp_path: Path, monkeypatch) -> None:
    text = """
        import json, datetime
        udf(lambda x: json.loads(x)), udf(lambda x: print(x))
        udf(lambda x: datetime.datetime.strptime(x, 'y')), udf(lambda x: len(x) + ValueError)
    """
    operations = tmp_path / "operations.json"
    operations.write_text(json.dumps(["json.loads", "len", "datetime.strptime"]))
    monkeypatch.setattr(module, "OPERATIONS", operations)
    assert [u.compiles for u in surveyed(folder, text).udfs] == ["yes", "no", "yes", "yes"]


def test_a_method_that_no_type_has_is_a_doubt(tmp_path: Path) -> None:
    job = tmp_path / "job.py"
    job.write_text(
        "from pyspark.sql.functions import udf\n@udf\ndef f(x):\n    return x.uper()\n"
        "@udf\ndef g(x):\n    return x.amount.upper()\n"
    )
    doubtful, sure = survey([job]).udfs
    assert [(o.reason, o.certain) for o in doubtful.obstacles] == [(UPER, False)]
    assert not sure.obstacles


def test_files_of_which_none_can_be_read_are_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.py").write_text("print 'x'")
    assert cli.main(["survey", str(tmp_path)]) == 1
    assert "old.py was not read" in capsys.readouterr().out
    (tmp_path / "new.py").write_text("print('x')")
    assert cli.main(["survey", str(tmp_path)]) == 0
    assert cli.main(["survey", "--json", str(tmp_path / "old.py")]) == 1


def test_a_folder_without_python_and_a_notebook(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["survey", str(tmp_path)]) == 1
    assert capsys.readouterr().out.startswith(f"There are no Python files in {tmp_path}.\n")
    (tmp_path / "job.ipynb").write_text('{"cells": []}')
    assert cli.main(["survey", str(tmp_path / "job.ipynb")]) == 1
    assert "job.ipynb was not read: it is a notebook" in capsys.readouterr().out
    assert cli.main(["survey", str(tmp_path)]) == 1
    assert "job.ipynb was not read: it is a notebook" in capsys.readouterr().out


def test_a_folder_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "open.py").write_text("x = 1")
    (tmp_path / "closed").mkdir()
    scandir = os.scandir

    def limited(path: str) -> Any:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", limited)
    assert cli.main(["survey", str(tmp_path)]) == 0
    assert "closed was not read: Permission denied" in capsys.readouterr().out


def test_what_cannot_be_read(folder: Path) -> None:
    (folder / "old.py").write_text("print 'x'")
    result = survey([folder])
    assert list(result.unreadable) == [str(folder / "old.py")]
    assert result.unreadable[str(folder / "old.py")].endswith("? (line 1)")
    with pytest.raises(ArgumentValueError, match="there is no nowhere"):
        survey([Path("nowhere")])


class TestCommand:
    def test_a_table(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["survey", str(folder / "job.py")]) == 0
        text = capsys.readouterr().out
        assert "numpy.sqrt (line 26)" in text
        assert text.endswith("12 UDFs: 6 compile, 4 perhaps, 2 do not\n")

    def test_one_alone(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        text = "from pyspark.sql.functions import udf\nplus = udf(lambda x: x + 1)\n"
        (folder / "one.py").write_text(text)
        assert cli.main(["survey", str(folder / "one.py")]) == 0
        assert capsys.readouterr().out.endswith("1 UDF: 1 compiles, 0 perhaps, 0 do not\n")

    def test_json(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["survey", "--json", str(folder)]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["udfs"][0]["compiles"] == "yes"
        assert {"reason": "numpy.sqrt", "alone": 1, "udfs": 1} in report["unlocks"]

    def test_an_empty_path(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit, match="2"):
            cli.main(["survey", ""])
        assert "an empty path. Name a file or a folder" in capsys.readouterr().err

    def test_an_error(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cli.main(["survey", "nowhere"]) == 1
        assert capsys.readouterr().err.startswith("error: there is no nowhere")
