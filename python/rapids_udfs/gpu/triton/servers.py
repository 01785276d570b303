# SPDX-License-Identifier: Apache-2.0

"""Triton servers for a Spark application, one per node, and the UDF that calls them."""

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
import math
import secrets
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.errors import RapidsUdfsError, TritonError
from rapids_udfs.gpu.arguments import check_whole, parsed, pickled
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.triton import environment, node
from rapids_udfs.gpu.triton.client import GoneError, infer
from rapids_udfs.gpu.triton.lease import Leases, Server
from rapids_udfs.gpu.triton.spec import Declared, Spec, check_return_type, declared
from rapids_udfs.gpu.worker_device import UseGpu, check_use_gpu
from rapids_udfs.session.cluster import is_local
from rapids_udfs.session.library import executor_cores, require_classic

if TYPE_CHECKING:
    from pyspark import Broadcast, SparkContext
    from pyspark.sql import SparkSession
    from pyspark.sql.types import DataType

_MAX_PORT = 65535


class TritonServers:
    """A Triton server on each node while a ``with`` block runs; each loads the model once.

    ::

        io = {"inputs": {"x": ("float32", (4,))}, "outputs": {"y": "float32"}}
        with TritonServers(spark, make_predict, **io, python="/opt/triton/bin/python") as servers:
            df.select(servers.udf("float")("features")).write.parquet(path)

    A server runs in a separate Python environment, which has ``nvidia-pytriton``. It ends with the
    block, and when the driver or the executor that started it is gone. Collect queries within the
    block.

    Args:
        spark: a classic session, local or of a cluster.
        model_fn: called once in each server; loads the model and returns a function from an array
            per input, in their order, to an array, a tuple of arrays or a dict by the outputs'
            names, as for ``predict_batch_udf``. It is pickled with all that its module defines;
            other modules must be in the server's environment.
        inputs: by name, the type of a row's value, or the type and the shape: ``bool``, ``int8``
            to ``int64``, ``uint8`` to ``uint64``, ``float16`` to ``float64``, ``str``.
        outputs: the same.
        name: the model's name in the server's URL and in ``gpu.report``; at most 20 characters.
        max_batch_size: the maximum rows per call of the model. Triton combines batches of several
            workers up to it.
        queue_delay_us: how long Triton waits for more rows, in microseconds.
        python: the interpreter of an environment with pytriton, at the same path on each node.
        requirements: instead, the model's pip requirements, ``["onnxruntime"]`` or ``[]``: each
            node creates an environment of these and pytriton in its cache once, in the package
            index's current versions.
        port: the server's port on the loopback interface of each node; None chooses a free one.
        start_timeout: seconds for a server to be ready.
        request_timeout: seconds for a batch.
        use_gpu: the server's device, see ``rapids_udfs.gpu.device``.
        driver_host: the driver's name for executors; None is ``spark.driver.host``.
        driver_port: the driver's port for the servers' connections; 0 chooses a free one.

    Raises:
        ValueError: an argument is wrong.
        ArgumentTypeError, SessionError: ``spark`` is not a running session.
        UnsupportedError: it is a Spark Connect client.
        TritonError: neither ``python`` nor ``requirements`` is set; or on entering the block, a
            server did not start, and all were stopped.
    """

    def __init__(
        self,
        spark: SparkSession,
        model_fn: Callable[[], Callable[..., Any]],
        *,
        inputs: Declared,
        outputs: Declared,
        name: str = "model",
        max_batch_size: int = 1024,
        queue_delay_us: int = 0,
        python: str | None = None,
        requirements: Sequence[str] | None = None,
        port: int | None = None,
        start_timeout: float = 120.0,
        request_timeout: float = 120.0,
        use_gpu: UseGpu = "auto",
        driver_host: str | None = None,
        driver_port: int = 0,
    ) -> None:
        require_classic(spark, "TritonServers")
        named = isinstance(name, str) and name.isascii() and name.isidentifier()
        if not named or len(name) > node.MAX_NAME:
            most = f"at most {node.MAX_NAME} letters, digits and underscores"
            raise ValueError(f"name={name!r}; it is of {most}")
        check_whole("max_batch_size", max_batch_size)
        check_whole("queue_delay_us", queue_delay_us, 0)
        check_whole("driver_port", driver_port, 0, _MAX_PORT)
        if port is not None:
            check_whole("port", port, 1, _MAX_PORT)
        timeouts = {"start_timeout": start_timeout, "request_timeout": request_timeout}
        for argument, seconds in timeouts.items():
            if not isinstance(seconds, (int, float)) or not 0 < seconds < math.inf:
                raise ValueError(f"{argument}={seconds!r}; it is a number of seconds above 0")
        for argument, text in {"python": python, "driver_host": driver_host}.items():
            if text is not None and not (isinstance(text, str) and text):
                raise ValueError(f"{argument}={text!r}; it is a string, or None")
        texts = [None] if isinstance(requirements, str) else requirements or ()
        if not all(isinstance(text, str) and text for text in texts):
            required = "it is a list of strings for pip: ['onnxruntime']"
            raise ValueError(f"requirements={requirements!r:.80}; {required}")
        check_use_gpu(use_gpu)
        self.id = secrets.token_hex(4)
        """The name of the servers' folders in each node's folder for temporary files."""
        self._spark = spark
        self._files = _files(model_fn)
        self._driver = (driver_host, driver_port)
        self._spec = Spec(
            id=self.id,
            name=name,
            inputs=declared("inputs", inputs),
            outputs=declared("outputs", outputs),
            max_batch_size=max_batch_size,
            queue_delay_us=queue_delay_us,
            python=python,
            requirements=tuple(requirements or ()),
            port=port,
            start_timeout=start_timeout,
            request_timeout=request_timeout,
            use_gpu=use_gpu,
        )
        if python is None and requirements is None:
            raise environment.no_environment()
        self._meter = Meter("triton", name)
        # Within the block.
        self._leases: Leases | None = None
        self._shipped: Broadcast[node.Files] | None = None

    def __enter__(self) -> TritonServers:
        """Start a server on every present node; nodes that join later start theirs on demand."""
        if self._leases is not None:
            raise TritonError("these servers run already: use them in the block that started them")
        context = self._spark.sparkContext
        conf = context.getConf()
        local = is_local(context.master or "")
        host, port = self._driver
        host = "127.0.0.1" if local else host or conf.get("spark.driver.host") or ""
        bind = host if local else conf.get("spark.driver.bindAddress") or host
        try:
            self._leases = Leases(host, bind, port)
        except OSError as e:
            raise TritonError(
                f"the driver cannot listen on {bind or 'any address'}, port {port or 'any'}: "
                f"{e.strerror or e}. driver_host= and driver_port= name where it is to; "
                "spark.driver.bindAddress names an address of this machine"
            ) from e
        self._spec = self._spec._replace(driver=(host, self._leases.port, self._leases.secret))
        try:
            self._shipped = context.broadcast(self._files)
            if local:
                # Copied as pickling does, so that it counts.
                self._on_node()._replace(meter=copy.copy(self._meter)).ensure()
            else:
                _start_on_executors(context, self._on_node())
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the servers and wait for them."""
        self.close()

    @property
    def servers(self) -> list[Server]:
        """The servers that run now: host, port on its loopback interface, process."""
        return [] if self._leases is None else self._leases.servers

    def udf(self, return_type: DataType | str, *, batch_size: int | None = None) -> Any:
        """A pandas UDF that calls the server of its node, through Spark's ``predict_batch_udf``.

        Args:
            return_type: the outputs as a Spark type: of a single one, its type or a flat array of
                it; of several, a struct with their names.
            batch_size: rows per request, at most ``max_batch_size``, which is the default.

        Returns:
            A function of as many columns as there are inputs. A tensor is a column of arrays, flat
            whatever its shape. A null becomes NaN in a column of floating-point numbers; elsewhere
            it fails the job with an error that says so.

        Raises:
            ValueError: ``batch_size`` is not between 1 and ``max_batch_size``, or ``return_type``
                does not match the outputs.
            TritonError: outside the ``with`` block; and in the job, if a batch is refused.
        """
        from pyspark.ml.functions import predict_batch_udf

        on_node, inputs, limit = self._on_node(), self._spec.inputs, self._spec.max_batch_size
        rows = limit if batch_size is None else batch_size
        check_whole("batch_size", rows, 1, limit, "max_batch_size")
        kind = parsed(return_type, "TritonServers.udf")
        check_return_type(kind, self._spec.outputs)
        shapes = [list(tensor.shape) or None for tensor in inputs]
        pandas_udf = predict_batch_udf(
            on_node.predictor,
            return_type=kind,
            batch_size=rows,
            input_tensor_shapes=shapes if any(shapes) else None,
        )

        @functools.wraps(pandas_udf)
        def call(*columns: Any) -> Any:
            if len(columns) != len(inputs):
                raise TypeError(
                    f"the UDF was called with {len(columns)} columns; the model's inputs are "
                    f"{', '.join(tensor.name for tensor in inputs)}: pass a column for each"
                )
            return pandas_udf(*columns)

        return call

    def _on_node(self) -> _OnNode:
        shipped = self._shipped
        if shipped is None:
            raise TritonError("call udf() within the with block of TritonServers")
        return _OnNode(self._spec, lambda: shipped.value, self._meter)

    def close(self) -> None:
        """Stop the servers and wait for them, at most 40 seconds: else warn (RuntimeWarning)."""
        leases, self._leases = self._leases, None
        left = 0 if leases is None else leases.close()
        shipped, self._shipped = self._shipped, None
        if shipped is not None:
            # If Spark or the JVM has ended, there is nothing to release.
            with contextlib.suppress(Exception):
                shipped.unpersist()
        if left:
            text = f"{left} Triton servers had not ended after 40 s; they end with their executors"
            warnings.warn(text, RuntimeWarning, stacklevel=2)


class _OnNode(NamedTuple):
    """What a worker, or the driver in local mode, needs to use its node's server."""

    spec: Spec
    files: Callable[[], node.Files]
    meter: Meter

    def ensure(self) -> node.Running:
        """The node's server; counted if this call started it."""
        running, started = node.ensure(self.spec, self.files)
        if started:
            self.meter.add(running.device, loads=1)
        return running

    def predictor(self) -> Callable[..., Any]:
        """The function that predict_batch_udf calls in a worker, with a parameter per input."""
        running = self.ensure()

        def outputs_of(batch: Sequence[Any], is_retry: bool = False) -> dict[str, Any]:
            nonlocal running
            try:
                with self.meter.batch(running.device, len(batch[0])):
                    return infer(self.spec, running.port, batch)
            except GoneError as e:
                if is_retry:  # a batch that ends two servers would end the next one, too
                    raise TritonError(
                        f"the server ended during the request, and another did too ({e})"
                    ) from e
            running = self.ensure()
            return outputs_of(batch, is_retry=True)

        def predict(*batch: Any) -> Any:
            outputs = outputs_of(batch)
            flat = {k: v.reshape(len(v), -1) if v.ndim > 2 else v for k, v in outputs.items()}
            return flat if len(flat) > 1 else next(iter(flat.values()))

        predict.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(t.name, inspect.Parameter.POSITIONAL_ONLY) for t in self.spec.inputs]
        )
        return predict


