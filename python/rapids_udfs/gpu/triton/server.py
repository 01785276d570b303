# SPDX-License-Identifier: Apache-2.0

"""Loads a model and serves it with Triton, in the Python environment that has pytriton.

A script: it is copied to the node, and ``rapids_udfs`` need not be installed where it runs.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import pickle
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
_TRITON_STARTS_WITHIN_S = 10.0


def main(run: Path, supervisor: int, result: int) -> int:
    """Serve until the signal to stop; write a line of JSON to ``result`` when ready or failed."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    os.set_inheritable(result, False)
    if os.getppid() != supervisor:
        return 1
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))

    def tell_supervisor(failure: dict[str, str]) -> None:
        with contextlib.suppress(BrokenPipeError):
            os.write(result, json.dumps(failure).encode() + b"\n")

    try:
        # The driver's own cloudpickle, so that it can unpickle what the driver pickled.
        sys.path.insert(0, str(run / "packed"))
        predict = pickle.loads((run / "packed" / "model.pkl").read_bytes())()
        if not callable(predict):
            raise TypeError(f"model_fn() returned {predict!r:.80}, which cannot be called")
    except BaseException as e:
        traceback.print_exc()
        tell_supervisor({"error": _failed(config["name"], "model_fn raised ", e)})
        return 1
    status = _serve(run, config, predict, stop, ready=lambda: tell_supervisor({}))
    if os.getppid() != supervisor:
        shutil.rmtree(run, ignore_errors=True)  # for the supervisor, which was killed
    return status


def _serve(
    run: Path,
    config: dict[str, Any],
    predict: Callable[..., Any],
    stop: threading.Event,
    ready: Callable[[], None],
) -> int:
    import numpy as np
    from pytriton.decorators import batch
    from pytriton.model_config import DynamicBatcher, ModelConfig, Tensor
    from pytriton.triton import Triton, TritonConfig

    def tensor(declared: dict[str, Any]) -> Any:
        dtype = np.bytes_ if declared["dtype"] == "str" else np.dtype(declared["dtype"]).type
        return Tensor(name=declared["name"], dtype=dtype, shape=tuple(declared["shape"]) or (1,))

    inputs, outputs = config["inputs"], config["outputs"]

    @batch  # type: ignore[untyped-decorator]
    def infer(**arrays: Any) -> dict[str, Any]:
        try:
            values = [_from_wire(declared, arrays[declared["name"]]) for declared in inputs]
            return _to_wire(outputs, predict(*values), len(values[0]))
        except Exception as e:
            text = _failed(config["name"], "", e)
            raise RuntimeError(f"<{_MARK}>{text}</{_MARK}>") from None

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
        inputs=[tensor(declared) for declared in inputs],
        outputs=[tensor(declared) for declared in outputs],
        config=ModelConfig(
            max_batch_size=config["max_batch_size"],
            batcher=DynamicBatcher(max_queue_delay_microseconds=config["queue_delay_us"]),
        ),
        strict=False,
    )
    running = threading.Event()
    threading.Thread(target=_end_with_triton, args=(running,), daemon=True).start()
    triton.run()
    running.set()
    # run() has checked that it answers.
    ready()
    while triton.is_alive() and not stop.wait(0.2):
        pass
    if not stop.is_set():
        print("Triton ended on its own", flush=True)
        return 1
    triton.stop()
    return 0


def _end_with_triton(running: threading.Event) -> None:
    """End this process if Triton ended before it was ready, which run() may never notice."""
    seen_at = time.monotonic()
    while not running.wait(0.2):
        if _has_triton():
            seen_at = time.monotonic()
        elif time.monotonic() - seen_at > _TRITON_STARTS_WITHIN_S:
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


def _from_wire(declared: dict[str, Any], values: Any) -> Any:
    import numpy as np

    if not declared["shape"]:
        values = values.reshape(len(values))
    return np.frompyfunc(bytes.decode, 1, 1)(values) if declared["dtype"] == "str" else values


def _to_wire(outputs: Sequence[dict[str, Any]], returned: Any, rows: int) -> dict[str, Any]:
    names = [declared["name"] for declared in outputs]
    if not isinstance(returned, dict):
        arrays = returned if isinstance(returned, tuple) else (returned,)
        returned = dict(zip(names, arrays, strict=False))
    if set(returned) != set(names):
        raise ValueError(f"the model returned {sorted(returned)}; declared are {sorted(names)}")
    return {name: _output(d, returned[name], rows) for name, d in zip(names, outputs, strict=True)}


def _output(declared: dict[str, Any], values: Any, rows: int) -> Any:
    import numpy as np

    name, dtype, shape = declared["name"], declared["dtype"], declared["shape"]
    values = fitted(f"output {name!r}", values, dtype, (rows, *shape))
    # Triton has no tensors without dimensions.
    values = values.reshape((rows, *(shape or (1,))))
    if dtype == "str":
        values = np.frompyfunc(lambda value: str(value).encode(), 1, 1)(values)
    return values


def _failed(model: str, prefix: str, e: BaseException) -> str:
    lines = "".join(traceback.format_exception(type(e), e, e.__traceback__)).splitlines()
    trace = "\n".join(lines[-_TRACE_LINES:])
    return f"model {model!r} failed: {prefix}{type(e).__name__}: {e}\n{trace}"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *map(int, sys.argv[2:])))
