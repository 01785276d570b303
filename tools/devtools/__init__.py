# SPDX-License-Identifier: Apache-2.0

"""The project's development commands: see ``make help``. Standard library only."""
