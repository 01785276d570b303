# SPDX-License-Identifier: Apache-2.0

"""Session configuration: modes, settings, clusters and devices."""
