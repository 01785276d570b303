# SPDX-License-Identifier: Apache-2.0

"""Golden files: equal results pass, changed ones are differences, and unfit files are rejected.

These tests have no GPU: the emulator records itself, and the file says so. The committed file
has results of libcudf's own kernels.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import golden
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session.devices import Gpu

Output = pytest.CaptureFixture[str]
RESOURCES = Path(__file__).resolve().parents[2] / "jvm" / "cudf-emulator" / "src/main/resources"
CHARACTERS = RESOURCES / "io/github/rapidsudfs/emulator/characters.properties"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("golden") / "emulator.jsonl"
    assert golden.main(["record", "--on-emulator", "--out", str(file)]) == 0
    return file


def lines(file: Path) -> list[dict[str, Any]]:
    # splitlines would also split at the line ends within strings
    return [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n")[:-1]]


def changed(file: Path, folder: Path, number: int, **fields: Any) -> Path:
    """Return a copy with other fields in one line."""
    copy = lines(file)
    copy[number].update(fields)
    target = folder / "changed.jsonl"
    target.write_text("".join(json.dumps(line) + "\n" for line in copy), encoding="utf-8")
    return target


def index(file: Path, operation: str) -> int:
    return [line.get("operation") for line in lines(file)].index(operation)


def test_the_first_line_describes_the_recording(recorded: Path) -> None:
    header = lines(recorded)[0]
    assert header.pop("plugin")[:3] == "26."
    assert header == {
        "format": "rapids-udfs-golden",
        "version": 1,
        "gpu": False,
        "device": "emulator (not a GPU)",
    }


def test_it_covers_the_edges(recorded: Path) -> None:
    by_name = {line["operation"]: line for line in lines(recorded)[1:]}
    assert len(by_name) > 8000
    answered = [line for line in by_name.values() if "outputs" in line]
    assert len(answered) > 6000
    text = recorded.read_text(encoding="utf-8")
    assert all(edge in text for edge in ('"NaN"', '"-0.0"', "null", "[]", '"日本 a"', '{"bytes":"'))
    (sum_,) = by_name["ADD int32"]["outputs"]
    wrapped = [None, 2147483640, 7, None, 2147483641, -2147483642, 1]
    assert sum_ == {"type": "INT32", "rows": wrapped}


def tables_of(file: Path) -> dict[str, list[str]]:
    lines = file.read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    pairs = [line.split(" = ") for line in lines if not line.startswith("#")]
    return {name: words.split() for name, words in pairs}


def test_the_emulators_characters_are_the_recorded_ones(tmp_path: Path) -> None:
    file = tmp_path / "characters.properties"
    assert golden.main(["characters", "--on-emulator", "--out", str(file)]) == 0
    tables = tables_of(file)
    assert len(tables) == 7
    assert tables.items() <= tables_of(CHARACTERS).items()


def test_replayed_it_has_no_difference(recorded: Path, capfd: Output) -> None:
    assert golden.main(["replay", str(recorded)]) == 0
    text = capfd.readouterr().out
    assert " 0 different, 0 not emulated" in text
    assert "was not recorded on a GPU: it proves nothing about one" in text


def test_the_emulator_returns_the_results_of_libcudfs_kernels(capfd: Output) -> None:
    assert golden.main(["replay", str(Path(__file__).parent / "golden.jsonl.gz")]) == 0
    text = capfd.readouterr().out
    assert " 0 different" in text
    assert "recorded on libcudf 26.08.1, kernels executed in software; no GPU" in text
    same = re.search(r"(\d+) the same", text)
    assert same is not None
    assert int(same[1]) > 7000


def test_a_changed_result_is_a_difference(recorded: Path, tmp_path: Path, capfd: Output) -> None:
    number = index(recorded, "isNull int32")
    (output,) = lines(recorded)[number]["outputs"]
    output["rows"][0] = not output["rows"][0]
    file = changed(recorded, tmp_path, number, outputs=[output])
    assert golden.main(["replay", str(file)]) == 1
    text = capfd.readouterr().out
    assert "difference: isNull int32 gives a different result" in text
    assert f"recorded: {json.dumps([output], separators=(',', ':'))}" in text
    assert " 1 different" in text


def test_the_last_bit_counts_unless_there_is_a_tolerance(
    recorded: Path, tmp_path: Path, capfd: Output
) -> None:
    for operation, status in (("SQRT float64", 1), ("EXP float64", 0)):
        number = index(recorded, operation)
        (output,) = lines(recorded)[number]["outputs"]
        row = next(i for i, v in enumerate(output["rows"]) if v and 0 < float(v) < 100)
        value = float(output["rows"][row])
        output["rows"][row] = repr(value * (1 + 2**-52))
        file = changed(recorded, tmp_path, number, outputs=[output])
        assert golden.main(["replay", str(file)]) == status
        assert ("difference:" in capfd.readouterr().out) == (status == 1)


def test_other_inputs_are_a_difference(recorded: Path, tmp_path: Path, capfd: Output) -> None:
    file = changed(recorded, tmp_path, index(recorded, "isNull int32"), inputs=[])
    assert golden.main(["replay", str(file)]) == 1
    assert "isNull int32 was recorded for other inputs" in capfd.readouterr().out


def test_an_additional_and_a_missing_operation(
    recorded: Path, tmp_path: Path, capfd: Output
) -> None:
    file = changed(recorded, tmp_path, index(recorded, "isNull int32"), operation="isNull int33")
    assert golden.main(["replay", str(file)]) == 1
    text = capfd.readouterr().out
    assert "isNull int32 is not in the file" in text
    assert "isNull int33 is in the file, but is not an operation of this version" in text


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"version": 2}, "is of format version 2, this is version 1"),
        ({"plugin": "24.02.0"}, "was recorded with plugin 24.02.0, this is"),
        ({"format": "other"}, "is not a golden file"),
    ],
)
def test_another_version_is_rejected(
    recorded: Path, tmp_path: Path, capfd: Output, fields: dict[str, Any], says: str
) -> None:
    assert golden.main(["replay", str(changed(recorded, tmp_path, 0, **fields))]) == 1
    assert says in capfd.readouterr().err


def test_invalid_json_is_rejected(tmp_path: Path, capfd: Output) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text("id,name\n", encoding="utf-8")
    assert golden.main(["replay", str(file)]) == 1
    assert "has a line that is not a JSON object: id,name" in capfd.readouterr().err


def test_without_a_gpu(tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "find_gpu", lambda: Gpu(False, "nvidia-smi finds no GPU"))
    assert golden.main(["record", "--out", str(tmp_path / "a.jsonl")]) == 1
    error = capsys.readouterr().err
    assert "none is usable here: nvidia-smi finds no GPU" in error
    assert "--on-emulator" in error
    assert not any(tmp_path.iterdir())


def test_a_gpu_that_does_not_respond(
    tmp_path: Path, capfd: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Device files without a driver. The slim jar serves as a jar without libraries.
    from rapids_udfs.runtime import plugin

    spark = installed_spark()
    jar = plugin.slim(plugin.locate(spark.scala), spark.version)
    monkeypatch.setattr(golden, "find_gpu", lambda: Gpu(True, "/dev/nvidia0 is there"))
    command = ["record", "--out", str(tmp_path / "a.jsonl"), "--plugin-jar", str(jar)]
    assert golden.main(command) == 1
    assert "there is no usable GPU, or the plugin's jar has no native" in capfd.readouterr().err
    assert not any(tmp_path.iterdir())


def test_no_such_file_or_folder(tmp_path: Path, capsys: Output) -> None:
    assert golden.main(["replay", str(tmp_path / "a.jsonl")]) == 1
    assert "there is no golden file" in capsys.readouterr().err
    assert golden.main(["record", "--on-emulator", "--out", str(tmp_path / "b" / "a.jsonl")]) == 1
    assert "the folder of the file to write does not exist" in capsys.readouterr().err
