# SPDX-License-Identifier: Apache-2.0

"""Writes the CycloneDX bill of materials of ``dist/``: ``bill_of_materials.py FILE``.

Dependency scanners find nothing here: neither the package nor the jars have dependencies, and the
third-party code in the emulator's jar is renamed. The components are therefore listed here.
"""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from devtools import matrix
from devtools.dist import MAVEN, digest
from devtools.paths import DIST, ROOT
from devtools.publish import GROUP

_ASM = "io/github/rapidsudfs/emulator/asm/"


def component(purl: PackageURL, licence: str, file: Path | None = None) -> Component:
    return Component(
        name=purl.name,
        group=purl.namespace,
        version=purl.version,
        type=ComponentType.LIBRARY,
        purl=purl,
        bom_ref=purl.to_string(),
        licenses=[DisjunctiveLicense(id=licence)],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest(file))] if file else [],
    )


def asm() -> Component:
    """Return ASM, which is in the emulator's jar, in the build's version."""
    build = (ROOT / "build.sbt").read_text(encoding="utf-8")
    (version,) = re.findall(r'"org\.ow2\.asm" % "asm" % "(.+?)"', build)
    return component(PackageURL("maven", "org.ow2.asm", "asm", version), "BSD-3-Clause")


def contains_asm(archive: Path) -> bool:
    """Return whether a jar has ASM's classes; a wheel and an sdist contain such a jar."""
    if archive.suffix != ".jar":
        return True
    with zipfile.ZipFile(archive) as jar:
        return any(name.startswith(_ASM) for name in jar.namelist())


def ours_of(pom: Path) -> list[str]:
    if not pom.is_file():
        return []
    dependencies = ET.parse(pom).getroot().iterfind(".//{*}dependency")
    ours = [d for d in dependencies if d.findtext("{*}groupId") == GROUP]
    return [d.findtext("{*}artifactId", "") for d in ours if not d.findtext("{*}scope")]


def bill() -> Bom:
    version, whole = matrix.load().version, Bom()
    whole.metadata.component = component(
        PackageURL("github", "rapidsudfs", "rapids-udfs", version), "Apache-2.0"
    )
    library = asm()
    whole.components.add(library)
    files = {
        PackageURL("pypi", None, "rapids-udfs", version, {"file_name": file.name}): file
        for file in (*DIST.glob("*.whl"), *DIST.glob("rapids_udfs-*.tar.gz"))
    }
    for file in MAVEN.glob(f"*/**/*-{version}.jar"):
        files[PackageURL("maven", GROUP, file.parents[1].name, version)] = file
    artifacts = {file: component(purl, "Apache-2.0", file) for purl, file in files.items()}
    by_name = {file.stem: artifact for file, artifact in artifacts.items()}
    for file, artifact in artifacts.items():
        whole.components.add(artifact)
        needed = [by_name[f"{name}-{version}"] for name in ours_of(file.with_suffix(".pom"))]
        whole.register_dependency(artifact, [*needed, *([library] if contains_asm(file) else [])])
    whole.register_dependency(whole.metadata.component, whole.components)
    return whole


def main(target: Path) -> None:
    text = JsonV1Dot6(bill()).output_as_string(indent=2)
    if fault := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        sys.exit(f"error: the bill of materials is not valid: {fault}")
    target.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
