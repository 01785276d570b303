# SPDX-License-Identifier: Apache-2.0

"""Loads a model and serves it with Triton, in the Python environment that has pytriton.

A script: it is copied to the node, and ``rapids_udfs`` need not be installed where it runs. The
declared inputs and outputs are lists of name, type and a row's shape, as in its ``config.json``.
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
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

try:
    from casts import fitted  # type: ignore[import-not-found] # next to this script on a node
except ModuleNotFoundError:
    from rapids_udfs.gpu.casts import fitted

_PR_SET_PDEATHSIG = 1
_MARK = "rapids-udfs-model-error"
_TRACE_LINES = 12


def main(run: Path, supervisor: int, result: int) -> None:
    """Serve until the signal to stop; write a line of JSON to ``result`` when ready or failed."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    os.set_inheritable(result, False)
    if os.getppid() != supervisor:
        return
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))

    def tell_supervisor(**message: Any) -> None:
        with contextlib.suppress(BrokenPipeError):
            os.write(result, json.dumps(message).encode() + b"\n")

    try:
        reservation = reserved_port(config["port"])
    except OSError:
        tell_supervisor(
            error=f"port {config['port']} is taken on this node. Name another, or leave port=None "
            "to have a free one chosen"
        )
        return
    try:
        # The driver's own cloudpickle, so that it can unpickle what the driver pickled.
        sys.path.insert(0, str(run / "packed"))
        predict = pickle.loads((run / "packed" / "model.pkl").read_bytes())()
        if not callable(predict):
            raise TypeError(f"model_fn() returned {predict!r:.80}, which cannot be called")
    except BaseException as e:
        traceback.print_exc()
        tell_supervisor(error=_failed(config["name"], "model_fn raised ", e))
        return
    with reservation:
        port = reservation.getsockname()[1]
        triton = _triton(run, config, port, predict)
        triton.run()  # returns when the model answers
        tell_supervisor(port=port)
        while triton.is_alive() and not stop.wait(0.2):
            pass
    triton.stop()
    if os.getppid() != supervisor:
        shutil.rmtree(run, ignore_errors=True)  # for the supervisor, which was killed


def reserved_port(port: int | None) -> socket.socket:
    """A port of the loopback interface that no other process gets unless it asks for it by number.

    It is bound here, but does not listen, so that Triton can bind it too: both set SO_REUSEADDR.
    """
    reservation = socket.socket()
    reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reservation.bind(("127.0.0.1", port or 0))
    return reservation


def _triton(run: Path, config: dict[str, Any], port: int, predict: Callable[..., Any]) -> Any:
    from pytriton.decorators import batch
    from pytriton.model_config import DynamicBatcher, ModelConfig, Tensor
    from pytriton.triton import Triton, TritonConfig

    inputs, outputs = config["inputs"], config["outputs"]

    @batch  # type: ignore[untyped-decorator]
    def infer(**arrays: Any) -> dict[str, Any]:
        try:
            values = [_from_wire(dtype, shape, arrays[name]) for name, dtype, shape in inputs]
            return _to_wire(outputs, predict(*values), len(values[0]))
        except Exception as e:
            text = _failed(config["name"], "", e)
            raise RuntimeError(f"<{_MARK}>{text}</{_MARK}>") from None

    def tensor(name: str, dtype: str, shape: Sequence[int]) -> Any:
        kind = np.bytes_ if dtype == "str" else np.dtype(dtype).type
        return Tensor(name=name, dtype=kind, shape=tuple(shape) or (1,))

    settings = TritonConfig(
        http_address="127.0.0.1",
        http_port=port,
        allow_grpc=False,
        allow_metrics=False,
        exit_timeout_secs=5,
    )
    triton = Triton(config=settings, workspace=run / "w")
    triton.bind(
        model_name=config["name"],
        infer_func=infer,
        inputs=[tensor(*declared) for declared in inputs],
        outputs=[tensor(*declared) for declared in outputs],
        config=ModelConfig(
            max_batch_size=config["max_batch_size"],
            batcher=DynamicBatcher(max_queue_delay_microseconds=config["queue_delay_us"]),
        ),
        strict=False,
    )
    return triton


def _from_wire(dtype: str, shape: Sequence[int], values: Any) -> Any:
    values = values if shape else values[:, 0]  # Triton has no tensors without dimensions
    return np.frompyfunc(bytes.decode, 1, 1)(values) if dtype == "str" else values


def _to_wire(outputs: Sequence[Any], returned: Any, rows: int) -> dict[str, Any]:
    names = [name for name, _, _ in outputs]
    if not isinstance(returned, dict):
        arrays = returned if isinstance(returned, tuple) else (returned,)
        returned = dict(zip(names, arrays, strict=False))
    if set(returned) != set(names):
        raise ValueError(f"the model returned {sorted(returned)}; declared are {sorted(names)}")
    return {
        name: output(name, dtype, shape, returned[name], rows) for name, dtype, shape in outputs
    }


def output(name: str, dtype: str, shape: Sequence[int], values: Any, rows: int) -> Any:
    """The tensor that Triton takes for an output; an error if it does not fit the declaration."""
    values = fitted(f"output {name!r}", values, dtype, (rows, *shape))
    if dtype == "str":
        values = np.frompyfunc(lambda value: str(value).encode(), 1, 1)(values)
    return values if shape else values[:, None]


def _failed(model: str, prefix: str, e: BaseException) -> str:
    lines = "".join(traceback.format_exception(type(e), e, e.__traceback__)).splitlines()
    trace = "\n".join(lines[-_TRACE_LINES:])
    return f"model {model!r} failed: {prefix}{type(e).__name__}: {e}\n{trace}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
