# SPDX-License-Identifier: Apache-2.0

"""Runs an unchanged program with compiled Python UDFs, as the documentation describes."""

import runpy
import sys

from rapids_udfs.python_udfs import install

install()  # the hook that configure also installs
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
