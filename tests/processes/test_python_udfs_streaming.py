# SPDX-License-Identifier: Apache-2.0

"""A stream with compiled Python UDFs, restarted from its checkpoint with both settings."""

from __future__ import annotations

from pathlib import Path

FILES = 12


def write(folder: Path, numbers: range) -> None:
    for number in numbers:
        lines = [f"User{n % 3} took {number * n}" for n in range(5)] + ["", "user1", "User2 took x"]
        (folder / f"{number:03}.txt").write_text("\n".join(lines), encoding="utf-8")


def expected(numbers: range) -> list[list[object]]:
    sums: dict[str | None, int] = {None: 0, "user0": 0, "user1": 0, "user2": 0}
    for number in numbers:
        for n in range(5):
            sums[f"user{n % 3}"] += number * n
    return sorted(([user, size] for user, size in sums.items()), key=str)


def test_restarts(run_script, tmp_path: Path) -> None:
    """The state of compiled functions continues in Python, and vice versa."""
    (tmp_path / "in").mkdir()
    begin = 0
    for part, setting in enumerate(("compile", "compile", "off", "require")):
        end = (part + 1) * FILES // 4 * 2
        write(tmp_path / "in", range(begin, end))
        report = run_script("streaming_python_udfs", setting, str(tmp_path))
        assert report["python"] is (setting == "off")
        assert report["rows"] == expected(range(end))
        assert len(report["batches"]) == (end - begin) // 2
        counted = {name for name, counts in report["counts"].items() if counts[0]}
        assert counted == (set() if setting == "off" else {"user", "size"})
        begin = end
