# SPDX-License-Identifier: Apache-2.0

"""Creates the environment of the development tools: ``bootstrap.py FOLDER REQUIREMENTS``.

Only this file must also run on old Pythons, which then print a clear error.
"""

import sys

if sys.version_info < (3, 10):
    sys.exit(
        "error: Python >= 3.10 is needed, this is {} ({}).\n"
        "Install one (apt-get install python3, dnf install python3.11, brew install python) "
        "and name it: make PYTHON=python3.11 ...".format(sys.version.split()[0], sys.executable)
    )

from devtools.bootstrap import main

if __name__ == "__main__":
    main(*sys.argv[1:])
