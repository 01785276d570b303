# SPDX-License-Identifier: Apache-2.0

"""The command line: ``rapids-udfs``."""

from rapids_udfs.cli.main import main as main
