# SPDX-License-Identifier: Apache-2.0

"""Registration of functions in a running session, classic or Spark Connect."""
