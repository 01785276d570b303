# SPDX-License-Identifier: Apache-2.0

"""Loads a model and serves it with Triton, in the Python environment that has pytriton.

A script: it is copied to the node, and ``rapids_udfs`` need not be installed where it runs.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import shutil
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

try:
    from casts import fitted  # type: ignore[import-not-found] # beside this script on a node
except ModuleNotFoundError:
    from rapids_udfs.gpu.casts import fitted

_PR_SET_PDEATHSIG = 1
_MARK = "rapids-udfs-model-error"
_TRACE_LINES = 12
_STARTS_WITHIN_S = 10.0


def main(run: Path, guard: int, news: int) -> int:
    """Serve until the signal to stop."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    os.set_inheritable(news, False)
    if os.getppid() != guard:
        return 1
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))
    try:
        # The driver's own cloudpickle, so that it can unpack what the driver packed.
        sys.path.insert(0, str(run / "packed"))
        import pickle

        predict = pickle.loads((run / "packed" / "model.pkl").read_bytes())()
        if not callable(predict):
            raise TypeError(f"model_fn() gave {predict!r:.80}, which cannot be called")
    except BaseException as e:
        traceback.print_exc()
        _tell(news, {"load": f"{type(e).__name__}: {e}", "trace": _trace(e)})
        return 1
    status = _serve(run, config, predict, stop, news)
    if os.getppid() != guard:
        shutil.rmtree(run, ignore_errors=True)  # in the place of the supervisor, which was killed
    return status


def _serve(
    run: Path,
    config: dict[str, Any],
    predict: Callable[..., Any],
    stop: threading.Event,
    news: int,
) -> int:
    import numpy as np
    from pytriton.decorators import batch
    from pytriton.model_config import DynamicBatcher, ModelConfig, Tensor
    from pytriton.triton import Triton, TritonConfig

    def tensor(of: dict[str, Any]) -> Any:
        dtype = np.bytes_ if of["dtype"] == "str" else np.dtype(of["dtype"]).type
        return Tensor(name=of["name"], dtype=dtype, shape=tuple(of["shape"]) or (1,))

    inputs, outputs = config["inputs"], config["outputs"]

    @batch  # type: ignore[untyped-decorator]
    def infer(**arrays: Any) -> dict[str, Any]:
        try:
            given = [_of_wire(of, arrays[of["name"]]) for of in inputs]
            return _to_wire(outputs, predict(*given), len(given[0]))
        except Exception as e:
            told = json.dumps({"text": f"{type(e).__name__}: {e}", "trace": _trace(e)})
            raise RuntimeError(f"<{_MARK}>{told}</{_MARK}>") from None

    with socket.socket() as probe:
        # Otherwise Triton's own Python would call whoever has the port, and wait for its answer.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", config["port"]))
        except OSError as e:
            print(f"port {config['port']} is not available: {e}", flush=True)
            return 1
    settings = TritonConfig(
        http_address="127.0.0.1",
        http_port=config["port"],
        allow_grpc=False,
        allow_metrics=False,
        exit_timeout_secs=5,
    )
    triton = Triton(config=settings, workspace=run / "w")
    triton.bind(
        model_name=config["name"],
        infer_func=infer,
        inputs=[tensor(of) for of in inputs],
        outputs=[tensor(of) for of in outputs],
        config=ModelConfig(
            max_batch_size=config["max_batch_size"],
            batcher=DynamicBatcher(max_queue_delay_microseconds=config["queue_delay_us"]),
        ),
        strict=False,
    )
    ready = threading.Event()
    threading.Thread(target=_watch, args=(ready,), daemon=True).start()
    triton.run()
    ready.set()
    # run() has checked that it answers.
    _tell(news, {})
    while triton.is_alive() and not stop.wait(0.2):
        pass
    if not stop.is_set():
        print("Triton ended on its own", flush=True)
        return 1
    triton.stop()
    return 0


def _watch(ready: threading.Event) -> None:
    """End this process if Triton ended before it was ready, which run() may never notice."""
    last = time.monotonic()
    while not ready.wait(0.2):
        if _has_triton():
            last = time.monotonic()
        elif time.monotonic() - last > _STARTS_WITHIN_S:
            print("Triton ended before it was ready", flush=True)
            os._exit(1)


def _has_triton() -> bool:
    """Return whether a child of this process is Triton, and no zombie: those have no command."""
    for children in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for pid in children.read_text().split():
                if b"tritonserver" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    return True
    return False


def _of_wire(of: dict[str, Any], values: Any) -> Any:
    import numpy as np

    if not of["shape"]:
        values = values.reshape(len(values))
    if of["dtype"] != "str":
        return values
    return np.frompyfunc(bytes.decode, 1, 1)(values)


def _to_wire(outputs: Sequence[dict[str, Any]], given: Any, rows: int) -> dict[str, Any]:
    names = [of["name"] for of in outputs]
    if not isinstance(given, dict):
        given = dict(zip(names, given if isinstance(given, tuple) else (given,), strict=False))
    if set(given) != set(names):
        raise ValueError(f"the model gave {sorted(given)}; declared are {sorted(names)}")
    return {of["name"]: _output(of, given[of["name"]], rows) for of in outputs}


def _output(of: dict[str, Any], values: Any, rows: int) -> Any:
    import numpy as np

    values = fitted(f"output {of['name']!r}", values, of["dtype"], (rows, *of["shape"]))
    # Triton knows no tensor without dimensions.
    wire = values.reshape((rows, *(of["shape"] or (1,))))
    if of["dtype"] == "str":
        wire = np.frompyfunc(lambda text: str(text).encode(), 1, 1)(wire)
    return wire


def _trace(e: BaseException) -> str:
    lines = "".join(traceback.format_exception(type(e), e, e.__traceback__)).splitlines()
    return "\n".join(lines[-_TRACE_LINES:])


def _tell(news: int, what: dict[str, Any]) -> None:
    """Tell the supervisor that the server is ready, or what failed."""
    with contextlib.suppress(BrokenPipeError):
        os.write(news, json.dumps(what).encode() + b"\n")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *map(int, sys.argv[2:])))
