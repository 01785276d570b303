# SPDX-License-Identifier: Apache-2.0

"""UDFs as data engineers write them, the good and the bad; ``CASES`` has all of them."""

from python_udfs.corpus import (
    codes as codes,
)
from python_udfs.corpus import (
    collections_ as collections_,
)
from python_udfs.corpus import (
    containers as containers,
)
from python_udfs.corpus import (
    control as control,
)
from python_udfs.corpus import (
    dates as dates,
)
from python_udfs.corpus import (
    json_ as json_,
)
from python_udfs.corpus import (
    logs as logs,
)
from python_udfs.corpus import (
    money as money,
)
from python_udfs.corpus import (
    numbers as numbers,
)
from python_udfs.corpus import (
    parsing as parsing,
)
from python_udfs.corpus import (
    structs as structs,
)
from python_udfs.corpus import (
    text as text,
)
from python_udfs.corpus import (
    web as web,
)
from python_udfs.corpus.cases import CASES as CASES
