# SPDX-License-Identifier: Apache-2.0

"""A client of this node's Triton server: KServe's protocol over HTTP, tensors as bytes.

It uses Python's standard library, since workers should not need gevent for one POST per batch.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
from collections.abc import Sequence
from typing import Any

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton.errors import model_failed
from rapids_udfs.gpu.triton.tensors import KSERVE, Tensor, decode, encode

# The server's side puts these around the model's error, to find it in Triton's own message.
MARK = "rapids-udfs-model-error"
_HEADER = "Inference-Header-Content-Length"


class GoneError(ConnectionError):
    """No server answers, or it ended during the request."""


def answers(port: int, model: str, timeout: float = 5.0) -> bool:
    """Return whether a server whose model is ready listens on a port of this node."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", f"/v2/models/{model}/ready", headers={"Connection": "close"})
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def infer(
    port: int,
    model: str,
    inputs: Sequence[Tensor],
    outputs: Sequence[Tensor],
    batch: Sequence[Any],
    timeout: float,
) -> dict[str, Any]:
    """The outputs for a batch of rows; GoneError if no server answers."""
    rows = len(batch[0])
    bodies = [encode(tensor, values, rows) for tensor, values in zip(inputs, batch, strict=True)]
    header = {
        "inputs": [
            {
                "name": tensor.name,
                "shape": [rows, *tensor.wire_shape],
                "datatype": KSERVE[tensor.dtype],
                "parameters": {"binary_data_size": len(body)},
            }
            for tensor, body in zip(inputs, bodies, strict=True)
        ],
        "parameters": {"binary_data_output": True},
    }
    text = json.dumps(header).encode()
    path = f"/v2/models/{model}/infer"
    status, headers, data = _post(port, path, b"".join([text, *bodies]), len(text), timeout)
    if status != http.client.OK:
        raise _refusal(model, status, data)
    at = int(headers[_HEADER])
    declared = {tensor.name: tensor for tensor in outputs}
    found = {}
    for output in json.loads(data[:at])["outputs"]:
        end = at + int(output["parameters"]["binary_data_size"])
        found[output["name"]] = decode(declared[output["name"]], data[at:end], output["shape"])
        at = end
    return {name: found[name] for name in declared}


def _post(
    port: int, path: str, body: bytes, header: int, timeout: float
) -> tuple[int, http.client.HTTPMessage, bytes]:
    # Not kept open: a server waits for open connections before it ends.
    headers = {_HEADER: str(header), "Connection": "close"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    except TimeoutError:
        raise TritonError(
            f"the server did not answer within {timeout:g} s; allow more with request_timeout="
        ) from None
    except (OSError, http.client.HTTPException) as e:
        raise GoneError(str(e) or type(e).__name__) from e
    finally:
        connection.close()


def _refusal(model: str, status: int, data: bytes) -> Exception:
    text = data.decode(errors="replace")
    with contextlib.suppress(ValueError, KeyError, TypeError):
        text = str(json.loads(text)["error"])
    told = re.search(f"<{MARK}>(.*?)</{MARK}>", text, re.DOTALL)
    if told is None:
        return TritonError(f"the server refused the batch ({status}): {text:.2000}")
    what = json.loads(told[1])
    return model_failed(model, what["text"], what["trace"])
