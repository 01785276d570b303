#!/usr/bin/env python3

# SPDX-License-Identifier: Apache-2.0

"""Joins, checks, unpacks and runs the bundle whose parts are next to this file.

Needs 64-bit Linux, Python 3.10 or later and, for the steps themselves, an NVIDIA driver, but no
Java, Spark or network. Results are written to a folder, with one log per step and a summary that
describes the hardware.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

HERE = Path(__file__).resolve().parent
MANIFEST = "bundle.json"
STAMP = ".bundle"
"""The file in the unpacked folder that lists its parts."""


class BundleFaultError(Exception):
    """A fault of the bundle, in a sentence."""


def check_part(folder: Path, part: dict[str, Any]) -> None:
    name, file = part["name"], folder / part["name"]
    if not file.is_file():
        raise BundleFaultError(f"the part {name} is missing in {folder}: copy it there")
    size = file.stat().st_size
    if size != part["size"]:
        raise BundleFaultError(f"the part {name} has {size} bytes, not {part['size']}: copy again")
    digest = hashlib.sha256()
    with file.open("rb") as source:
        for piece in iter(lambda: source.read(1 << 20), b""):
            digest.update(piece)
    if digest.hexdigest() != part["sha256"]:
        raise BundleFaultError(f"the part {name} is damaged: copy it again")


def read_manifest(folder: Path) -> dict[str, Any]:
    file = folder / MANIFEST
    if not file.is_file():
        raise BundleFaultError(f"there is no {MANIFEST} in {folder}: copy it there")
    try:
        manifest: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        missing = {"parts", "steps", "versions"} - manifest.keys()
    except (ValueError, AttributeError):
        missing = {"what it should have"}
    if missing:
        raise BundleFaultError(f"{file} is damaged: copy it again")
    return manifest


def unpack(folder: Path, manifest: dict[str, Any], target: Path) -> None:
    """Join and unpack the parts, unless they are unpacked already."""
    stamp = "".join(f"{part['sha256']}\n" for part in manifest["parts"])
    if ":" in str(target):
        # Java separates the jars of a class path by colons.
        raise BundleFaultError(f"{target} has a colon in its path. Another folder: --unpack-to")
    if target.exists():
        mark = target / STAMP
        if not mark.is_file():
            raise BundleFaultError(f"{target} exists, and no bundle was unpacked into it")
        if mark.read_text(encoding="utf-8") == stamp:
            return
        say(f"{target} has another bundle, which is replaced")
    partial = target.with_name(target.name + ".part")
    shutil.rmtree(partial, ignore_errors=True)
    start = time.monotonic()
    say(f"unpacking {len(manifest['parts'])} parts into {target}")
    try:
        extract(folder, manifest, partial)
    except (lzma.LZMAError, EOFError, tarfile.TarError) as e:
        raise BundleFaultError(f"the parts belong to several bundles ({e}): copy all again") from e
    except OSError as e:
        shutil.rmtree(partial, ignore_errors=True)
        wanted = f"; it takes {manifest['bytes'] / 1e9:.1f} GB" if "bytes" in manifest else ""
        raise BundleFaultError(
            f"cannot unpack into {target}: {e.strerror or e}{wanted}. Another folder: --unpack-to"
        ) from e
    (partial / STAMP).write_text(stamp, encoding="utf-8")
    if target.exists():
        shutil.rmtree(target)
    partial.rename(target)
    say(f"unpacked in {time.monotonic() - start:.0f} s")


def extract(folder: Path, manifest: dict[str, Any], target: Path) -> None:
    target.mkdir(parents=True)
    whole = target / ".joined"
    with whole.open("wb") as sink:
        for part in manifest["parts"]:
            check_part(folder, part)
            with (folder / part["name"]).open("rb") as source:
                shutil.copyfileobj(source, sink)
    with tarfile.open(whole, "r:xz") as archive:
        for entry in archive:
            # Accept only entries that the bundle's builder writes.
            if not entry.isfile() or entry.name.startswith("/") or ".." in entry.name.split("/"):
                raise BundleFaultError(f"the bundle has a strange entry: {entry.name}")
            archive.extract(entry, str(target))
    whole.unlink()


def hardware() -> dict[str, Any]:
    query = ["--query-gpu=name,driver_version,memory.total,compute_cap", "--format=csv,noheader"]
    facts = {"processor": processor(), "cores": os.cpu_count(), "system": platform.platform()}
    try:
        listed = subprocess.check_output(
            ["nvidia-smi", *query], stderr=subprocess.STDOUT, text=True, timeout=60
        )
    except subprocess.CalledProcessError as e:
        return {**facts, "gpus": [], "no_gpu": e.output.strip()}
    except (OSError, subprocess.TimeoutExpired) as e:
        return {**facts, "gpus": [], "no_gpu": f"nvidia-smi: {e}"}
    return {**facts, "gpus": listed.strip().splitlines()}


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())


def run_step(step: dict[str, Any], root: Path, results: Path, on_emulator: bool) -> dict[str, Any]:
    def placed(word: str) -> str:
        for name, place in {"root": root, "results": results, "python": sys.executable}.items():
            word = word.replace(f"{{{name}}}", str(place))
        return word

    say(f"\n==== {step['name']}: {step['what']}")
    command = [placed(word) for word in step["on_emulator" if on_emulator else "on_gpu"]]
    # Ignore other Spark installations on this machine.
    env = {k: v for k, v in os.environ.items() if not k.startswith(("SPARK_", "PYSPARK_"))}
    env |= {key: placed(value) for key, value in step["environment"].items()}
    say("$ " + " ".join(command))
    start = time.monotonic()
    with (results / f"{step['name']}.log").open("wb") as sink:
        trouble = wrong_python(step)
        status = refused(trouble, sink) if trouble else run_shown(command, env, results, sink)
    seconds = time.monotonic() - start
    say(f"==== {step['name']}: exit status {status} after {seconds:.0f} s")
    return {"step": step["name"], "status": status, "seconds": round(seconds, 1)}


def wrong_python(step: dict[str, Any]) -> str:
    """Return the reason why this Python cannot run a step; empty if it can."""
    wanted, version = step.get("python") or [], "{}.{}".format(*sys.version_info)
    if not wanted or version in wanted:
        return ""
    how = f"python{wanted[-1]} run.py {step['name']}"
    return f"this step needs Python {' or '.join(wanted)}, and this is {version}. Run: {how}"


def refused(text: str, sink: BinaryIO) -> int:
    """Print and log the reason why a step does not run; return its exit status."""
    say(text)
    sink.write(text.encode() + b"\n")
    return 1


def run_shown(command: Sequence[str], env: dict[str, str], folder: Path, sink: BinaryIO) -> int:
    """Run a program in a folder, show its output and log it; return its exit status."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=env,
            cwd=folder,
        )
    except OSError as e:
        return refused(f"{command[0]} cannot be run here: {e.strerror}", sink)
    assert process.stdout is not None
    try:
        for line in process.stdout:
            sink.write(line)
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
        return process.wait()
    except BaseException:
        process.terminate()
        process.wait()
        raise