def _start_on_executors(context: SparkContext, on_node: _OnNode) -> None:
    def start(_: Iterable[Any]) -> Iterator[str]:
        try:
            on_node.ensure()
        except RapidsUdfsError as e:
            yield str(e)

    failures = one_task_per_executor(context, on_node.spec.start_timeout, start)
    if failures:
        raise TritonError(f"on {len(failures)} of the executors: {failures[0]}")


def one_task_per_executor(
    context: SparkContext, timeout: float, work: Callable[[Iterable[Any]], Iterable[str]]
) -> list[str]:
    """Run work on the present executors, and return its results.

    By stage-level scheduling, which local mode lacks: each task requests all cores of an executor,
    and its GPU if there is one. This is best effort: an executor that other jobs keep busy may be
    left out, and one that registers later always is.
    """
    deadline = time.monotonic() + timeout
    cores: list[int] = []
    while time.monotonic() < deadline:
        # Executors register one by one: while new ones appear, more may follow.
        previous, cores = cores, [number for number in executor_cores(context) if number > 0]
        if cores and len(cores) == len(previous):
            break
        time.sleep(1)
    if not cores:
        return []
    tasks = context.parallelize(range(len(cores)), len(cores))
    conf = context.getConf()
    # With dynamic allocation, a resource profile would request more executors.
    if conf.get("spark.dynamicAllocation.enabled", "false") != "true":
        from pyspark.resource import ResourceProfileBuilder, TaskResourceRequests

        request = TaskResourceRequests().cpus(min(cores))
        if conf.get("spark.executor.resource.gpu.amount"):
            request = request.resource("gpu", 1)
        tasks = tasks.withResources(ResourceProfileBuilder().require(request).build)
    return list(tasks.mapPartitions(work).collect())


