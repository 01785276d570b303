#!/bin/sh

# SPDX-License-Identifier: Apache-2.0

# Run the job on this machine; MODE is cpu (default), emulate or gpu.
#   ./submit-local.sh INPUT OUTPUT [options of spark-submit]
set -eu
[ $# -ge 2 ] || { echo "usage: [MODE=gpu] $0 INPUT OUTPUT [options of spark-submit]" >&2; exit 2; }
input=$1 output=$2
shift 2
options=$(rapids-udfs conf --for local --mode "${MODE:-cpu}" --format spark-submit)
eval "spark-submit $options \"\$@\" \"$(dirname "$0")/etl.py\" \"\$input\" \"\$output\""