def say(text: str) -> None:
    """Print and flush, because the steps write to the same stream."""
    print(text, flush=True)


def parse(arguments: Sequence[str] | None, manifest: dict[str, Any]) -> argparse.Namespace:
    names = [step["name"] for step in manifest["steps"]]
    parser = argparse.ArgumentParser(
        description=f"Checks, unpacks and runs this bundle. Its steps: {', '.join(names)}.",
        epilog="Exit status: 0 if every step passed; 1 if a step failed or the bundle is damaged; "
        "130 if interrupted.",
    )
    add = parser.add_argument
    add("steps", nargs="*", metavar="STEP", help="only these (default: all)")
    text = "for logs, files and the summary (default: results, next to this file)"
    add("--results", type=Path, default=HERE / "results", metavar="FOLDER", help=text)
    text = "for the content, 2 GB or more (default: unpacked, next to this file)"
    add("--unpack-to", type=Path, default=HERE / "unpacked", metavar="FOLDER", help=text)
    add("--check", action="store_true", help="check the parts' hashes and stop")
    add("--unpack-only", action="store_true", help="unpack and stop")
    text = "run on the emulator, without a GPU: this tests the bundle, not the GPU"
    add("--on-emulator", action="store_true", help=text)
    options = parser.parse_args(arguments)
    unknown = [name for name in options.steps if name not in names]
    if unknown:
        parser.error(f"no step {', '.join(unknown)}; there are: {', '.join(names)}")
    return options


def run(manifest: dict[str, Any], options: argparse.Namespace) -> int:
    """Run all chosen steps, even if some fail, and write the summary."""
    results, root = options.results.resolve(), options.unpack_to.resolve()
    results.mkdir(parents=True, exist_ok=True)
    facts = hardware()
    if not facts["gpus"] and not options.on_emulator:
        why = facts.get("no_gpu", "nvidia-smi lists none")
        say(f"no GPU found ({why}): every step will fail at its first device call")
    wanted = [s for s in manifest["steps"] if not options.steps or s["name"] in options.steps]
    done = [run_step(step, root, results, options.on_emulator) for step in wanted]
    summary = {
        "mode": "emulate" if options.on_emulator else "gpu",
        "versions": manifest["versions"],
        "hardware": facts,
        "steps": done,
    }
    text = json.dumps(summary, indent=2, ensure_ascii=False)
    (results / "summary.json").write_text(text + "\n", encoding="utf-8")
    passed = sum(step["status"] == 0 for step in done)
    say(f"\n{passed} of {len(done)} steps passed; logs and results are in {results}")
    return 0 if passed == len(done) else 1


def main(arguments: Sequence[str] | None = None) -> int:
    if sys.version_info < (3, 10):  # noqa: UP036 (the machine's Python, of any version, runs this)
        print("error: this needs Python 3.10 or later", file=sys.stderr)
        return 1
    try:
        manifest = read_manifest(HERE)
        options = parse(arguments, manifest)
        if options.check:
            for part in manifest["parts"]:
                check_part(HERE, part)
            say(f"all {len(manifest['parts'])} parts are complete")
            return 0
        unpack(HERE, manifest, options.unpack_to.resolve())
        return 0 if options.unpack_only else run(manifest, options)
    except BundleFaultError as e:
        print(f"error: {e}", file=sys.stderr)
        return 1
    except OSError as e:
        where = f": {e.filename}" if e.filename else ""
        print(f"error: {e.strerror or e}{where}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