def _files(model_fn: Callable[[], Any]) -> dict[str, bytes]:
    """The files of a server: its scripts, the model, and the library that unpickles it."""
    from pyspark import cloudpickle as untyped

    cloudpickle: Any = untyped
    here = Path(__file__).parent
    scripts = (here / "supervisor.py", here / "server.py", here.parent / "casts.py")
    files = {script.name: script.read_bytes() for script in scripts}
    for path in Path(cloudpickle.__file__).parent.glob("*.py"):
        files[f"packed/pyspark/cloudpickle/{path.name}"] = path.read_bytes()
    files["packed/pyspark/__init__.py"] = b""
    # The user's own module travels with the model, unless it is installed, or travels anyway.
    module = sys.modules.get(getattr(model_fn, "__module__", None) or "__main__")
    file = getattr(module, "__file__", None) or "site-packages"
    travels_anyway = {"__main__", *cloudpickle.list_registry_pickle_by_value()}
    by_value = "site-packages" not in file and getattr(module, "__name__", "") not in travels_anyway
    if by_value:
        cloudpickle.register_pickle_by_value(module)
    try:
        files["packed/model.pkl"] = pickled("model_fn", model_fn, "servers")
    finally:
        if by_value:
            cloudpickle.unregister_pickle_by_value(module)
    return files
