"""The functions of @NAME@, in sessions of ``rapids_udfs.configure(builder, jars=[@MODULE@.JAR])``."""

from pathlib import Path

JAR = Path(__file__).with_name("@NAME@.jar")
