# SPDX-License-Identifier: Apache-2.0

"""Settings for Python workers that use the GPU."""
