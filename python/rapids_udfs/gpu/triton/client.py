# SPDX-License-Identifier: Apache-2.0

"""A client of this node's Triton server: KServe's protocol over HTTP, with binary tensors.

It needs only the standard library: a worker sends one POST per batch.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.casts import fitted
from rapids_udfs.gpu.triton.spec import KSERVE, Spec, Tensor

# server.py puts these marks around a model's error, inside Triton's own message.
_MODEL_ERROR = re.compile(r"<(rapids-udfs-model-error)>(.*?)</\1>", re.DOTALL)
_JSON_LENGTH = "Inference-Header-Content-Length"


class GoneError(ConnectionError):
    """No server answers, or it ended during the request."""


def answers(port: int, model: str) -> bool:
    """Return whether a server listens on a port of this node and its model is ready."""
    try:
        return _request(5.0, port, "GET", f"/v2/models/{model}/ready")[0] == 200
    except (TimeoutError, GoneError):
        return False


def infer(spec: Spec, port: int, batch: Sequence[Any]) -> dict[str, Any]:
    """Send a batch, an array of rows for each input, and return the outputs by name.

    GoneError if no server answers; TritonError if it refuses the batch.
    """
    rows = len(batch[0])
    inputs, tensors = [], []
    for tensor, values in zip(spec.inputs, batch, strict=True):
        tensors.append(encode(tensor, values, rows))
        inputs.append(
            {
                "name": tensor.name,
                "shape": [
                    rows,
                    *(tensor.shape or (1,)),
                ],  # Triton has no tensors without dimensions
                "datatype": KSERVE[tensor.dtype],
                "parameters": {"binary_data_size": len(tensors[-1])},
            }
        )
    header = json.dumps({"inputs": inputs, "parameters": {"binary_data_output": True}}).encode()
    body = b"".join([header, *tensors])
    headers = {_JSON_LENGTH: str(len(header))}
    seconds, path = spec.request_timeout, f"/v2/models/{spec.name}/infer"
    try:
        status, received, data = _request(seconds, port, "POST", path, body, headers)
    except TimeoutError:
        raise TritonError(
            f"the server did not answer within {seconds:g} s; allow more with request_timeout="
        ) from None
    if status != 200:
        raise _refusal(status, data.decode(errors="replace"))
    start = int(received[_JSON_LENGTH])
    arrays = {}
    for output in json.loads(data[:start])["outputs"]:
        end = start + int(output["parameters"]["binary_data_size"])
        arrays[output["name"]] = data[start:end]
        start = end
    return {tensor.name: decode(tensor, arrays[tensor.name], rows) for tensor in spec.outputs}


def _request(
    timeout: float, port: int, method: str, path: str, body: Any = None, headers: Any = None
) -> tuple[int, http.client.HTTPMessage, bytes]:
    with contextlib.closing(
        http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    ) as connection:
        try:
            # Not kept open: a server waits for open connections before it ends.
            connection.request(method, path, body, {"Connection": "close", **(headers or {})})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        except TimeoutError:
            raise
        except (OSError, http.client.HTTPException) as e:
            raise GoneError(str(e) or type(e).__name__) from e


def _refusal(status: int, text: str) -> TritonError:
    with contextlib.suppress(ValueError, KeyError, TypeError):
        text = str(json.loads(text, strict=False)["error"])
    if model_error := _MODEL_ERROR.search(text):
        return TritonError(model_error[2])
    return TritonError(f"the server refused the batch ({status}): {text:.2000}")


def encode(tensor: Tensor, values: Any, rows: int) -> bytes:
    """The bytes of a batch; TritonError if its values do not fit the declaration."""
    try:
        values = fitted(f"input {tensor.name!r}", values, tensor.dtype, (rows, *tensor.shape))
    except TypeError as e:
        hint = "Cast the column, and fill its nulls: whole numbers with nulls arrive as float64"
        raise TritonError(f"{e}. {hint}") from None
    except (ValueError, OverflowError) as e:
        raise TritonError(str(e)) from None
    if tensor.dtype != "str":
        return bytes(values.tobytes())  # little-endian, as all machines that Triton runs on
    parts = []
    for value in values.ravel():
        if not isinstance(value, str):
            raise TritonError(
                f"input {tensor.name!r} has {value!r} where a string was declared. Fill the "
                "column's nulls"
            )
        data = value.encode()
        parts += [len(data).to_bytes(4, "little"), data]
    return b"".join(parts)


def decode(tensor: Tensor, data: bytes, rows: int) -> Any:
    """The batch in the bytes of a response."""
    shape = (rows, *tensor.shape)
    if tensor.dtype != "str":
        return np.frombuffer(data, tensor.dtype).reshape(shape).copy()
    strings, start = [], 0
    while start < len(data):
        end = start + 4 + int.from_bytes(data[start : start + 4], "little")
        strings.append(data[start + 4 : end].decode())
        start = end
    return np.array(strings, dtype=object).reshape(shape)
