# SPDX-License-Identifier: Apache-2.0

"""Settings for Python workers that use the GPU, and a check of a query before it runs.

::

    from rapids_udfs.gpu import conf

    spark = rapids_udfs.configure(SparkSession.builder, python_gpu={"alloc": 0.3}).getOrCreate()
    conf.check_python_workers(df)  # raises if the query could wait for ever

``configure`` sets everything the workers need; ``PandasGpu(alloc=0.3).settings()`` returns only the
plugin's own settings as a dict.
"""

from __future__ import annotations

from rapids_udfs.gpu.conf.workers import PythonWorkers, check_python_workers
from rapids_udfs.runtime.python_execs import PYTHON_EXECS, PythonExec, Transfer
from rapids_udfs.session.python_gpu.options import PandasGpu

__all__ = [
    "PYTHON_EXECS",
    "PandasGpu",
    "PythonExec",
    "PythonWorkers",
    "Transfer",
    "check_python_workers",
]
