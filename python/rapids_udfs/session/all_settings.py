# SPDX-License-Identifier: Apache-2.0

"""All settings of a session, in their order: the mode's, then the Python workers'."""

from __future__ import annotations

from rapids_udfs.session.modes import MODES, Request
from rapids_udfs.session.python_gpu import apply
from rapids_udfs.session.python_gpu.options import PandasGpu


def add_settings(request: Request, mode: str, for_python: PandasGpu | None) -> dict[str, str]:
    """Add to a request's settings what a mode needs.

    Args:
        request: the arguments of ``configure``; its settings are changed.
        mode: a mode of ``MODES``.
        for_python: the options of Python workers on the GPU; None if they do not use it.

    Returns:
        The environment variables that the driver needs before Spark starts.
    """
    MODES[mode].apply(request)
    return apply.apply(request, mode, for_python) if for_python else {}
