"""Adapters that turn a framework's model into a function of NumPy arrays on a device."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from rapids_udfs.gpu.device import Device, UseGpu, without_library
from rapids_udfs.gpu.inference.errors import MissingLibraryError, ModelLoadError
from rapids_udfs.gpu.inference.inputs import as_type

Framework = Literal["torch", "onnx", "tf", "hf"]
"""``torch``: an ``nn.Module``. ``onnx``: an ``InferenceSession``, or the path or bytes of a model.
``tf``: a Keras model or ``tf.Module``. ``hf``: a pipeline, a model, or (tokenizer, model)."""

# What to import, and what to install for it.
LIBRARIES: dict[Framework, tuple[tuple[str, str], ...]] = {
    "torch": (("torch", "torch"),),
    "onnx": (("onnxruntime", "onnxruntime"),),
    "tf": (("tensorflow", "tensorflow"),),
    "hf": (("transformers", "transformers"), ("torch", "torch")),
}


class Model(NamedTuple):
    """A model ready to predict."""

    call: Callable[..., Any]
    """Takes NumPy arrays with the rows first; gives what the model gives."""
    least: int
    """The least number of inputs."""
    most: int | None
    """The greatest number of inputs; None if unlimited."""
    device: Device
    """The device that it runs on."""


def require(framework: Framework | None, name: str) -> None:
    """Raise MissingLibraryError if the worker lacks a library of the framework."""
    for module, install in LIBRARIES[framework] if framework else ():
        if find_spec(module) is None:
            raise MissingLibraryError(name, module, install)


def adapt(
    made: Any, framework: Framework | None, where: Device, use_gpu: UseGpu, name: str
) -> Model:
    """The model that ``load`` gave, moved to the device."""
    found = _framework_of(made, framework)
    if found is not None and framework not in (None, found) and (framework, found) != _TORCH_TOO:
        raise ModelLoadError(name, f"framework={framework!r}, but load gave a model of {found!r}")
    if found is not None:
        return _ADAPTERS[framework or found](made, where, use_gpu)
    predict = made if callable(made) else getattr(made, "predict", None)
    if not callable(predict):
        raise ModelLoadError(
            name,
            f"load gave {type(made).__name__}: {made!r:.80}; it gives a predict function, an "
            "object with a method predict, or a model of torch, onnx, tf or hf",
        )
    return Model(predict, *_inputs_of(predict), where)


# A Hugging Face model of PyTorch is an nn.Module.
_TORCH_TOO = ("torch", "hf")


def _framework_of(made: Any, framework: Framework | None) -> Framework | None:
    """Of which framework it is, by the names of its classes: nothing is imported for it."""
    if framework == "onnx" and isinstance(made, (str, Path, bytes)):
        return "onnx"
    for each in made if isinstance(made, tuple) else (made,):
        kinds = {(kind.__module__.partition(".")[0], kind.__name__) for kind in type(each).__mro__}
        roots = {root for root, _ in kinds}
        if "transformers" in roots:
            return "hf"
        if ("torch", "Module") in kinds:
            return "torch"
        if ("onnxruntime", "InferenceSession") in kinds:
            return "onnx"
        if roots & {"keras", "tf_keras"} or ("tensorflow", "Module") in kinds:
            return "tf"
    return None


def _torch(model: Any, where: Device, use_gpu: UseGpu) -> Model:
    import torch

    where, target = _torch_device(where, use_gpu)
    model = model.to(target).eval()
    floats = (p.dtype for p in model.parameters() if p.is_floating_point())
    dtype = next(floats, None)

    def tensor(array: Any) -> Any:
        if array.dtype == object:
            raise TypeError(
                "a torch model takes numbers, not text or bytes: let load return a predict "
                "function that makes numbers of them"
            )
        made = torch.from_numpy(np.require(array, requirements=["C", "W"]))
        # A column of doubles is float64, the weights are float32 as a rule.
        return made.to(target, dtype if made.is_floating_point() else None)

    def call(*arrays: Any) -> Any:
        with torch.inference_mode():
            return model(*map(tensor, arrays))

    return Model(call, *_inputs_of(model.forward), where)


def _torch_device(where: Device, use_gpu: UseGpu) -> tuple[Device, Any]:
    import torch

    where = _checked(where, use_gpu, torch.cuda.is_available(), "a torch that finds it")
    return where, torch.device("cuda" if where.is_gpu else "cpu")


def _onnx(model: Any, where: Device, use_gpu: UseGpu) -> Model:
    import onnxruntime

    if isinstance(model, (str, Path, bytes)):
        there = "CUDAExecutionProvider" in onnxruntime.get_available_providers()
        where = _checked(where, use_gpu, there, "onnxruntime-gpu (onnxruntime is for CPUs)")
        options = onnxruntime.SessionOptions()
        # Spark says by this how many cores a task has; unlike the others ONNX Runtime ignores it.
        options.intra_op_num_threads = int(os.environ.get("OMP_NUM_THREADS") or 0)
        providers = ["CUDAExecutionProvider"] if where.is_gpu else []
        model = onnxruntime.InferenceSession(
            model if isinstance(model, bytes) else str(model),
            options,
            providers=[*providers, "CPUExecutionProvider"],
        )
    there = "CUDAExecutionProvider" in model.get_providers()
    where = _checked(where, use_gpu, there, "a session made with the CUDA provider")
    wanted = [(each.name, _ONNX_TYPES.get(each.type)) for each in model.get_inputs()]
    names = [each.name for each in model.get_outputs()]

    def call(*arrays: Any) -> Any:
        given = {
            name: array if dtype is None else as_type(array, dtype, name)
            for (name, dtype), array in zip(wanted, arrays, strict=True)
        }
        found = model.run(None, given)
        return found[0] if len(found) == 1 else dict(zip(names, found, strict=True))

    return Model(call, len(wanted), len(wanted), where)


_ONNX_TYPES = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(float16)": np.float16,
    "tensor(int8)": np.int8,
    "tensor(int16)": np.int16,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
    "tensor(uint8)": np.uint8,
    "tensor(bool)": np.bool_,
    "tensor(string)": np.object_,
}


def _tf(model: Any, where: Device, use_gpu: UseGpu) -> Model:
    import tensorflow as tf

    there = bool(tf.config.list_physical_devices("GPU"))
    where = _checked(where, use_gpu, there, "a TensorFlow that finds it")
    target = "/GPU:0" if where.is_gpu else "/CPU:0"
    inputs = len(getattr(model, "inputs", None) or ()) or 1
    several = inputs > 1
    keras = any(k.__module__.partition(".")[0] in ("keras", "tf_keras") for k in type(model).mro())
    options = {"training": False} if keras else {}

    def call(*arrays: Any) -> Any:
        with tf.device(target):
            tensors = [tf.convert_to_tensor(array) for array in arrays]
            return model(tensors if several else tensors[0], **options)

    return Model(call, inputs, inputs, where)


def _hf(model: Any, where: Device, use_gpu: UseGpu) -> Model:
    if isinstance(model, tuple):
        tokenizer, of_tokens = model
        return _texts(tokenizer, of_tokens, where, use_gpu)
    if hasattr(model, "tokenizer") and hasattr(model, "preprocess"):
        return _pipeline(model, where, use_gpu)
    return _torch(model, where, use_gpu)


def _texts(tokenizer: Any, model: Any, where: Device, use_gpu: UseGpu) -> Model:
    """A model of the tokens of one column of texts."""
    import torch

    where, target = _torch_device(where, use_gpu)
    model = model.to(target).eval()

    def call(texts: Any) -> Any:
        tokens = tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt")
        with torch.inference_mode():
            return model(**tokens.to(target))

    return Model(call, 1, 1, where)


def _pipeline(pipeline: Any, where: Device, use_gpu: UseGpu) -> Model:
    where, target = _torch_device(where, use_gpu)
    pipeline.model.to(target)
    pipeline.device = target

    def call(inputs: Any) -> Any:
        return pipeline(list(inputs), batch_size=len(inputs))

    return Model(call, 1, 1, where)


_ADAPTERS: dict[Framework, Callable[[Any, Device, UseGpu], Model]] = {
    "torch": _torch,
    "onnx": _onnx,
    "tf": _tf,
    "hf": _hf,
}


def _checked(where: Device, use_gpu: UseGpu, there: bool, what: str) -> Device:
    """The device, or the CPU where the framework cannot use the GPU that there is."""
    return where if there or not where.is_gpu else without_library(where, what, use_gpu)


def _inputs_of(function: Callable[..., Any]) -> tuple[int, int | None]:
    """The least and the greatest number of positional arguments; None if unlimited."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # Some functions in C have no signature.
        return 1, None
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return 1, None
    placed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    required = [p for p in placed if p.default is p.empty]
    return len(required), len(placed)


def to_host(value: Any) -> Any:
    """A tensor of any of the libraries as a NumPy array; a mapping with its values so made."""
    if isinstance(value, Mapping):
        return {key: to_host(each) for key, each in value.items()}
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        # NumPy has no such type.
        return (value.float() if str(value.dtype) == "torch.bfloat16" else value).numpy()
    if type(value).__module__.partition(".")[0] == "cupy":
        return value.get()
    if hasattr(value, "numpy"):
        return value.numpy()
    return value
