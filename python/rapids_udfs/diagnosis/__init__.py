# SPDX-License-Identifier: Apache-2.0

"""The checks of a set-up: ``rapids-udfs doctor`` and ``rapids_udfs.doctor``."""
