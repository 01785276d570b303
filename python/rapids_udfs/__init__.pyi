# SPDX-License-Identifier: Apache-2.0

# The public names and their modules: type checkers and editors read this file, and at run time
# __init__.py does, which imports each name when it is first used.

from rapids_udfs import emulator as emulator
from rapids_udfs import errors as errors
from rapids_udfs import functions as functions
from rapids_udfs import gpu as gpu
from rapids_udfs import testing as testing
from rapids_udfs.catalogue.builtins import BuiltinInfo as BuiltinInfo
from rapids_udfs.catalogue.function_info import Argument as Argument
from rapids_udfs.catalogue.function_info import Example as Example
from rapids_udfs.catalogue.function_info import FunctionInfo as FunctionInfo
from rapids_udfs.catalogue.listing import describe as describe
from rapids_udfs.catalogue.listing import list_functions as list_functions
from rapids_udfs.counting.counters import Counts as Counts
from rapids_udfs.counting.counters import counters as counters
from rapids_udfs.counting.tracking import Tracking as Tracking
from rapids_udfs.counting.tracking import WorkLine as WorkLine
from rapids_udfs.counting.tracking import track as track
from rapids_udfs.diagnosis.doctor import doctor as doctor
from rapids_udfs.diagnosis.finding import Diagnosis as Diagnosis
from rapids_udfs.diagnosis.finding import Finding as Finding
from rapids_udfs.errors import RapidsUdfsError as RapidsUdfsError
from rapids_udfs.plans.advice import Advice as Advice
from rapids_udfs.plans.advice import Candidate as Candidate
from rapids_udfs.plans.advice import UdfAdvice as UdfAdvice
from rapids_udfs.plans.advice import advise as advise
from rapids_udfs.plans.cudf_types import cudf_type as cudf_type
from rapids_udfs.plans.placement import Explanation as Explanation
from rapids_udfs.plans.placement import Placement as Placement
from rapids_udfs.plans.placement import Verdict as Verdict
from rapids_udfs.plans.placement import explain as explain
from rapids_udfs.plans.python_udfs import PythonUdf as PythonUdf
from rapids_udfs.plans.python_udfs import PythonUdfPlacement as PythonUdfPlacement
from rapids_udfs.python_udfs.hook import udf as udf
from rapids_udfs.registration.api import RegisteredFunction as RegisteredFunction
from rapids_udfs.registration.api import Registration as Registration
from rapids_udfs.registration.api import register as register
from rapids_udfs.registration.api import unregister as unregister
from rapids_udfs.registration.udaf import Udaf as Udaf
from rapids_udfs.registration.udaf import udaf as udaf
from rapids_udfs.session.builder import configure as configure
from rapids_udfs.session.builder import start as start
from rapids_udfs.session.cluster_conf import settings as settings

__version__: str
