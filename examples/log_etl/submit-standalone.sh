#!/bin/sh

# SPDX-License-Identifier: Apache-2.0

# Run the job on the standalone cluster MASTER; MODE is gpu (default), emulate or cpu.
# Every machine has the jars in JARS_DIR (default /opt/rapids-udfs); CORES is per executor.
#   MASTER=spark://host:7077 ./submit-standalone.sh INPUT OUTPUT [options of spark-submit]
set -eu
[ $# -ge 2 ] || { echo "usage: MASTER=spark://host:7077 $0 INPUT OUTPUT [options]" >&2; exit 2; }
: "${MASTER:?is not set: spark://host:7077}"
input=$1 output=$2
shift 2
options=$(rapids-udfs conf --for standalone --mode "${MODE:-gpu}" --master "$MASTER" \
    --jars-dir "${JARS_DIR:-/opt/rapids-udfs}" --conf "spark.executor.cores=${CORES:-4}" \
    --format spark-submit)
eval "spark-submit $options \"\$@\" \"$(dirname "$0")/etl.py\" \"\$input\" \"\$output\""
