# SPDX-License-Identifier: Apache-2.0

"""Files of Java properties, read as Java reads them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from devtools.jdk import find_java
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.session.java_properties import parse_properties, read_properties

CASES = {
    "a b": {"a": "b"},
    "a=b": {"a": "b"},
    "a : b": {"a": "b"},
    "a\t\tb c ": {"a": "b c"},
    "a = = b": {"a": "= b"},
    "  a b\n\n # c d\n! e f\nb": {"a": "b", "b": ""},
    "a b\r\nc d\re f": {"a": "b", "c": "d", "e": "f"},
    "a b,\\\n   c,\\\n\td": {"a": "b,c,d"},
    "a b\\\n# no comment": {"a": "b# no comment"},
    "a b\\\\\nc d": {"a": "b\\", "c": "d"},
    "a b\\": {"a": "b"},
    "a\\ b\\:c\\=d e": {"a b:c=d": "e"},
    "a \\u00e4\\u0041\\t\\x\\\\": {"a": "\u00e4A\tx\\"},
    "a C:\\\\x": {"a": "C:\\x"},
    "a 1\na 2": {"a": "2"},
}


@pytest.mark.parametrize("text", CASES)
def test_parse(text: str) -> None:
    assert parse_properties(text) == CASES[text]


@pytest.mark.jvm
def test_java_reads_the_same(tmp_path: Path) -> None:
    java = find_java(compiler=True).executable
    program = tmp_path / "Read.java"
    program.write_text(
        """
        public class Read {
          public static void main(String[] files) throws Exception {
            for (String file : files) {
              var found = new java.util.Properties();
              var path = java.nio.file.Path.of(file);
              try (var reader = java.nio.file.Files.newBufferedReader(path)) {
                found.load(reader);
              }
              var hex = java.util.HexFormat.of();
              found.forEach((key, value) -> System.out.print(
                  hex.formatHex(key.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                  + "=" + hex.formatHex(value.toString().trim().getBytes(
                      java.nio.charset.StandardCharsets.UTF_8)) + " "));
              System.out.println();
            }
          }
        }
        """,
        encoding="utf-8",
    )
    files = [tmp_path / f"{number}.properties" for number in range(len(CASES))]
    for file, text in zip(files, CASES, strict=True):
        file.write_bytes(text.encode())
    done = subprocess.run([java, program, *files], capture_output=True, text=True, check=True)
    properties = [
        {
            bytes.fromhex(key).decode(): bytes.fromhex(value).decode()
            for key, _, value in (entry.partition("=") for entry in line.split())
        }
        for line in done.stdout.splitlines()
    ]
    assert properties == list(CASES.values())


@pytest.mark.parametrize("data", [b"PK\3\4\0\0", "spark.master yarn".encode("utf-16")])
def test_no_text(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "app.jar"
    file.write_bytes(data)
    with pytest.raises(ConfigurationError, match=r"app\.jar is not a text file of settings"):
        read_properties(file)


def test_no_file(tmp_path: Path) -> None:
    assert read_properties(tmp_path / "none") == {}
    assert read_properties(tmp_path) == {}
